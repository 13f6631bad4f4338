"""Functions about lists, each with its tests: raw material for bugs."""

from __future__ import annotations

from examples.repair.corpus.registry import cases


@cases(
    ([1, 2, 3, 4], 2, [1.5, 2.5, 3.5]),
    ([5], 1, [5.0]),
    ([1, 2], 3, []),
    ([1, 2], 0, []),
    ([2, 4, 6], 3, [4.0]),
    ([1, 2], -1, []),
)
def moving_average(values: list[int], window: int) -> list[float]:
    """Average every full window of neighbours."""
    if window <= 0:
        return []
    averages = []
    for start in range(len(values) - window + 1):
        averages.append(sum(values[start : start + window]) / window)
    return averages


@cases(
    ([1, 2, 3, 4, 5], 2, [[1, 2], [3, 4], [5]]),
    ([], 3, []),
    ([1, 2], 2, [[1, 2]]),
    ([1, 2], 5, [[1, 2]]),
    ([7, 8], 1, [[7], [8]]),
    ([1], 0, []),
)
def batches(items: list[int], size: int) -> list[list[int]]:
    """Cut a list into pieces of `size`; the last may be shorter."""
    if size < 1:
        return []
    pieces = []
    start = 0
    while start < len(items):
        pieces.append(items[start : start + size])
        start += size
    return pieces


@cases(
    ([1, 3], [2, 4], [1, 2, 3, 4]),
    ([1], [2, 9], [1, 2, 9]),
    ([], [], []),
    ([5, 6, 7], [], [5, 6, 7]),
    ([1, 2], [8], [1, 8, 2]),
    ([-1], [-2], [-1, -2]),
)
def interleave(left: list[int], right: list[int]) -> list[int]:
    """Take items from two lists in turn."""
    woven = []
    for place in range(max(len(left), len(right))):
        if place < len(left):
            woven.append(left[place])
        if place < len(right):
            woven.append(right[place])
    return woven


@cases(
    ([1, 2, 3, 4], 1, [2, 3, 4, 1]),
    ([1, 2, 3], 0, [1, 2, 3]),
    ([1, 2, 3], 5, [3, 1, 2]),
    ([], 2, []),
    ([1, 2, 3], -1, [3, 1, 2]),
)
def rotate(items: list[int], steps: int) -> list[int]:
    """Turn a list to the left by some steps."""
    if not items:
        return []
    cut = steps % len(items)
    return items[cut:] + items[:cut]


@cases(
    ([3, 1, 3, 2, 1], [3, 1, 2]),
    ([], []),
    ([4, 4, 4], [4]),
    ([1, 2], [1, 2]),
)
def without_repeats(items: list[int]) -> list[int]:
    """Keep the first of every value, in order."""
    seen = []
    for item in items:
        if item in seen:
            continue
        seen.append(item)
    return seen


@cases(
    ([1, 4], [2, 3], [1, 2, 3, 4]),
    ([], [1], [1]),
    ([2], [], [2]),
    ([1, 1], [1], [1, 1, 1]),
    ([5, 6], [1, 7, 8], [1, 5, 6, 7, 8]),
    ([1], [2, 3], [1, 2, 3]),
)
def merge_sorted(first: list[int], second: list[int]) -> list[int]:
    """Join two sorted lists into one sorted list."""
    merged = []
    i = 0
    j = 0
    while i < len(first) and j < len(second):
        if first[i] < second[j]:
            merged.append(first[i])
            i += 1
        else:
            merged.append(second[j])
            j += 1
    return merged + first[i:] + second[j:]


@cases(
    ([1, 2, 3], True),
    ([1, 1], False),
    ([3, 1], False),
    ([], True),
    ([7], True),
    ([1, 3, 2], False),
    ([1, 2, 2, 3], False),
)
def is_rising(values: list[int]) -> bool:
    """Tell whether every value is above the one before it."""
    for place in range(len(values) - 1):
        if values[place] >= values[place + 1]:
            return False
    return True


@cases(
    ([4, 1, 7, 2], 3, [[1, 2], [4, 7]]),
    ([3, 3], 3, [[], [3, 3]]),
    ([], 1, [[], []]),
    ([0, 9], 5, [[0], [9]]),
)
def split_at_pivot(values: list[int], pivot: int) -> list[list[int]]:
    """Part values into those below the pivot and the rest."""
    below = []
    rest = []
    for value in values:
        if value < pivot:
            below.append(value)
        else:
            rest.append(value)
    return [below, rest]


