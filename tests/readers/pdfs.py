"""Small PDF files, written by hand."""

from __future__ import annotations

HELVETICA = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
PICTURE = (
    "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray "
    "/BitsPerComponent 8 /Length 1 >>\nstream\nA\nendstream"
)


def pdf(*pages: str | None, title: str = "") -> bytes:
    """A file with a page for each text; one of None is a picture.

    Lines of a page are shown one under the other.
    """
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", HELVETICA, PICTURE]
    kids = []
    for page in pages:
        content = "q 100 0 0 100 50 600 cm /P Do Q" if page is None else shown(page)
        kids.append(f"{len(objects) + 1} 0 R")
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F 3 0 R "
            f">> {'/XObject << /P 4 0 R >>' if page is None else ''} >> "
            f"/Contents {len(objects) + 2} 0 R >>"
        )
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    objects.append(f"<< /Title ({title}) >>")
    return assembled(objects)


def shown(page: str) -> str:
    """The operators that show the lines of a page."""
    escaped = page.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    lines = " ".join(f"({line}) Tj 0 -14 Td" for line in escaped.split("\n"))
    return f"BT /F 12 Tf 72 720 Td {lines} ET"


def assembled(objects: list[str]) -> bytes:
    """The file of some objects, numbered from 1, the first the catalog, the last the info."""
    data, places = b"%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n{text}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    size = len(objects) + 1
    return data + (
        f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<< /Size {size} /Root 1 0 R "
        f"/Info {len(objects)} 0 R >>\nstartxref\n{len(data)}\n%%EOF\n"
    ).encode("latin-1")
