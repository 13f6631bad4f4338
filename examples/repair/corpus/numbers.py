"""Functions about numbers, each with its tests: raw material for bugs."""

from __future__ import annotations

from examples.repair.corpus.registry import cases


@cases((123, 6), (0, 0), (9, 9), (10, 1), (-45, 9), (808, 16))
def digit_sum(number: int) -> int:
    """Add up the decimal digits."""
    total = 0
    rest = abs(number)
    while rest > 0:
        total += rest % 10
        rest //= 10
    return total


@cases((12, 18, 6), (7, 0, 7), (0, 4, 4), (5, 5, 5), (17, 3, 1), (100, 75, 25))
def common_divisor(a: int, b: int) -> int:
    """Find the greatest common divisor."""
    while b != 0:
        remainder = a % b
        a = b
        b = remainder
    return a


@cases(
    (2, True),
    (1, False),
    (0, False),
    (9, False),
    (13, True),
    (4, False),
    (25, False),
    (3, True),
    (-7, False),
    (15, False),
)
def is_prime(number: int) -> bool:
    """Tell whether a number has no divisor but one and itself."""
    if number < 2:
        return False
    divisor = 2
    while divisor * divisor <= number:
        if number % divisor == 0:
            return False
        divisor += 1
    return True


@cases((1, 0), (6, 8), (7, 16), (2, 1), (0, 0), (-3, 0))
def halving_steps(number: int) -> int:
    """Count the steps of "halve if even, else triple and add one" down to one."""
    if number < 1:
        return 0
    steps = 0
    while number != 1:
        if number % 2 == 0:
            number = number // 2
        else:
            number = 3 * number + 1
        steps += 1
    return steps


@cases((10, 2, "1010"), (0, 2, "0"), (255, 16, "ff"), (7, 8, "7"), (35, 36, "z"), (8, 8, "10"))
def in_base(number: int, base: int) -> str:
    """Write a number in another base."""
    if number == 0:
        return "0"
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    written = ""
    while number > 0:
        written = digits[number % base] + written
        number //= base
    return written


@cases((5, 0, 3, 3), (-1, 0, 3, 0), (2, 0, 3, 2), (1, 4, 2, 2), (9, 4, 2, 4), (3, 3, 3, 3))
def clamp(value: int, low: int, high: int) -> int:
    """Keep a value between two bounds, in whichever order they are given."""
    if low > high:
        low, high = high, low
    return max(low, min(value, high))


@cases((50, 75, 50.0), (80, 60, -25.0), (0, 5, None), (10, 10, 0.0), (4, 9, 125.0))
def percent_change(old: int, new: int) -> float | None:
    """Express a change in percent of the old value."""
    if old == 0:
        return None
    return (new - old) * 100 / old


@cases((16, 4), (15, 3), (0, 0), (1, 1), (24, 4), (25, 5), (-1, None), (3, 1), (99, 9))
def whole_root(number: int) -> int | None:
    """Find the largest whole number whose square fits."""
    if number < 0:
        return None
    low = 0
    high = number + 1
    while high - low > 1:
        middle = (low + high) // 2
        if middle * middle <= number:
            low = middle
        else:
            high = middle
    return low


@cases(([3, 1, 2], 2), ([4, 1, 3, 2], 2.5), ([], None), ([7], 7), ([5, 1], 3.0), ([9, 9, 1], 9))
def median(values: list[int]) -> float | None:
    """Find the middle value, or the mean of the middle two."""
    if not values:
        return None
    ranked = sorted(values)
    middle = len(ranked) // 2
    if len(ranked) % 2 == 1:
        return ranked[middle]
    return (ranked[middle - 1] + ranked[middle]) / 2


@cases((4, "IV"), (9, "IX"), (14, "XIV"), (0, ""), (58, "LVIII"), (1, "I"), (40, "XL"), (90, "XC"))
def roman(number: int) -> str:
    """Write a number below one hundred in Roman numerals."""
    values = [90, 50, 40, 10, 9, 5, 4, 1]
    signs = ["XC", "L", "XL", "X", "IX", "V", "IV", "I"]
    written = ""
    for place in range(len(values)):
        while number >= values[place]:
            written += signs[place]
            number -= values[place]
    return written


@cases(
    (3, 4, 5, "scalene"),
    (2, 2, 2, "equilateral"),
    (2, 2, 3, "isosceles"),
    (3, 2, 2, "isosceles"),
    (2, 3, 2, "isosceles"),
    (1, 2, 3, "none"),
    (5, 1, 1, "none"),
    (1, 6, 2, "none"),
    (3, 3, 7, "none"),
    (3, 7, 3, "none"),
    (7, 3, 3, "none"),
    (1, 3, 2, "none"),
    (3, 1, 2, "none"),
)
def triangle_kind(a: int, b: int, c: int) -> str:
    """Name the kind of triangle that three sides make."""
    if a + b <= c or a + c <= b or b + c <= a:
        return "none"
    if a == b and b == c:
        return "equilateral"
    if a == b or b == c or a == c:
        return "isosceles"
    return "scalene"


@cases(
    (30, [25, 10, 5], [25, 5]),
    (0, [5], []),
    (3, [5], None),
    (20, [10, 5], [10, 10]),
    (7, [5, 1], [5, 1, 1]),
    (-5, [5], []),
    (-1, [1], []),
)
def make_change(amount: int, coins: list[int]) -> list[int] | None:
    """Pay an amount with the largest coins first."""
    if amount < 0:
        return []
    paid = []
    for coin in coins:
        while amount >= coin:
            paid.append(coin)
            amount -= coin
    return paid if amount == 0 else None


@cases((100, 2), (7, 0), (0, 0), (1050, 1), (-30, 1), (1000, 3))
def trailing_zeros(number: int) -> int:
    """Count the zeros at the end of a number."""
    if number == 0:
        return 0
    zeros = 0
    while number % 10 == 0:
        zeros += 1
        number //= 10
    return zeros


@cases((13, 5, 15), (12, 5, 10), (10, 5, 10), (5, 10, 10), (7, 0, 7), (4, 10, 0), (1, 3, 0))
def round_to_step(value: int, step: int) -> int:
    """Round to the nearest multiple of a step, halves upward."""
    if step == 0:
        return value
    below = value // step * step
    if (value - below) * 2 >= step:
        return below + step
    return below


@cases((0, [0]), (1, [0, 1, 1]), (5, [0, 1, 1, 2, 3, 5]), (10, [0, 1, 1, 2, 3, 5, 8]), (-1, []))
def fibonacci_upto(limit: int) -> list[int]:
    """List the Fibonacci numbers that do not pass a limit."""
    if limit < 0:
        return []
    sequence = [0]
    following = 1
    while following <= limit:
        sequence.append(following)
        following = sequence[-1] + sequence[-2]
    return sequence


@cases((28, True), (6, True), (12, False), (1, False), (0, False), (8, False))
def is_perfect(number: int) -> bool:
    """Tell whether the proper divisors add up to the number."""
    if number < 1:
        return False
    total = 0
    for divisor in range(1, number // 2 + 1):
        if number % divisor == 0:
            total += divisor
    return total == number
