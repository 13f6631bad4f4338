"""What the reference has on which page. How a page is written is `tools/reference.py`'s."""

from __future__ import annotations

from typing import Final, NamedTuple


class Sheet(NamedTuple):
    """A page of the reference.

    Attributes:
        title: Its heading.
        about: What it holds, in a sentence.
        names: Of classes and functions, below `seasoned`, in order.
    """

    title: str
    about: str
    names: tuple[str, ...]


PAGES: Final = {
    "memory": Sheet(
        "The memory",
        "Opening a memory, and its verbs.",
        (
            "memory.Memory",
            "connect.Options",
            "core.reports.Receipt",
            "core.reports.Removed",
            "core.proof.Proof",
            "core.proof.Searched",
            "core.proof.Place",
            "core.filters.Filter",
            "core.exporting.ExportOptions",
            "core.exporting.Exported",
            "core.portable.Loaded",
        ),
    ),
    "attempts": Sheet(
        "Attempts",
        "One task under memory, from beginning to end.",
        ("memories.attempts.Attempt", "core.attempts.AttemptRecord", "core.attempts.Decision"),
    ),
    "episodes": Sheet(
        "The facet `memory.episodes`",
        "Pages, counts, similar ones, patterns, warnings and lessons.",
        (
            "memories.episodic.EpisodicMemory",
            "memories.episodic.Asking",
            "core.reports.Page",
        ),
    ),
    "admin": Sheet(
        "The facet `memory.admin`",
        "Counts, checks, repair, pruning, backup and the move to another model.",
        (
            "memories.admin.Admin",
            "core.reports.Stats",
            "core.reports.Finding",
            "core.pruning.PrunePolicy",
            "core.pruning.Pruned",
            "core.pruning.PrunedBatch",
            "core.pruning.Restored",
        ),
    ),
    "async": Sheet(
        "On an event loop",
        "The same verbs, awaited. What a method does stands with its twin.",
        (
            "aio.memory.AsyncMemory",
            "aio.attempts.AsyncAttempt",
            "aio.facets.AsyncEpisodicMemory",
            "aio.learning.AsyncLearning",
            "aio.facets.AsyncAdmin",
            "aio.knowledge.AsyncLongTermMemory",
            "aio.knowledge.AsyncStructuredMemory",
            "aio.knowledge.AsyncDocuments",
            "aio.sessions.AsyncWorkingMemory",
            "aio.updater.AsyncUpdater",
        ),
    ),
    "knowledge": Sheet(
        "Notes, facts, documents and contexts",
        "The facets `memory.notes`, `memory.facts` and `memory.documents`, what they keep, and "
        "what is assembled of it.",
        (
            "memories.longterm.LongTermMemory",
            "memories.longterm.NotePage",
            "core.notes.Note",
            "core.notes.Hit",
            "core.notes.NoteFilter",
            "memories.structured.StructuredMemory",
            "memories.structured.Stated",
            "memories.structured.FactHit",
            "core.facts.Fact",
            "memories.documents.Documents",
            "memories.documents.Added",
            "memories.documents.ChunkHit",
            "memories.documents.Cutting",
            "core.notes.Chunk",
            "core.readings.Unread",
            "memories.passages.LookupPolicy",
            "core.assembled.Assembled",
            "core.assembled.Block",
            "core.assembled.Item",
            "core.routing.Plan",
            "core.routing.Route",
        ),
    ),
    "conversations": Sheet(
        "Conversations",
        "Working memory, and what is learned of an exchange.",
        (
            "memories.working.WorkingMemory",
            "memories.working.WorkingPolicy",
            "core.window.WindowRules",
            "core.window.Context",
            "core.costs.Costs",
            "core.messages.Message",
            "core.summaries.Summary",
            "memories.conversations.Conversation",
            "memories.updater.Updater",
            "core.exchanges.Exchange",
            "core.exchanges.Learned",
        ),
    ),
    "agents": Sheet(
        "The agent",
        "An agent that uses every kind of memory, and what it did. See also "
        "[an agent with every kind of memory](../agents.md).",
        (
            "agents.agent.MemoryAugmentedAgent",
            "agents.turns.Conduct",
            "agents.reply.Pattern",
            "agents.reply.Reply",
            "agents.reply.Trace",
        ),
    ),
    "records": Sheet(
        "Records",
        "What is kept: immutable dataclasses that are valid from birth.",
        (
            "core.records.Episode",
            "core.records.Task",
            "core.records.Step",
            "core.records.Outcome",
            "core.records.Feedback",
            "core.records.Verdict",
            "core.records.Lesson",
        ),
    ),
    "recall": Sheet(
        "Recall and replay",
        "What a recall and a replay answer, and the numbers that they decide by.",
        (
            "core.replay.Recall",
            "core.scoring.PrioritizedResult",
            "core.scoring.Breakdown",
            "core.shown.Statistics",
            "core.replay.Fitted",
            "core.replay.LeftOut",
            "core.recall.RecallPolicy",
            "core.scoring.ReplayWeights",
            "core.sampling.Replayed",
        ),
    ),
    "core": Sheet(
        "Functions of `seasoned.core`",
        "Pure functions that need no store.",
        (
            "core.scoring.SearchResult",
            "core.scoring.cosine_similarity",
            "core.scoring.temporal_decay",
            "core.scoring.phase_weights",
            "core.scoring.compute_priority",
            "core.page.ReplayContext",
            "core.replay.build_replay_context",
            "core.replay.format_replay_prompt",
            "core.replay.fit_replay_prompt",
            "core.tokens.estimate_tokens",
            "core.junit.read_junit",
            "core.redaction.redact",
            "core.redaction.redact_secrets",
        ),
    ),
    "learning": Sheet(
        "Skills, strategies, lessons and the learning curve",
        "The facet `memory.learning`, the pure functions of `seasoned.core` below it, and what "
        "they answer.",
        (
            "memories.learning.Learning",
            "core.consolidated.Consolidated",
            "core.consolidated.Collapsed",
            "core.derived.Cluster",
            "core.reflections.Reflection",
            "core.reflections.LeftOut",
            "core.playbook.Playbook",
            "core.skills.SkillProfile",
            "core.skills.StrategyRate",
            "core.skills.Trend",
            "core.skills.compute_skill_profiles",
            "core.skills.identify_weak_skills",
            "core.strategies.Strategy",
            "core.strategies.Choice",
            "core.strategies.Evidence",
            "core.strategies.select_strategy",
            "core.thompson.ThompsonPolicy",
            "core.indicators.CurveReport",
            "core.indicators.Indicator",
            "core.curve.LearningCurve",
            "core.curve.Turn",
            "core.curve.Running",
            "core.trend.Slope",
            "core.curve.LearningSnapshot",
            "core.curve.compute_learning_curve",
            "core.history.History",
            "core.history.Performance",
        ),
    ),
    "trust": Sheet(
        "Trust and quarantine",
        "Whom a memory trusts, and the rule that tells orders from other text. See also "
        "[whom it trusts](../trust.md).",
        (
            "memories.evidence.Why",
            "memories.screening.Quarantined",
            "core.trust.Trust",
            "core.trust.origin_of",
            "core.trust.suspects",
            "core.trust.is_independent",
            "core.demands.Demand",
            "core.demands.attacks",
            "core.demands.demands",
        ),
    ),
    "warnings": Sheet(
        "Warnings before an action",
        "What `Memory.warn` and `Attempt.warn` answer, and the numbers that they decide by. See "
        "also [how to use them](../warnings.md).",
        ("core.cautions.Caution", "core.cautions.GuardPolicy"),
    ),
    "embedders": Sheet(
        "Embedders",
        "What an embedder must offer, and those that there are. See also "
        "[how to choose one](../embedders.md).",
        (
            "ports.models.Embedder",
            "embedders.minilm.MiniLM",
            "embedders.function.FunctionEmbedder",
            "embedders.folder.FolderEmbedder",
            "embedders.folder.Reading",
            "embedders.openai.OpenAIEmbedder",
            "embedders.openai.Requests",
            "embedders.sentence_transformers.SentenceTransformersEmbedder",
            "embedders.model2vec.Model2VecEmbedder",
            "embedders.fastembed.FastEmbedder",
        ),
    ),
    "llms": Sheet(
        "Language models",
        "What a model must offer, those that there are, and what they may cost. See also "
        "[how to choose one](../llms.md).",
        (
            "ports.llm.LLM",
            "ports.llm.Streaming",
            "core.messages.Message",
            "core.completions.Completion",
            "core.completions.Usage",
            "llms.openai.OpenAILLM",
            "llms.anthropic.AnthropicLLM",
            "llms.function.FunctionLLM",
            "llms.patience.Patience",
            "llms.pieces.Pieces",
            "llms.pieces.AsyncPieces",
            "llms.metered.Metered",
            "llms.metered.InProcessLedger",
            "core.spending.Budget",
            "core.spending.Spending",
            "ports.ledger.Ledger",
            "connect.choose_llm",
        ),
    ),
    "errors": Sheet(
        "Errors",
        "All that is raised on purpose. The text of each names the value and the remedy.",
        (
            "errors.SeasonedError",
            "errors.InvalidInput",
            "errors.NotFound",
            "errors.Conflict",
            "errors.StoreError",
            "errors.ModelError",
            "errors.MissingExtra",
            "errors.BudgetError",
        ),
    ),
    "testing": Sheet(
        "Fakes for your tests",
        "From `seasoned.testing`: no model, no network, no waiting.",
        (
            "testing.HashEmbedder",
            "testing.ManualClock",
            "testing.ScriptedLLM",
            "testing.Asked",
        ),
    ),
}
