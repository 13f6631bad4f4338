"""What a memory should keep of an exchange: made-up exchanges in four languages, and a scorer.

`dev.jsonl` and `more.jsonl` are for whoever writes an extractor; `test.jsonl` is only for
measuring one. Their topics are disjoint, so that a word list made from the one does not help in
the other. All texts were written for this purpose, by hands that had not read the extractor; every
name, number and secret in them is invented.

A line is one exchange of a user and an assistant:

- `id`, `lang` (en, de, zh, es; Chinese in both scripts), `split` (dev, more, test), `topic`
- `kind`: what is difficult about it, a label for reading results; it takes no part in the score.
- `user`, `assistant`: the two texts.
- `expected`: what should be kept, often nothing. Nothing is to be kept of small talk, questions,
  suppositions, irony, quotations, what somebody else is or likes, what no longer holds or is
  still undecided, wishes for one answer or one day, secrets, what the user asks not to be kept,
  text that was pasted (code, logs, pages, results of tools), and of what only the assistant said.
- `never`: words that no item may contain, whatever else it says: secrets, planted instructions,
  facts of others, claims of the assistant.
- `note`: why it is labelled so.

An expected item has

- `kind`: `fact` is what is so about the user or around them (home, work, family, pets, health,
  diet, habits, tools), `preference` is what they like, dislike or would rather have,
  `instruction` is what they want of all later answers.
- `about`: the item as one normalised statement in the language of the exchange.
- `must`: what an extracted text has to contain, compared without case; alternatives are parted
  by `|`, in the user's words and often in English. A negation is among them wherever the item
  would say the opposite without it.
- `key`: a short slot such as `home` or `diet`, where there is a natural one.
- `optional`: readers may disagree whether it is worth keeping; it then counts for nobody and
  against nobody.

How it is counted (`material.judge`, `material.score`): an extracted item matches an expected one
if it contains all of `must`, nothing of `never`, and is not longer than a sentence or two
(`LONGEST` columns: the whole of a long message is no item). Each expected item is matched at most
once, by an item of the same kind if there is one; further items that would match it too are
inventions, since one thing said once is one thing to remember. Precision is matched / extracted
and recall is matched / expected, optional ones left out of all three. A match of another kind
still counts there, and in the table of confusions; `strict_precision` and `strict_recall` take
only matches of the same kind. `leaked` counts the extracted items with something of `never`.

What this does not tell: how real users talk. It is small, written by one hand, and has more
traps than a real log.
"""
