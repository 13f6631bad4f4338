"""The composition root: a URL and options become the parts of a memory.

The only place that names adapters; each is imported where it is chosen, so that a process loads
only what it uses.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Literal

from seasoned.connect.models import choose_embedder as choose_embedder
from seasoned.connect.models import choose_llm as choose_llm
from seasoned.connect.models import named_embedder as named_embedder
from seasoned.core import values
from seasoned.core.cautions import GuardPolicy
from seasoned.core.exporting import ExportOptions
from seasoned.core.indicators import CurveReport
from seasoned.core.readings import Reading
from seasoned.core.recall import RecallPolicy
from seasoned.core.spending import Budget
from seasoned.core.storage import is_text_name
from seasoned.core.thompson import ThompsonPolicy
from seasoned.errors import InvalidInput, StoreError
from seasoned.memories.documents import Cutting
from seasoned.memories.embedding import Embedding
from seasoned.memories.exporting import Form
from seasoned.memories.ids import Ids
from seasoned.memories.passages import LookupPolicy
from seasoned.memories.search import IndexMaker, Searcher
from seasoned.memories.spending import StoreLedger
from seasoned.memories.uses import Uses
from seasoned.memories.working import WorkingPolicy
from seasoned.memories.writing import Redact, Writer
from seasoned.ports import Analyzer, Clock, Store
from seasoned.ports.llm import LLM


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The current moment, aware UTC."""
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Options:
    """What `Memory.open` may be told beyond where and who.

    Attributes:
        synchronous: ``full``: a write that returned survives a power cut. ``normal``: faster,
            survives a killed process only, and receipts say `durable=False`.
        redact: Applied to every text before it is written.
        policy: The numbers that recall decides by.
        agent: Name that records carry unless they bring their own.
        session: Session that records carry unless they bring their own.
        clock: Tells the time.
        holdout: Share of tasks, in [0, 1], whose attempts run without memory, so that what it is
            worth can be measured; 0 for none. A changed share begins a new epoch.
        seed: Of what is drawn by chance, such as replay; None draws anew in each process.
        choosing: The numbers that a strategy is chosen by.
        guard: The numbers that `warn` decides by.
        lookup: The numbers that looking up notes, facts and documents decides by.
        cutting: How documents are cut.
        working: How conversations are kept within their budget.
        budget: What calls of the language model may cost, all processes together; None for no
            limit. Nothing is sent that would pass it.
    """

    synchronous: Literal["full", "normal"] = "full"
    redact: Redact | None = None
    policy: RecallPolicy = RecallPolicy()
    agent: str | None = None
    session: str | None = None
    clock: Clock = field(default_factory=SystemClock)
    seed: int | None = None
    holdout: float = 0.0
    choosing: ThompsonPolicy = ThompsonPolicy()
    guard: GuardPolicy = GuardPolicy()
    lookup: LookupPolicy = LookupPolicy()
    cutting: Cutting = Cutting()
    working: WorkingPolicy = WorkingPolicy()
    budget: Budget | None = None

    def __post_init__(self) -> None:
        if self.synchronous not in ("full", "normal"):
            raise InvalidInput(f"synchronous must be full or normal, got {self.synchronous!r}")
        if self.redact is not None and not callable(self.redact):
            raise InvalidInput(
                f"redact must be a function of a text, got {values.shown(self.redact)}"
            )
        if not callable(getattr(self.clock, "now", None)):
            raise InvalidInput(
                f"clock must have a method now(), got {values.shown(self.clock)}; leave it out"
            )
        values.instance(self.guard, GuardPolicy, "guard", "use GuardPolicy(likely=0.7)")
        values.instance(self.choosing, ThompsonPolicy, "choosing", "use ThompsonPolicy(hope=0.1)")
        values.instance(self.lookup, LookupPolicy, "lookup", "use LookupPolicy(lexical=0.5)")
        values.instance(self.cutting, Cutting, "cutting", "use Cutting(size=256)")
        values.instance(self.working, WorkingPolicy, "working", "use WorkingPolicy()")
        if self.budget is not None:
            values.instance(self.budget, Budget, "budget", "use Budget(tokens_per_day=100_000)")
        object.__setattr__(self, "holdout", values.unit(self.holdout, "holdout"))
        if self.seed is not None:
            values.instance(self.seed, int, "seed", "use a whole number")


@dataclass(frozen=True, slots=True)
class Parts:
    """What a memory is made of, and shares with its views as other users."""

    store: Store
    searcher: Searcher
    writer: Writer
    analyzer: Analyzer
    embedding: Embedding
    llm: LLM | None = None
    uses: Uses = field(default_factory=Uses)


def connect(url: str | os.PathLike[str], embedder: Any, options: Options, llm: Any = None) -> Parts:
    """Open the store that `url` names and put the parts around it.

    Raises:
        InvalidInput: the URL, the embedder or the language model is of no known kind.
        StoreError: the store cannot be opened.
    """
    from seasoned.tokenizers.snowball import SnowballAnalyzer

    chosen, analyzer = choose_embedder(embedder), SnowballAnalyzer()
    model = choose_llm(llm)
    store = _store(url, options, analyzer)
    embedding = Embedding(store, chosen)
    writer = Writer(
        clock=options.clock,
        ids=Ids(options.clock),
        analyzer=analyzer,
        embedding=embedding,
        redact=options.redact,
        agent=options.agent,
        session=options.session,
    )
    if model is not None:
        model = metered(model, options, store)
    return Parts(store, Searcher(store, _indexes()), writer, analyzer, embedding, model)


