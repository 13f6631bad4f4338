"""Characters that nobody sees and a program or a model reads all the same."""

from __future__ import annotations

import re
from typing import Final

# What could steer a terminal or hide in a text, white space aside: Cc, Cf and what Unicode lets
# a program ignore, since a model reads it nevertheless. U+FE0F stays, which colours an emoji.
UNSEEN: Final = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2"
    "\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0e"
    "\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
