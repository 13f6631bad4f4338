"""Functions about searching, grids and intervals, each with its tests: raw material for bugs."""

from __future__ import annotations

from examples.repair.corpus.registry import cases


@cases(
    ([1, 3, 5, 7], 7, 3),
    ([1, 3, 5, 7], 1, 0),
    ([], 2, -1),
    ([1, 3, 5], 4, -1),
    ([2], 2, 0),
    ([2], 5, -1),
    ([1, 4], 0, -1),
    ([1, 3, 5, 7, 9, 11], 9, 4),
    ([1, 3, 5, 7, 9, 11], 11, 5),
)
def binary_find(ordered: list[int], wanted: int) -> int:
    """Find the place of a value in a sorted list, or minus one."""
    low = 0
    high = len(ordered) - 1
    while low <= high:
        middle = (low + high) // 2
        if ordered[middle] == wanted:
            return middle
        if ordered[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1


@cases(
    ([1, 3, 5], 4, 2),
    ([], 1, 0),
    ([1, 3], 0, 0),
    ([1, 3], 9, 2),
    ([2, 2, 2], 2, 3),
    ([1, 2, 4], 1, 1),
)
def place_after(ordered: list[int], value: int) -> int:
    """Find where a value goes in a sorted list, after its equals."""
    place = 0
    while place < len(ordered) and ordered[place] <= value:
        place += 1
    return place


@cases(([1, 2, 4], 3), ([], 1), ([2, 3], 1), ([3, 1, 2], 4), ([-1, 0, 1], 2), ([1, 1], 2))
def first_missing(numbers: list[int]) -> int:
    """Find the smallest positive number that is absent."""
    candidate = 1
    while candidate in numbers:
        candidate += 1
    return candidate


@cases(
    ([1, 5, 2], 1),
    ([1, 2, 3], -1),
    ([3, 1], -1),
    ([], -1),
    ([0, 1, 1, 0], -1),
    ([5, 1, 4, 2], 2),
    ([2, 2, 1], -1),
)
def first_peak(heights: list[int]) -> int:
    """Find the first inner place that is above both neighbours."""
    for place in range(1, len(heights) - 1):
        left = heights[place - 1]
        right = heights[place + 1]
        if heights[place] > left and heights[place] > right:
            return place
    return -1


@cases(
    ([1, 2, 3, 4], [2, 3], 1),
    ([1, 2], [2], 1),
    ([1, 2], [3], -1),
    ([], [1], -1),
    ([1, 1, 2], [1, 2], 1),
    ([4, 5], [], 0),
    ([1, 2], [1, 2], 0),
    ([0, 0, 1], [1], 2),
)
def find_run(items: list[int], run: list[int]) -> int:
    """Find where a short list stands inside a long one, or minus one."""
    for start in range(len(items) - len(run) + 1):
        if items[start : start + len(run)] == run:
            return start
    return -1


@cases(
    ([3, 7, 3], 3, 2),
    ([1], 2, -1),
    ([], 0, -1),
    ([5, 6], 5, 0),
    ([0, 0, 0], 0, 2),
)
def last_place(items: list[int], wanted: int) -> int:
    """Find the last place of a value, or minus one."""
    place = len(items) - 1
    while place >= 0:
        if items[place] == wanted:
            return place
        place -= 1
    return -1


@cases(
    ([[1, 2], [3, 4]], [[1, 3], [2, 4]]),
    ([], []),
    ([[1, 2, 3]], [[1], [2], [3]]),
    ([[5], [6]], [[5, 6]]),
)
def transpose(grid: list[list[int]]) -> list[list[int]]:
    """Turn the columns of a grid into rows."""
    if not grid:
        return []
    turned = []
    for column in range(len(grid[0])):
        line = []
        for row in grid:
            line.append(row[column])
        turned.append(line)
    return turned


@cases(
    ([[1, 1], [0, 1]], 0, 0, 2),
    ([[1]], 0, 0, 0),
    ([[0, 1, 0], [1, 1, 1], [0, 1, 0]], 1, 1, 4),
    ([[1, 1, 1], [1, 0, 1], [1, 1, 1]], 1, 1, 8),
    ([[0, 1], [1, 0]], 1, 1, 2),
)
def live_neighbours(grid: list[list[int]], row: int, column: int) -> int:
    """Count the ones around a cell, diagonals too."""
    live = 0
    for r in range(max(row - 1, 0), min(row + 2, len(grid))):
        for c in range(max(column - 1, 0), min(column + 2, len(grid[0]))):
            if r == row and c == column:
                continue
            live += grid[r][c]
    return live


@cases(
    ([[1, 2], [3, 4]], 5),
    ([[7]], 7),
    ([], 0),
    ([[1, 0, 0], [0, 2, 0], [0, 0, 3]], 6),
)
def diagonal_sum(grid: list[list[int]]) -> int:
    """Add up the cells from the top left to the bottom right."""
    total = 0
    for place in range(len(grid)):
        total += grid[place][place]
    return total


@cases(
    ([[1, 1, 0], [0, 1, 0], [1, 0, 1]], 0, 0, 3),
    ([[0]], 0, 0, 0),
    ([[1, 0, 1]], 0, 2, 1),
    ([[1, 1], [1, 1]], 1, 1, 4),
    ([[1, 0], [1, 1]], 0, 0, 3),
)
def region_size(grid: list[list[int]], row: int, column: int) -> int:
    """Count the ones that hang together with a cell."""
    size = 0
    waiting = [(row, column)]
    seen = []
    while waiting:
        r, c = waiting.pop()
        if r < 0 or r >= len(grid) or c < 0 or c >= len(grid[0]):
            continue
        if (r, c) in seen or grid[r][c] == 0:
            continue
        seen.append((r, c))
        size += 1
        waiting.extend([(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)])
    return size


@cases(
    ([[1, 3], [2, 5], [8, 9]], [[1, 5], [8, 9]]),
    ([], []),
    ([[4, 6], [1, 4]], [[1, 6]]),
    ([[1, 9], [2, 3]], [[1, 9]]),
    ([[1, 2], [5, 6], [6, 8]], [[1, 2], [5, 8]]),
    ([[1, 2], [3, 4]], [[1, 2], [3, 4]]),
)
def merge_spans(spans: list[list[int]]) -> list[list[int]]:
    """Join the intervals that touch or overlap."""
    joined: list[list[int]] = []
    for span in sorted(spans):
        if joined and span[0] <= joined[-1][1]:
            joined[-1][1] = max(joined[-1][1], span[1])
        else:
            joined.append(span)
    return joined


@cases(
    ([1, 5], [3, 8], 2),
    ([1, 2], [2, 4], 0),
    ([0, 9], [2, 4], 2),
    ([1, 2], [5, 6], 0),
    ([3, 8], [1, 5], 2),
)
def overlap(first: list[int], second: list[int]) -> int:
    """Measure how long two intervals run together."""
    start = max(first[0], second[0])
    end = min(first[1], second[1])
    if end <= start:
        return 0
    return end - start


@cases(
    ([[9, 10], [11, 12]], 8, 13, [[8, 9], [10, 11], [12, 13]]),
    ([], 1, 2, [[1, 2]]),
    ([[1, 5]], 1, 5, []),
    ([[2, 3], [3, 4]], 2, 6, [[4, 6]]),
    ([[1, 2]], 0, 2, [[0, 1]]),
)
def free_slots(busy: list[list[int]], opening: int, closing: int) -> list[list[int]]:
    """List the gaps between sorted appointments in a day."""
    free = []
    clock = opening
    for start, end in busy:
        if start > clock:
            free.append([clock, start])
        clock = end
    if clock < closing:
        free.append([clock, closing])
    return free


@cases(
    ([[1, 2], [5, 9]], 5, True),
    ([[1, 2], [5, 9]], 9, False),
    ([[1, 2]], 0, False),
    ([], 3, False),
    ([[1, 4], [6, 7]], 3, True),
    ([[1, 4]], 4, False),
)
def is_covered(spans: list[list[int]], point: int) -> bool:
    """Tell whether a point lies in one of the half-open intervals."""
    for start, end in spans:
        if start <= point and point < end:
            return True
    return False


@cases(
    ([[1, 2], [3, 0]], True),
    ([[1, 2], [3, 1]], False),
    ([], True),
    ([[4]], True),
    ([[1, 1], [2, 0], [0, 3]], False),
    ([[5, 5], [1, 2]], False),
)
def has_equal_rows(grid: list[list[int]]) -> bool:
    """Tell whether all rows of a grid have the same sum."""
    if not grid:
        return True
    wanted = sum(grid[0])
    for row in grid[1:]:
        if sum(row) != wanted:
            return False
    return True
