"""The peers behind one interface, each used as its documentation shows it.

A record's tenant is kept in the way that a peer offers for it; its solution, outcome and reward
go along as metadata. Libraries are imported where they are used: only one is installed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from benchmarks.peers.workload import DIM, Embedding, Record

K = 10  # results of a recall


class Adapter(Protocol):
    """What is measured. A folder that holds records is opened, an empty one filled."""

    def add(self, record: Record) -> None:
        """Store one record; when this returns, the peer calls it stored."""
        ...

    def add_many(self, records: Sequence[Record]) -> None:
        """Store many by the peer's own means for that."""
        ...

    def recall(self, question: str, tenant: str | None) -> list[str]:
        """The tasks of the ten best records of one tenant, or of all."""
        ...

    def close(self) -> None:
        """Leave everything on disk."""
        ...


class Seasoned:
    """Tenants are namespaces, which is what keeps them apart in seasoned."""

    model, dim, floor = "peers-384", DIM, 0.0

    def __init__(self, folder: Path, embed: Embedding) -> None:
        from seasoned import Memory

        self._open, self._path, self._embed = Memory.open, folder / "memory.db", embed
        self._memories: dict[str, Memory] = {}

    def embed(
        self, texts: Sequence[str], kind: Literal["query", "document"] = "document"
    ) -> NDArray[np.float32]:
        return np.stack([self._embed(text) for text in texts])

    def _memory(self, tenant: str) -> Any:
        if tenant not in self._memories:
            self._memories[tenant] = self._open(self._path, namespace=tenant, embedder=self)
        return self._memories[tenant]

    @staticmethod
    def _episode(record: Record) -> Any:
        from seasoned import Episode, Feedback, Outcome, Task

        return Episode(
            Task(record.task),
            solution=record.solution,
            outcome=Outcome(record.outcome),
            feedback=Feedback(reward=record.reward),
            key=record.key,
        )

    def add(self, record: Record) -> None:
        self._memory(record.tenant).record(self._episode(record))

    def add_many(self, records: Sequence[Record]) -> None:
        for tenant, group in groupby(records, lambda record: record.tenant):
            self._memory(tenant).episodes.record_many(map(self._episode, group))

    def recall(self, question: str, tenant: str | None) -> list[str]:
        found = self._memory(tenant or "t0").recall(question, K)
        return [result.episode.task.description for result in found.results]

    def close(self) -> None:
        for memory in self._memories.values():
            memory.close()


class Chromadb:
    """One collection; the tenant is metadata that a query filters by."""

    def __init__(self, folder: Path, embed: Embedding) -> None:
        import chromadb

        self._embed = embed
        self._client = chromadb.PersistentClient(
            str(folder), chromadb.Settings(anonymized_telemetry=False)
        )
        self._records = self._client.get_or_create_collection(
            "records", configuration={"hnsw": {"space": "cosine"}}, embedding_function=None
        )

    def add(self, record: Record) -> None:
        self.add_many([record])

    def add_many(self, records: Sequence[Record]) -> None:
        self._records.add(
            ids=[r.key for r in records],
            documents=[r.task for r in records],
            embeddings=[self._embed(r.task) for r in records],
            metadatas=[_rest(r) for r in records],
        )

    def recall(self, question: str, tenant: str | None) -> list[str]:
        where = {"tenant": tenant} if tenant else None
        found = self._records.query(
            query_embeddings=[self._embed(question)], n_results=K, where=where
        )
        return list(found["documents"][0])

    def close(self) -> None:
        self._client.close()


class Mem0:
    """`infer=False`, so that no model is asked. It searches by words too only with a model that
    it would have to download; so not here. Every record and search needs an id: the agent's."""

    def __init__(self, folder: Path, embed: Embedding) -> None:
        from mem0 import Memory

        vectors = {
            "collection_name": "records",
            "path": str(folder / "vectors"),
            "embedding_model_dims": DIM,
            "on_disk": True,
        }
        self._memory = Memory.from_config(
            {
                "vector_store": {"provider": "qdrant", "config": vectors},
                "embedder": {"provider": "langchain", "config": {"model": _langchain(embed)}},
                # It makes a client that is never used, and asks for a key to make it.
                "llm": {"provider": "openai", "config": {"api_key": "unused"}},
                "history_db_path": str(folder / "history.db"),
            }
        )

    def add(self, record: Record) -> None:
        self._memory.add(
            record.task,
            agent_id="agent",
            user_id=record.tenant,
            metadata=_rest(record),
            infer=False,
        )

    def add_many(self, records: Sequence[Record]) -> None:
        for record in records:
            self.add(record)  # metadata goes by call, so there is no other way

    def recall(self, question: str, tenant: str | None) -> list[str]:
        who = {"user_id": tenant} if tenant else {"agent_id": "agent"}
        found = self._memory.search(question, filters=who, top_k=K, threshold=0.0)
        return [result["memory"] for result in found["results"]]

    def close(self) -> None:
        self._memory.close()
        self._memory.vector_store.client.close()


def _langchain(embed: Embedding) -> Any:
    from langchain_core.embeddings import Embeddings

    class Handed(Embeddings):
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            return [embed.listed(text) for text in texts]

        def embed_query(self, text: str) -> list[float]:
            return embed.listed(text)

    return Handed()


