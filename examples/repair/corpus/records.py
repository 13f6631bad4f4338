"""Functions about dictionaries, parsing and dates, each with its tests: raw material for bugs."""

from __future__ import annotations

from examples.repair.corpus.registry import cases


@cases(
    (["a", "b", "a"], {"a": 2, "b": 1}),
    ([], {}),
    (["x"], {"x": 1}),
    (["q", "q", "q"], {"q": 3}),
)
def tally(words: list[str]) -> dict[str, int]:
    """Count how often each word occurs."""
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return counts


@cases(
    ({"d1": ["red", "big"], "d2": ["red"]}, {"red": ["d1", "d2"], "big": ["d1"]}),
    ({}, {}),
    ({"d": []}, {}),
    ({"a": ["x"], "b": ["y"]}, {"x": ["a"], "y": ["b"]}),
)
def invert_tags(tags: dict[str, list[str]]) -> dict[str, list[str]]:
    """Turn documents with tags into tags with documents."""
    index: dict[str, list[str]] = {}
    for document in tags:
        for tag in tags[document]:
            if tag not in index:
                index[tag] = []
            index[tag].append(document)
    return index


@cases(
    (["ant", "bee", "ape"], {"a": ["ant", "ape"], "b": ["bee"]}),
    ([], {}),
    (["Cat", "cow", ""], {"c": ["Cat", "cow"]}),
    (["x"], {"x": ["x"]}),
)
def by_first_letter(words: list[str]) -> dict[str, list[str]]:
    """Group words by their first letter, passing over empty ones."""
    groups: dict[str, list[str]] = {}
    for word in words:
        if not word:
            continue
        letter = word[0].lower()
        groups[letter] = groups.get(letter, []) + [word]
    return groups


@cases(
    ({"a": 2}, {"a": 1, "b": 3}, {"a": 3, "b": 3}),
    ({}, {"x": 1}, {"x": 1}),
    ({"y": 5}, {}, {"y": 5}),
    ({"k": 1, "m": 1}, {"m": 4}, {"k": 1, "m": 5}),
)
def add_counts(first: dict[str, int], second: dict[str, int]) -> dict[str, int]:
    """Add up two tables of counts."""
    total = dict(first)
    for key in second:
        total[key] = total.get(key, 0) + second[key]
    return total


@cases(
    ({"a": {"b": 7}}, "a.b", 0, 7),
    ({"a": {"b": 7}}, "a.c", 0, 0),
    ({"a": 3}, "a", None, 3),
    ({}, "x", 9, 9),
    ({"a": 3}, "a.b", 1, 1),
)
def deep_get(record: dict[str, object], path: str, default: object) -> object:
    """Follow a dotted path into nested dictionaries."""
    value: object = record
    for key in path.split("."):
        if not isinstance(value, dict) or key not in value:
            return default
        value = value[key]
    return value


@cases(
    ({"ann": 3, "bob": 8}, "bob"),
    ({"x": 1}, "x"),
    ({}, None),
    ({"p": 4, "q": 4}, "p"),
    ({"m": -3, "n": -1, "o": -2}, "n"),
)
def leader(scores: dict[str, int]) -> str | None:
    """Name the key with the highest score, the first among equals."""
    best = None
    for name in scores:
        if best is None or scores[name] > scores[best]:
            best = name
    return best


@cases(
    ([["pen", 2, 150], ["ink", 1, 900]], {"pen": 10}, 1170),
    ([], {}, 0),
    ([["cup", 3, 100]], {"cup": 50}, 150),
    ([["hat", 2, 75]], {"pen": 10}, 150),
)
def basket_total(lines: list[tuple[str, int, int]], rebates: dict[str, int]) -> int:
    """Price a basket in cents, with a percentage off for some articles."""
    total = 0
    for name, count, price in lines:
        rebate = rebates.get(name, 0)
        total += count * price * (100 - rebate) // 100
    return total


@cases(
    ("a=1;b=2", {"a": "1", "b": "2"}),
    ("", {}),
    ("k = v ", {"k": "v"}),
    ("x=1;;y", {"x": "1", "y": ""}),
    ("e=a=b", {"e": "a=b"}),
)
def parse_pairs(text: str) -> dict[str, str]:
    """Read `name=value` settings parted by semicolons."""
    pairs = {}
    for part in text.split(";"):
        if not part:
            continue
        name, _, value = part.partition("=")
        pairs[name.strip()] = value.strip()
    return pairs


@cases(
    ("08:30", 510),
    ("00:00", 0),
    ("23:59", 1439),
    ("24:00", None),
    ("7:60", None),
    ("noon", None),
    ("12:00", 720),
)
def clock_minutes(text: str) -> int | None:
    """Read a time of day as minutes since midnight."""
    if ":" not in text:
        return None
    parts = text.split(":")
    hours = int(parts[0])
    minutes = int(parts[1])
    if hours >= 24 or minutes >= 60:
        return None
    return hours * 60 + minutes


