"""Functions about text, each with its tests: raw material for bugs."""

from __future__ import annotations

from examples.repair.corpus.registry import cases


@cases(("tree", 1), ("banana", 3), ("rhythm", 0), ("", 0), ("Aisle", 2), ("idea", 2), ("oboe", 2))
def vowel_groups(word: str) -> int:
    """Count the runs of neighbouring vowels."""
    groups = 0
    inside = False
    for letter in word.lower():
        if letter in "aeiou":
            if not inside:
                groups += 1
            inside = True
        else:
            inside = False
    return groups


@cases(
    ("a  b", "a b"),
    ("  lead", " lead"),
    ("", ""),
    ("one two", "one two"),
    ("x   ", "x "),
    ("    ", " "),
)
def squeeze_spaces(text: str) -> str:
    """Replace every run of blanks by a single blank."""
    kept = ""
    previous = ""
    for char in text:
        if char != " " or previous != " ":
            kept += char
        previous = char
    return kept


@cases(
    ("ada mae lovelace", "A.M.L."),
    ("plato", "P."),
    ("", ""),
    ("  grace   hopper ", "G.H."),
    (None, ""),
)
def initials(name: str | None) -> str:
    """Abbreviate a name to its capital initials."""
    if name is None:
        return ""
    letters = ""
    for part in name.split():
        letters += part[0].upper() + "."
    return letters


@cases(
    ("the cat sat", 7, ["the cat", "sat"]),
    ("the cat sat", 6, ["the", "cat", "sat"]),
    ("a bb ccc", 4, ["a bb", "ccc"]),
    ("", 5, []),
    ("longword a", 4, ["longword", "a"]),
    ("a b c d", 3, ["a b", "c d"]),
)
def wrap_words(text: str, width: int) -> list[str]:
    """Break a text into lines of at most `width` characters."""
    lines = []
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = ""
        if line:
            line += " "
        line += word
    if line:
        lines.append(line)
    return lines


@cases(
    ("Never odd or even", True),
    ("ab", False),
    ("", True),
    ("a", True),
    ("No, it is opposition", True),
    ("abca", False),
    ("..a", True),
    ("x.xy", False),
    ("1a", True),
    ("a1", True),
)
def is_mirror_text(text: str) -> bool:
    """Tell whether the letters read the same from both ends."""
    left = 0
    right = len(text) - 1
    while left < right:
        if not text[left].isalpha():
            left += 1
        elif not text[right].isalpha():
            right -= 1
        elif text[left].lower() != text[right].lower():
            return False
        else:
            left += 1
            right -= 1
    return True


@cases(
    ("aaab", [["a", 3], ["b", 1]]),
    ("", []),
    ("abba", [["a", 1], ["b", 2], ["a", 1]]),
    ("zz", [["z", 2]]),
)
def run_lengths(text: str) -> list[list[object]]:
    """List each run of equal characters with its length."""
    runs: list[list[object]] = []
    start = 0
    for place in range(1, len(text) + 1):
        if place == len(text) or text[place] != text[start]:
            runs.append([text[start], place - start])
            start = place
    return runs


@cases(
    (["flower", "flow", "flight"], "fl"),
    (["same", "same"], "same"),
    (["a", "b"], ""),
    ([], ""),
    (["solo"], "solo"),
    (["ab", "abc"], "ab"),
    (["abc", "ab"], "ab"),
    (["abc", "axc"], "a"),
)
def shared_prefix(words: list[str]) -> str:
    """Find the longest beginning that all words share."""
    if not words:
        return ""
    size = 0
    shortest = min(words, key=len)
    while size < len(shortest):
        for word in words:
            if word[size] != shortest[size]:
                return shortest[:size]
        size += 1
    return shortest


@cases(
    ("abc", 1, "bcd"),
    ("xyz", 3, "abc"),
    ("Hi Z!", 2, "Jk B!"),
    ("bcd", -1, "abc"),
    ("", 4, ""),
    ("az", 26, "az"),
    ("a1", 1, "b1"),
)
def shift_letters(text: str, offset: int) -> str:
    """Move every letter along the alphabet, going round at its end."""
    moved = []
    for char in text:
        if char.isalpha():
            base = ord("A") if char.isupper() else ord("a")
            moved.append(chr((ord(char) - base + offset) % 26 + base))
        else:
            moved.append(char)
    return "".join(moved)


@cases(
    ("first_name", "firstName"),
    ("id", "id"),
    ("a_b_c", "aBC"),
    ("LAST_LOGIN_AT", "lastLoginAt"),
    ("x__y", "xY"),
)
def camel_case(name: str) -> str:
    """Turn words joined by underscores into camel case."""
    parts = name.split("_")
    joined = parts[0].lower()
    for part in parts[1:]:
        joined += part[:1].upper() + part[1:].lower()
    return joined


@cases(
    ("a long sentence", 8, "a lon..."),
    ("short", 8, "short"),
    ("exactly8", 8, "exactly8"),
    ("abcdef", 3, "abc"),
    ("abcdefg", 4, "a..."),
    ("abc", 0, ""),
    ("ninechars", 8, "ninec..."),
)
def ellipsize(text: str, limit: int) -> str:
    """Cut a text to `limit` characters, with three dots where there is room for them."""
    if len(text) <= limit:
        return text
    if limit <= 3:
        return text[:limit]
    return text[: limit - 3] + "..."


@cases(
    ("4111-2222", 4, "****-2222"),
    ("12ab34", 2, "**ab34"),
    ("99", 2, "99"),
    ("123", 0, "***"),
    ("none", 3, "none"),
    ("", 1, ""),
    ("1234", 9, "1234"),
)
def mask_digits(text: str, shown: int) -> str:
    """Star out all digits but the last few."""
    hidden = -shown
    for char in text:
        if char.isdigit():
            hidden += 1
    masked = ""
    for char in text:
        if char.isdigit() and hidden > 0:
            masked += "*"
            hidden -= 1
        else:
            masked += char
    return masked


@cases(
    ("Hello, World", "hello-world"),
    ("  A -- b ", "a-b"),
    ("", ""),
    ("one", "one"),
    ("C3 PO!", "c3-po"),
    ("!?", ""),
)
def slug(title: str) -> str:
    """Make a lower-case name of a title, with dashes between its words."""
    words = []
    word = ""
    for char in title.lower() + " ":
        if char.isalnum():
            word += char
        elif word:
            words.append(word)
            word = ""
    return "-".join(words)


@cases(
    ("banana", "an", 2),
    ("aaaa", "aa", 2),
    ("abc", "x", 0),
    ("", "a", 0),
    ("abc", "", 0),
    ("ab", "ab", 1),
    ("ab", "abc", 0),
    ("xab", "ab", 1),
)
def count_word(text: str, word: str) -> int:
    """Count the places where a word stands in a text, without overlap."""
    if not word:
        return 0
    found = 0
    place = 0
    while place + len(word) <= len(text):
        if text[place : place + len(word)] == word:
            found += 1
            place += len(word)
        else:
            place += 1
    return found


@cases(
    ("abc123", True),
    ("abcdef", False),
    ("12345678", False),
    ("a1", False),
    ("", False),
    ("x1y2z", False),
    ("PASS99", True),
)
def is_strong_password(text: str) -> bool:
    """Ask for six characters with a letter and a digit among them."""
    if len(text) < 6:
        return False
    has_letter = False
    has_digit = False
    for char in text:
        if char.isalpha():
            has_letter = True
        elif char.isdigit():
            has_digit = True
    return has_letter and has_digit