@cases(
    ([4, 9, 7], 7),
    ([5, 5, 2], 2),
    ([3], None),
    ([], None),
    ([-2, -1, -5], -2),
    ([1, 1], None),
    ([2, 8, 8, 3], 3),
    ([4, 6], 4),
)
def second_largest(values: list[int]) -> int | None:
    """Find the largest value below the maximum."""
    if len(values) < 2:
        return None
    top = max(values)
    runner = None
    for value in values:
        if value != top and (runner is None or value > runner):
            runner = value
    return runner


@cases(
    ([1, [2, 3], 4], [1, 2, 3, 4]),
    ([], []),
    ([[]], []),
    ([[1, [2]], 3], [1, [2], 3]),
    ([5], [5]),
)
def flatten_once(items: list[object]) -> list[object]:
    """Open the lists inside a list, one level deep."""
    flat: list[object] = []
    for item in items:
        if isinstance(item, list):
            flat.extend(item)
        else:
            flat.append(item)
    return flat


@cases(
    ([True, True, False, True], 2),
    ([], 0),
    ([False], 0),
    ([True], 1),
    ([False, True, True, True], 3),
    ([True, False, True, True], 2),
)
def longest_streak(flags: list[bool]) -> int:
    """Measure the longest run of true flags."""
    best = 0
    current = 0
    for flag in flags:
        if not flag:
            current = 0
            continue
        current += 1
        best = max(best, current)
    return best


@cases(
    ([5, 9, 1, 7], 2, [9, 7]),
    ([3], 4, [3]),
    ([2, 2, 8], 3, [8, 2, 2]),
    ([1, 2], 0, []),
    ([], 1, []),
    ([4, 6], -1, []),
    ([5, 9], 1, [9]),
)
def top_scores(scores: list[int], count: int) -> list[int]:
    """List the highest scores, best first."""
    if count <= 0:
        return []
    ranked = sorted(scores, reverse=True)
    return ranked[:count]


@cases(
    ([1, 2, 3, 4], 5, 2),
    ([2, 2, 2], 4, 3),
    ([], 3, 0),
    ([5], 10, 0),
    ([1, 9], 3, 0),
    ([0, 3, 7], 3, 1),
    ([-1, 1], 0, 1),
)
def pairs_with_sum(values: list[int], target: int) -> int:
    """Count the pairs that add up to a target."""
    pairs = 0
    for i in range(len(values)):
        for j in range(i + 1, len(values)):
            if values[i] + values[j] == target:
                pairs += 1
    return pairs


@cases(
    ([1, 2, 3], [0, 1, 3]),
    ([5], [0]),
    ([], []),
    ([4, -4, 2], [0, 4, 0]),
)
def sums_before(values: list[int]) -> list[int]:
    """List, for every place, the sum of all values before it."""
    sums = []
    total = 0
    for value in values:
        sums.append(total)
        total += value
    return sums


@cases(
    ([7, 1, 5, 3, 6, 4], 5),
    ([7, 6, 4], 0),
    ([], 0),
    ([2], 0),
    ([1, 2], 1),
    ([3, 8, 1, 9], 8),
)
def best_profit(prices: list[int]) -> int:
    """Find the best gain from one purchase and one later sale."""
    if not prices:
        return 0
    cheapest = prices[0]
    profit = 0
    for price in prices[1:]:
        profit = max(profit, price - cheapest)
        cheapest = min(cheapest, price)
    return profit


@cases(([1, 2, 1], True), ([1, 2, 3], False), ([], False), ([4], False), ([5, 5], True))
def has_repeat(items: list[int]) -> bool:
    """Tell whether any value occurs twice."""
    seen = []
    for item in items:
        if item in seen:
            return True
        seen.append(item)
    return False


@cases(
    ([1, 3], [1, 2, 3], True),
    ([3, 1], [1, 2, 3], False),
    ([], [5], True),
    ([4], [], False),
    ([2, 2], [2, 1, 2], True),
    ([2, 2], [2, 1], False),
    ([], [], True),
)
def is_subsequence(short: list[int], long: list[int]) -> bool:
    """Tell whether one list can be had by leaving items out of another."""
    if not short:
        return True
    place = 0
    for item in long:
        if place < len(short) and item == short[place]:
            place += 1
    return place == len(short)