@cases(
    ("([])", True),
    ("(]", False),
    ("", True),
    ("((", False),
    (")", False),
    ("a[b]{c}", True),
    ("{[}]", False),
)
def is_balanced(text: str) -> bool:
    """Tell whether all brackets are closed in order."""
    closing = {")": "(", "]": "[", "}": "{"}
    opened: list[str] = []
    for char in text:
        if char in "([{":
            opened.append(char)
        elif char in closing:
            if not opened or opened[-1] != closing[char]:
                return False
            opened.pop()
    return not opened


@cases(
    ("3 4 +", 7),
    ("5", 5),
    ("9 2 -", 7),
    ("2 3 4 * +", 14),
    ("8 2 - 3 *", 18),
    ("", None),
)
def postfix_value(text: str) -> int | None:
    """Work out a sum written in postfix notation."""
    stack: list[int] = []
    for token in text.split():
        if token.isdigit():
            stack.append(int(token))
            continue
        right = stack.pop()
        left = stack.pop()
        if token == "+":
            stack.append(left + right)
        elif token == "-":
            stack.append(left - right)
        else:
            stack.append(left * right)
    return stack[-1] if stack else None


@cases(
    ("1-3,7", [1, 2, 3, 7]),
    ("", []),
    ("5", [5]),
    ("2-2", [2]),
    ("9,4-5", [9, 4, 5]),
)
def page_numbers(text: str) -> list[int]:
    """Read a list of pages such as `1-3,7`."""
    pages: list[int] = []
    if not text:
        return pages
    for part in text.split(","):
        if "-" in part:
            first, last = part.split("-")
            pages.extend(range(int(first), int(last) + 1))
        else:
            pages.append(int(part))
    return pages


@cases(
    ("a,b", ["a", "b"]),
    ('"x,y",z', ["x,y", "z"]),
    ("", [""]),
    ("one,", ["one", ""]),
    ('p"q"r', ["pqr"]),
    ("a,b,c", ["a", "b", "c"]),
)
def csv_fields(line: str) -> list[str]:
    """Split a line at its commas, but not inside quotes."""
    fields = []
    field = ""
    quoted = False
    for char in line:
        if char == '"':
            quoted = not quoted
        elif char == "," and not quoted:
            fields.append(field)
            field = ""
        else:
            field += char
    fields.append(field)
    return fields


@cases(
    ("1.2", "1.10", -1),
    ("2.0", "1.9", 1),
    ("1.0", "1.0", 0),
    ("1.2.1", "1.2", 1),
    ("3", "3.1", -1),
)
def compare_versions(first: str, second: str) -> int:
    """Order two version numbers: minus one, nought or one."""
    left = [int(part) for part in first.split(".")]
    right = [int(part) for part in second.split(".")]
    if left == right:
        return 0
    return -1 if left < right else 1


@cases(
    (2, 2024, 29),
    (2, 2023, 28),
    (2, 1900, 28),
    (2, 2000, 29),
    (4, 2021, 30),
    (12, 2021, 31),
    (13, 2020, None),
    (0, 2020, None),
    (1, 2020, 31),
    (6, 2021, 30),
    (9, 2021, 30),
    (11, 2021, 30),
)
def days_in_month(month: int, year: int) -> int | None:
    """Tell how many days a month has."""
    if month < 1 or month > 12:
        return None
    if month == 2:
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        return 29 if leap else 28
    if month in [4, 6, 9, 11]:
        return 30
    return 31


@cases((1, 1, 1), (31, 1, 31), (1, 2, 32), (1, 3, 60), (31, 12, 365), (5, 4, 95))
def day_of_year(day: int, month: int) -> int:
    """Number the days of a common year from one."""
    lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    days = day
    for place in range(month - 1):
        days += lengths[place]
    return days


@cases(
    (3725, "1h 2m 5s"),
    (59, "59s"),
    (60, "1m 0s"),
    (0, "0s"),
    (3600, "1h 0m 0s"),
    (7199, "1h 59m 59s"),
    (-1, ""),
)
def spell_duration(seconds: int) -> str:
    """Write a number of seconds with hours and minutes."""
    if seconds < 0:
        return ""
    hours = seconds // 3600
    minutes = seconds % 3600 // 60
    parts = []
    if hours > 0:
        parts.append(str(hours) + "h")
    if minutes > 0 or hours > 0:
        parts.append(str(minutes) + "m")
    parts.append(str(seconds % 60) + "s")
    return " ".join(parts)


@cases((22, 5, 3), (0, -1, 23), (10, 0, 10), (23, 1, 0), (5, 30, 11))
def add_hours(hour: int, change: int) -> int:
    """Move the hour hand of a 24-hour clock."""
    return (hour + change) % 24
