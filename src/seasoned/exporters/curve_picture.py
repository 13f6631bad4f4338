"""The picture of a learning curve, fit for a slide: PNG or SVG, drawn by matplotlib.

It shows what the report says and adds nothing: rates with their intervals, and where a level
began. Equal reports give equal files.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from seasoned.core.curve import Turn
from seasoned.core.indicators import CurveReport
from seasoned.errors import InvalidInput, MissingExtra, StoreError

_ENDINGS: Final = (".png", ".svg")
_SIZE: Final = (12.0, 6.75)  # inches, 16 to 9
_DOTS: Final = 160  # to the inch: 1920 x 1080
_INK, _GREY, _BLUE = "#1f2933", "#9aa5b1", "#1f6fb2"
_UP, _DOWN = "#2f7d4f", "#b83a3a"
_PLATE: Final = {
    "boxstyle": "square,pad=0.15",
    "facecolor": "white",
    "edgecolor": "none",
    "alpha": 0.85,
}
_NAME: Final = 40  # characters of a category in the title
_TITLE, _FITS = 22.0, 38  # points, and the characters that there is room for at them
_PAD: Final = 0.3  # inches around it all
_STYLE: Final = {
    "font.family": "DejaVu Sans",  # it comes with the library, so each machine draws alike
    "font.size": 14,
    "axes.edgecolor": _GREY,
    "axes.labelcolor": _INK,
    "text.color": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "svg.hashsalt": "seasoned",  # ids in the file would be drawn by chance
    "svg.fonttype": "none",  # text stays text
}


def draw(report: CurveReport, target: str) -> None:
    """Draw a report into a file; a file that is there is replaced.

    Raises:
        InvalidInput: the name ends neither in .png nor in .svg, or no episode is in the report.
        MissingExtra: matplotlib is not installed.
        StoreError: the file cannot be written.
    """
    path = Path(target).expanduser()
    if path.suffix.lower() not in _ENDINGS:
        raise InvalidInput(f"a picture is written as .png or .svg, got {target!r}")
    if not report.curve.snapshots:
        raise InvalidInput(
            f"no episode matches, so there is nothing to draw into {target!r}; choose another "
            "category, namespace or arm"
        )
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine
    except ImportError as error:
        raise MissingExtra.of("pictures need matplotlib", "plot", error) from error
    with mpl.rc_context(_STYLE):
        figure = Figure(
            figsize=_SIZE, dpi=_DOTS, layout=ConstrainedLayoutEngine(w_pad=_PAD, h_pad=_PAD)
        )
        _fill(figure.add_subplot(), report)
        stamp: dict[str, None] = {"Date": None} if path.suffix.lower() == ".svg" else {}
        try:
            figure.savefig(path, metadata=stamp)
        except OSError as error:
            raise StoreError(f"{path} cannot be written: {error.strerror or error}") from error


def title_of(report: CurveReport) -> str:
    """What the picture is of, in one line."""
    name = report.category or ""
    name = name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"
    of = f"of tasks in {name}" if name else "of all tasks"
    return f"Success {of}{' without memory' if report.arm == 'control' else ''}"


def _fill(axes: Any, report: CurveReport) -> None:
    curve = report.curve
    episodes = len(curve.snapshots)
    title = title_of(report)
    size = _TITLE * min(1.0, _FITS / len(title))
    axes.set_title(title, loc="left", fontsize=size, fontweight="bold", pad=34)
    known = f"{curve.known:,} episode{'' if curve.known == 1 else 's'} with a known outcome"
    axes.text(0, 1.03, _subtitle(report, known), transform=axes.transAxes, color=_INK, fontsize=14)
    _running(axes, report)
    _rolling(axes, report)
    for place, turn in enumerate(curve.turns):
        _mark(axes, turn, place, episodes, curve.mixed)
    axes.set_xlim(1, max(2, episodes))
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_ylim(-0.02, 1.02)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
    axes.set_xlabel("Episode")
    axes.set_ylabel("Success rate")
    axes.grid(axis="y", color="#e4e7eb")
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(
            loc="upper left", bbox_to_anchor=(0, -0.12), ncols=3, frameon=False, fontsize=13
        )
    if not report.running:
        note = _little(curve.known, report.width)
        axes.text(0.5, 0.92, note, transform=axes.transAxes, ha="center", color=_INK, bbox=_PLATE)


def _subtitle(report: CurveReport, known: str) -> str:
    slope = report.curve.success
    if slope is None:
        return known
    mean, low, high = (100 * part for part in slope.change)
    within = " within categories" if report.curve.mixed else ""
    return f"{known}; {mean:+.0f} points over them{within} (95 %: {low:+.0f} to {high:+.0f})"


def _little(known: int, width: int) -> str:
    have = {0: "No outcome is known yet", 1: "One outcome is known"}
    said = have.get(known, f"{known} outcomes are known")
    return f"{said}; a rate with its interval is drawn from {width} on"


def _rolling(axes: Any, report: CurveReport) -> None:
    """The figures of the window, as long as there are few enough to be told apart.

    Beside a rate with an interval they stay in the background; before there is one, they are all
    that can be shown.
    """
    points = [
        (s.episode_number, s.rolling_success_rate)
        for s in report.curve.snapshots
        if s.rolling_success_rate is not None
    ]
    if not 0 < len(points) <= 500:
        return
    label = f"newest {report.window} only: so few swing by chance"
    color, mark, width = ("#d5dbe1", "", 1.0) if report.running else (_GREY, "o", 1.5)
    axes.plot(
        *zip(*points, strict=True), color=color, marker=mark, linewidth=width, zorder=1, label=label
    )


def _running(axes: Any, report: CurveReport) -> None:
    if not report.running:
        return
    at = [point.episode_number for point in report.running]
    low, high = zip(*(point.interval for point in report.running), strict=True)
    rates = [point.rate for point in report.running]
    axes.plot(
        at, rates, color=_BLUE, linewidth=3, label=f"success rate of the newest {report.width}"
    )
    axes.fill_between(at, low, high, color=_BLUE, alpha=0.18, linewidth=0, label="95 % interval")


def _mark(axes: Any, turn: Turn, place: int, episodes: int, mixed: bool) -> None:
    """A line where a level began, and what changed there; neighbours on different heights."""
    up = turn.after > turn.before
    color = _UP if up else _DOWN
    axes.axvline(turn.episode_number, color=color, linewidth=1.8, linestyle=(0, (4, 3)))
    before, after = 100 * turn.before, 100 * turn.after
    moved = f"{after - before:+.0f} within categories" if mixed else f"{before:.0f} → {after:.0f} %"
    text = f"episode {turn.episode_number:,}: {moved}"
    late = turn.episode_number > 0.7 * episodes
    axes.annotate(
        text,
        (turn.episode_number, 0.04 + 0.075 * (place % 4)),
        xytext=(-8 if late else 8, 0),
        textcoords="offset points",
        ha="right" if late else "left",
        color=color,
        fontsize=13,
        fontweight="bold",
        bbox=_PLATE,
    )
