"""What memory is worth, asked of SQLite: arms, sums by item, users' decisions."""

from __future__ import annotations

from collections.abc import Sequence

from seasoned.core.attempts import AttemptRecord
from seasoned.core.credit import Tally
from seasoned.core.exposures import Draw, KeptDecision
from seasoned.core.harm import Decision
from seasoned.core.holdout import Assignment, Share
from seasoned.core.trials import Trial
from seasoned.ports import Scope
from seasoned.ports.credit import TallyFeed
from seasoned.stores import sql
from seasoned.stores.sqlite_connection import Connections
from seasoned.stores.sqlite_credit import is_stale, newest, recount, tallies_after, tallies_of
from seasoned.stores.sqlite_decisions import DECIDED, put_decision, read_decision
from seasoned.stores.sqlite_exposures import arm_of, draw_arm, share_of
from seasoned.stores.sqlite_rows import find_namespace, namespace_id

# A root whose parts alone were shown something counts only where its arm was drawn.
_TRIALS = (
    "SELECT id, task_key, category, arm, probability, ifnull(epoch, -1), outcome, reward,"
    " iterations, began FROM exposure WHERE namespace = ? AND owner IN ('', ?) AND id = root"
    " AND (shown > 0 OR epoch IS NOT NULL)"
)


class SQLiteWorth:
    """`ports.CreditStore` over one SQLite database."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def arm(self, scope: Scope, root: str) -> Assignment | None:
        """The arm of a tree of attempts, by the id of its root; None before it is drawn."""
        with self._connections.reading() as db:
            return arm_of(db, find_namespace(db, scope.namespace), root)

    def draw(self, scope: Scope, attempt: AttemptRecord, draw: Draw) -> Assignment:
        """The arm of an attempt's tree: what stands, else drawn and kept, once and for all."""
        with self._connections.writing() as db:
            namespace = namespace_id(db, scope.namespace)
            return draw_arm(db, namespace, scope.namespace, attempt, draw)

    def share(self, scope: Scope) -> Share:
        """The share of tasks that run without memory, as it was drawn with last."""
        with self._connections.reading() as db:
            return share_of(db, scope.namespace)

    def trials(self, scope: Scope) -> list[Trial]:
        """Every visible outermost attempt that was, or would have been, shown something."""
        with self._connections.reading() as db:
            namespace = find_namespace(db, scope.namespace)
            rows = db.execute(_TRIALS, (namespace, scope.user or ""))
            return list(map(Trial._make, rows))

    def feed(self, scope: Scope, after: int, known: int) -> TallyFeed:
        """The tallies that changed."""
        self._recount(scope)
        with self._connections.reading() as db:
            namespace = find_namespace(db, scope.namespace)
            seq, count = newest(db, namespace, scope)
            if seq == after and count == known:
                return TallyFeed(seq, False, {})
            changed = tallies_after(db, namespace, scope, after) if 0 < after < seq else {}
            # New items come with a change; if they do not make up the number, some went.
            if changed and known <= count <= known + len(changed):
                return TallyFeed(seq, False, changed)
            return TallyFeed(seq, True, tallies_after(db, namespace, scope, 0))

    def tallies(self, scope: Scope, ids: Sequence[str]) -> dict[str, Tally]:
        """The tallies of these items, those left out that nothing is known of."""
        self._recount(scope)
        with self._connections.reading() as db:
            namespace = find_namespace(db, scope.namespace)
            return tallies_of(db, namespace, scope, sql.one_of(ids))

    def suspected(self, scope: Scope, least: float) -> bool:
        """Whether any user's evidence of harm against an item exceeds this logarithm."""
        with self._connections.reading() as db:
            namespace = find_namespace(db, scope.namespace)
            if is_stale(db, namespace):
                return True
            # The constant stands there for the sake of the index.
            indexed = "harm > 0.5 AND" if least >= 0.5 else ""
            query = f"SELECT 1 FROM tally WHERE namespace = ? AND {indexed} harm > ? LIMIT 1"
            return db.execute(query, (namespace, least)).fetchone() is not None

    def decide(self, scope: Scope, decision: KeptDecision) -> None:
        """Keep a decision; it replaces an earlier one of the same user about the item."""
        with self._connections.writing() as db:
            put_decision(db, namespace_id(db, scope.namespace), decision)

    def decisions(self, scope: Scope) -> dict[str, Decision]:
        """The newest visible decision about each item."""
        with self._connections.reading() as db:
            rows = db.execute(
                f"SELECT {DECIDED} FROM decision WHERE namespace = ? AND owner IN ('', ?)"
                " ORDER BY at, owner",
                (find_namespace(db, scope.namespace), scope.user or ""),
            ).fetchall()
        said = [read_decision(scope.namespace, row) for row in rows]
        return {each.item: Decision(each.said, each.at, each.by, each.before) for each in said}

    def _recount(self, scope: Scope) -> None:
        """Count what was loaded and not counted yet."""
        with self._connections.reading() as db:
            if not is_stale(db, find_namespace(db, scope.namespace)):
                return
        with self._connections.writing() as db:
            namespace = namespace_id(db, scope.namespace)
            if is_stale(db, namespace):  # another process may have been faster
                recount(db, namespace)