class Langgraph:
    """The store of LangGraph's long-term memory; the tenant is a namespace below a common one."""

    def __init__(self, folder: Path, embed: Embedding) -> None:
        from langgraph.store.base import PutOp
        from langgraph.store.sqlite import SqliteStore

        def vectors(texts: Iterable[str]) -> list[list[float]]:
            return [embed.listed(text) for text in texts]

        self._put = PutOp
        self._context = SqliteStore.from_conn_string(
            str(folder / "store.db"), index={"dims": DIM, "embed": vectors}
        )
        self._store = self._context.__enter__()
        self._store.setup()

    def add(self, record: Record) -> None:
        self.add_many([record])

    def add_many(self, records: Sequence[Record]) -> None:
        # What to embed is said each time: this version overlooks `fields` of the whole store.
        only = ["task"]
        self._store.batch(
            [self._put(("records", r.tenant), r.key, r._asdict(), only) for r in records]
        )

    def recall(self, question: str, tenant: str | None) -> list[str]:
        place = ("records", tenant) if tenant else ("records",)
        found = self._store.search(place, query=question, limit=K)
        return [item.value["task"] for item in found]

    def close(self) -> None:
        self._context.__exit__(None, None, None)


class Lancedb:
    """One table without an index, so that search is exact; the tenant is a column."""

    def __init__(self, folder: Path, embed: Embedding) -> None:
        import lancedb
        import pyarrow

        self._arrow, self._embed = pyarrow, embed
        texts = [(name, pyarrow.string()) for name in ("key", "tenant", "task", "solution")]
        self._schema = pyarrow.schema(
            [
                *texts,
                ("outcome", pyarrow.string()),
                ("reward", pyarrow.float64()),
                ("vector", pyarrow.list_(pyarrow.float32(), DIM)),
            ]
        )
        database = lancedb.connect(str(folder))
        self._table = database.create_table("records", schema=self._schema, exist_ok=True)

    def add(self, record: Record) -> None:
        self.add_many([record])

    def add_many(self, records: Sequence[Record]) -> None:
        flat = np.concatenate([self._embed(r.task) for r in records])
        columns = {name: [getattr(r, name) for r in records] for name in Record._fields}
        vectors = self._arrow.FixedSizeListArray.from_arrays(self._arrow.array(flat), DIM)
        self._table.add(self._arrow.table({**columns, "vector": vectors}, schema=self._schema))

    def recall(self, question: str, tenant: str | None) -> list[str]:
        search = self._table.search(self._embed(question)).distance_type("cosine").limit(K)
        if tenant:
            search = search.where(f"tenant = '{tenant}'", prefilter=True)
        return [row["task"] for row in search.to_list()]

    def close(self) -> None:
        self._table = None


class Qdrant:
    """Qdrant's Python re-implementation for local use; the tenant is a field of the payload."""

    def __init__(self, folder: Path, embed: Embedding) -> None:
        from qdrant_client import QdrantClient, models

        self._models, self._embed = models, embed
        self._client = QdrantClient(path=str(folder))
        if not self._client.collection_exists("records"):
            self._client.create_collection(
                "records",
                vectors_config=models.VectorParams(size=DIM, distance=models.Distance.COSINE),
            )

    def add(self, record: Record) -> None:
        self.add_many([record])

    def add_many(self, records: Sequence[Record]) -> None:
        points = [
            self._models.PointStruct(
                id=int(r.key[1:]), vector=self._embed.listed(r.task), payload=r._asdict()
            )
            for r in records
        ]
        self._client.upsert("records", points)

    def recall(self, question: str, tenant: str | None) -> list[str]:
        models, only = self._models, None
        if tenant:
            match = models.MatchValue(value=tenant)
            only = models.Filter(must=[models.FieldCondition(key="tenant", match=match)])
        found = self._client.query_points(
            "records", query=self._embed.listed(question), limit=K, query_filter=only
        )
        return [point.payload["task"] for point in found.points]

    def close(self) -> None:
        self._client.close()


class Mimir:
    """With an embedder and sqlite-vec; the tenant is part of an experience's context."""

    enabled = True

    def __init__(self, folder: Path, embed: Embedding) -> None:
        from mimir import Mimir as Memory

        self._embed = embed
        self._memory = Memory(str(folder / "mimir.db"), embedder=self, query_cache_size=0)

    def embed(self, text: str) -> list[float]:
        return self._embed.listed(text)

    def add(self, record: Record) -> None:
        self._memory.record(
            record.task,
            record.solution,
            outcome=record.outcome,
            score=record.reward,
            context={"tenant": record.tenant},
        )

    def add_many(self, records: Sequence[Record]) -> None:
        for record in records:
            self.add(record)  # it has no other way

    def recall(self, question: str, tenant: str | None) -> list[str]:
        context = {"tenant": tenant} if tenant else None
        return [found.task for found in self._memory.recall(question, k=K, context=context)]

    def close(self) -> None:
        self._memory.close()


ADAPTERS: dict[str, Any] = {
    "seasoned": Seasoned,
    "chromadb": Chromadb,
    "mem0": Mem0,
    "langgraph": Langgraph,
    "lancedb": Lancedb,
    "qdrant": Qdrant,
    "mimir": Mimir,
}


def _rest(record: Record) -> dict[str, str | float]:
    return {
        "tenant": record.tenant,
        "solution": record.solution,
        "outcome": record.outcome,
        "reward": record.reward,
    }