def metered(llm: LLM, options: Options, store: Store) -> LLM:
    """A model under the budget of a memory, which all processes share; itself if there is none."""
    if options.budget is None:
        return llm
    from seasoned.llms.metered import Metered

    ledger = StoreLedger(store.knowledge.spending, llm.model)
    return Metered(llm, options.budget, ledger, options.clock)


def _store(url: str | os.PathLike[str], options: Options, analyzer: Analyzer) -> Store:
    kind, path = _place(url)
    if path is not None and os.path.isdir(path):
        inside = os.path.join(path, "seasoned.db")
        raise StoreError(f"{path!r} is a folder; name a file in it, such as {inside!r}")
    if kind == "jsonl" and path is not None:
        from seasoned.stores.jsonl import open_jsonl

        return open_jsonl(path, analyzer=analyzer, synchronous=options.synchronous)
    from seasoned.stores.sqlite import open_sqlite

    return open_sqlite(path, synchronous=options.synchronous)


def file_of(url: str | os.PathLike[str]) -> str | None:
    """The file that a URL names, ``~`` being a home folder; None for a store in memory.

    Raises:
        InvalidInput: the URL names another kind of store.
    """
    return _place(url)[1]


def _place(url: str | os.PathLike[str]) -> tuple[str, str | None]:
    """The kind of store that a URL names, and its file."""
    text = _url_text(url)
    if text in (":memory:", "memory:"):
        raise InvalidInput(f"{text!r} is no store of this version; use a file path or memory://")
    scheme, separator, rest = text.partition("://")
    if not separator:
        scheme, path = "jsonl" if is_text_name(text) else "sqlite", text
    elif scheme == "memory" and not rest:
        return scheme, None
    elif scheme in ("sqlite", "jsonl") and rest.startswith("/"):
        path = rest[1:]  # sqlite:///relative.db and sqlite:////absolute.db
        if "?" in path or "#" in path:
            raise InvalidInput(
                f"the url {url!r} has options, and this version knows none; leave them away, or "
                "give the file as a plain path if they are part of its name"
            )
    else:
        raise InvalidInput(
            f"no store answers to {values.shown(url)}; use a file path, sqlite:///path, "
            "jsonl:///path or memory://"
        )
    if not path.strip():
        raise InvalidInput(f"the url {url!r} names no file; use a path such as seasoned.db")
    # A shell leaves the ~ of "~/m.db" and of --url=~/m.db.
    return scheme, os.path.expanduser(path)


def _url_text(url: str | os.PathLike[str]) -> str:
    """The URL, byte for byte: a path need not be UTF-8, and Python has surrogates for the rest."""
    text = os.fspath(url) if isinstance(url, os.PathLike) else url
    cleaned = values.text(text, "url")
    if cleaned == text:
        return cleaned
    try:
        os.fsencode(text)
    except UnicodeEncodeError as error:
        raise InvalidInput(f"the url {text!r} can be no file's name: {error}") from error
    return text


def form_of(format: str, options: ExportOptions) -> Form:
    """What a line of an export looks like, of a format other than ``records``."""
    from seasoned.exporters import fewshot, openai_ft, openai_rules

    if format == "fewshot":
        return Form(partial(fewshot.demonstration, steps=options.steps), lambda _: [])
    make = partial(openai_ft.conversation, system=options.system, tools=options.tools)
    return Form(make, openai_rules.problems, openai_ft.LEAST)


def formats_in(head: bytes) -> set[str]:
    """The foreign formats, and our own of single episodes, that a file may be of by its head."""
    from seasoned.importers.sniff import formats_in as found

    return found(head)


def read_document(content: Path | bytes, name: str) -> Reading:
    """The pages of a file.

    Raises:
        InvalidInput: it is of a kind that cannot be read, or empty.
        MissingExtra: it takes a library that is not installed.
        StoreError: it cannot be read.
    """
    from seasoned.readers.choosing import read

    return read(content, name)


def draw_curve(report: CurveReport, target: str) -> None:
    """Draw a learning curve into a file, PNG or SVG by the ending of its name.

    Raises:
        InvalidInput: the name ends in neither.
        MissingExtra: matplotlib is not installed.
        StoreError: the file cannot be written.
    """
    from seasoned.exporters.curve_picture import draw

    draw(report, target)


def shipped_model() -> str:
    """The id of the model that is used where no embedder is given."""
    from seasoned.embedders.minilm import MiniLM

    return MiniLM.model


def verify_model() -> None:
    """Check that the files of the shipped model are those of the release.

    Raises:
        ModelError: a file is missing, unreadable or damaged.
    """
    from seasoned.embedders.minilm import MiniLM

    MiniLM().verify()


def _indexes() -> IndexMaker:
    from seasoned.indexes.lexical import LexicalIndex as Impact
    from seasoned.indexes.scan import ScanIndex

    return IndexMaker(Impact, ScanIndex)
