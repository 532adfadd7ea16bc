"""The record types and the bundle as typed dictionaries.

Written from the schemas by ``python -m site_tools.record_types``; do not edit. A type checker and an editor learn the
fields from here. What a value must look like, a check says: formats, lengths and ranges are beyond these types.
"""

from typing import Any, Literal, NotRequired, TypedDict

__all__ = [
    "Artifact",
    "Bundle",
    "ChainRecord",
    "Challenge",
    "Claim",
    "Endorsement",
    "Evaluation",
    "Question",
    "Revision",
    "Source",
    "Validator",
]


class Artifact(TypedDict):
    """A piece of writing that brings claims and sources together."""

    id: str
    """The UUID that other records use to point at this artifact."""
    title: str
    """The title."""
    type: Literal["brief", "memo", "watchlist", "market_map", "tracker", "claim_thread", "source_pack", "report"]
    """What kind of writing this is."""
    body: str
    """The text, in Markdown."""
    claimIds: list[str]
    """The claims the artifact makes. The order is part of the digest."""
    sourceIds: list[str]
    """The sources the artifact rests on. The order is part of the digest."""
    createdAt: str
    """When this record was created."""
    summary: NotRequired[str]
    """The artifact in a few sentences."""
    questionId: NotRequired[str]
    """The question the artifact answers."""
    status: NotRequired[Literal["draft", "published", "under_review", "archived"]]
    """Where the artifact stands."""
    tags: NotRequired[list[str]]
    """Free labels."""
    createdBy: NotRequired[str]
    """Who created this record, as the author writes it."""
    updatedAt: NotRequired[str]
    """When this record was last changed."""
    origin: NotRequired[Literal["human", "ai_extracted", "ai_assisted"]]
    """Whether a person, a model, or both together produced the content."""
    reviewStatus: NotRequired[Literal["unreviewed", "human_verified", "human_rejected"]]
    """Whether a person has looked at the content, and what they decided."""
    contentHash: NotRequired[str]
    """The digest of the bundle this artifact was published in."""
    ipfsCid: NotRequired[str]
    """The IPFS content identifier of the published bundle."""
    txHash: NotRequired[str]
    """The transaction that carries the content hash."""
    chain: NotRequired[Literal["base", "arbitrum", "solana", "polygon", "local"]]
    """The chain that transaction is on."""
    publishedToChainAt: NotRequired[str]
    """When the content hash was written to the chain."""
    previousVersionTx: NotRequired[str]
    """The transaction of the version before this one."""


class BundleArtifact(TypedDict):
    """The artifact that is published."""

    id: str
    """The id of the artifact."""
    title: str
    """The title."""
    type: Literal["brief", "memo", "watchlist", "market_map", "tracker", "claim_thread", "source_pack", "report"]
    """What kind of writing this is."""
    body: str
    """The text, in Markdown."""
    summary: NotRequired[str]
    """The artifact in a few sentences."""
    tags: list[str]
    """Free labels."""
    createdBy: NotRequired[str]
    """Who created the artifact, as the author writes it."""
    createdAt: str
    """When the artifact was created."""


class BundleQuestion(TypedDict):
    """The question the artifact answers."""

    id: str
    """The id of the question."""
    text: str
    """The question, in full."""
    context: NotRequired[str]
    """What a reader needs to know to understand the question."""


class BundleClaim(TypedDict):
    """One claim of the artifact."""

    id: str
    """The id of the claim."""
    statement: str
    """The statement."""
    confidence: Literal["low", "medium", "high", "verified"]
    """The position the author states."""
    sourceIds: list[str]
    """The sources the statement rests on."""
    status: Literal["draft", "published", "disputed", "retracted"]
    """Where the claim stands."""
    origin: NotRequired[Literal["human", "ai_extracted", "ai_assisted"]]
    """Whether a person, a model, or both together produced the content."""
    extractionMeta: NotRequired[dict[str, Any]]
    """How a model extracted the claim."""


class BundleSource(TypedDict):
    """One source of the artifact."""

    id: str
    """The id of the source."""
    type: Literal["url", "paper", "dataset", "document", "api", "testimony", "other"]
    """What kind of source this is."""
    title: str
    """The title of the source."""
    url: NotRequired[str]
    """Where the source is found."""
    author: NotRequired[str]
    """Who wrote or published the source."""
    contentHash: NotRequired[str]
    """A hash of the content that was read."""
    origin: NotRequired[Literal["human", "ai_extracted", "ai_assisted"]]
    """Whether a person, a model, or both together produced the content."""


class Bundle(TypedDict):
    """The envelope that is hashed when an artifact is published."""

    schemaVersion: Literal["atlas/artifact/v1"]
    """The shape of the bundle."""
    canonicalizationVersion: Literal["rfc8785-jcs-v1"]
    """The canonical form whose bytes are hashed. It is part of the bundle, so the digest covers it."""
    artifact: BundleArtifact
    """The artifact that is published."""
    question: NotRequired[BundleQuestion]
    """The question the artifact answers."""
    claims: list[BundleClaim]
    """The claims the artifact makes."""
    sources: list[BundleSource]
    """The sources the artifact rests on."""
    publishedBy: str
    """Who published the bundle."""
    publishedAt: str
    """When the bundle was published."""


class ChainRecord(TypedDict):
    """The note that a bundle was published: its content hash and where it was written."""

    id: str
    """The UUID that other records use to point at this chain record."""
    artifactId: str
    """The artifact that was published."""
    contentHash: str
    """The digest of the published bundle."""
    chain: Literal["base", "arbitrum", "solana", "polygon", "local"]
    """The chain the content hash was written to. `local` means that it was kept in a file and on no chain."""
    txHash: str
    """The transaction. On chain `local` it is `local:` followed by the content hash."""
    publishedAt: str
    """When the content hash was written."""
    ipfsCid: NotRequired[str]
    """The IPFS content identifier of the bundle."""
    blockNumber: NotRequired[int]
    """The block that holds the transaction."""
    publishedBy: NotRequired[str]
    """Who published it."""
    previousVersionTx: NotRequired[str]
    """The transaction of the version before this one."""


class Challenge(TypedDict):
    """An objection to a claim."""

    id: str
    """The UUID that other records use to point at this challenge."""
    claimId: str
    """The claim that is challenged."""
    challengerId: str
    """The validator who raises the challenge."""
    reason: str
    """Why the claim is challenged."""
    createdAt: str
    """When this record was created."""
    evidence: NotRequired[str]
    """What supports the challenge."""
    status: NotRequired[Literal["open", "accepted", "rejected", "resolved"]]
    """Where the challenge stands."""
    resolvedBy: NotRequired[str]
    """The UUID of whoever resolved the challenge."""
    resolutionNote: NotRequired[str]
    """How the challenge was resolved."""
    updatedAt: NotRequired[str]
    """When this record was last changed."""


class Claim(TypedDict):
    """One statement, with the sources it rests on."""

    id: str
    """The UUID that other records use to point at this claim."""
    statement: str
    """The statement: one claim per record."""
    confidence: Literal["low", "medium", "high", "verified"]
    """The position the author states. It is not a computed score: verdicts of an engine live on an Evaluation."""
    sourceIds: list[str]
    """The sources the statement rests on. The order is part of the digest."""
    createdAt: str
    """When this record was created."""
    questionId: NotRequired[str]
    """The question the claim helps to answer. Claims point at questions, never the other way round."""
    status: NotRequired[Literal["draft", "published", "disputed", "retracted"]]
    """Where the claim stands."""
    tags: NotRequired[list[str]]
    """Free labels."""
    origin: NotRequired[Literal["human", "ai_extracted", "ai_assisted"]]
    """Whether a person, a model, or both together produced the content."""
    reviewStatus: NotRequired[Literal["unreviewed", "human_verified", "human_rejected"]]
    """Whether a person has looked at the content, and what they decided."""
    extractionMeta: NotRequired[dict[str, Any]]
    """How a model extracted the claim. Further members are allowed and kept as they are."""
    createdBy: NotRequired[str]
    """Who created this record, as the author writes it."""
    updatedAt: NotRequired[str]
    """When this record was last changed."""


class Endorsement(TypedDict):
    """Support for a claim, with a weight."""

    id: str
    """The UUID that other records use to point at this endorsement."""
    claimId: str
    """The claim that is endorsed."""
    validatorId: str
    """The validator who endorses it."""
    weight: float
    """How strong the endorsement is, from 1 to 5."""
    createdAt: str
    """When this record was created."""
    comment: NotRequired[str]
    """Why the claim is endorsed."""


class Evaluation(TypedDict):
    """The result that an engine reports about claims."""

    id: str
    """The UUID that other records use to point at this evaluation."""
    claimIds: list[str]
    """The claims the result is about, fixed before the run."""
    engine: str
    """The engine that produced the result."""
    protocolVersion: str
    """The version of the protocol the engine followed."""
    payload: Any
    """What the engine reported, kept verbatim: any JSON value that canonicalizes, an object in practice."""
    createdAt: str
    """When this record was created."""
    createdBy: NotRequired[str]
    """Who created this record, as the author writes it."""
    updatedAt: NotRequired[str]
    """When this record was last changed."""
    tags: NotRequired[list[str]]
    """Free labels."""


class Question(TypedDict):
    """What was asked."""

    id: str
    """The UUID that other records use to point at this question."""
    text: str
    """The question, in full."""
    status: Literal["open", "in_progress", "answered", "closed"]
    """Where work on the question stands."""
    createdAt: str
    """When this record was created."""
    context: NotRequired[str]
    """What a reader needs to know to understand the question."""
    tags: NotRequired[list[str]]
    """Free labels."""
    createdBy: NotRequired[str]
    """Who created this record, as the author writes it."""
    updatedAt: NotRequired[str]
    """When this record was last changed."""


class Revision(TypedDict):
    """An earlier state of an artifact, kept whole."""

    id: str
    """The UUID that other records use to point at this revision."""
    artifactId: str
    """The artifact that was revised."""
    version: int
    """The number of this version, from 1."""
    snapshot: dict[str, Any]
    """The artifact as it was, kept verbatim."""
    createdAt: str
    """When this record was created."""
    changedBy: NotRequired[str]
    """Who made the change."""
    changeNote: NotRequired[str]
    """What changed, and why."""


class Source(TypedDict):
    """Something that a claim rests on: a page, a paper, a dataset, a document, an API or a testimony."""

    id: str
    """The UUID that other records use to point at this source."""
    type: Literal["url", "paper", "dataset", "document", "api", "testimony", "other"]
    """What kind of source this is."""
    title: str
    """The title of the source."""
    createdAt: str
    """When this record was created."""
    url: NotRequired[str]
    """Where the source is found: an absolute URI in ASCII."""
    author: NotRequired[str]
    """Who wrote or published the source."""
    publishedAt: NotRequired[str]
    """When the source was published."""
    retrievedAt: NotRequired[str]
    """When the source was read."""
    contentHash: NotRequired[str]
    """A hash of the content that was read. A plain string: the author names the algorithm."""
    tags: NotRequired[list[str]]
    """Free labels."""
    origin: NotRequired[Literal["human", "ai_extracted", "ai_assisted"]]
    """Whether a person, a model, or both together produced the content."""
    reviewStatus: NotRequired[Literal["unreviewed", "human_verified", "human_rejected"]]
    """Whether a person has looked at the content, and what they decided."""
    createdBy: NotRequired[str]
    """Who created this record, as the author writes it."""
    updatedAt: NotRequired[str]
    """When this record was last changed."""


class Validator(TypedDict):
    """A person, an agent or an organization that checks claims."""

    id: str
    """The UUID that other records use to point at this validator."""
    name: str
    """The name."""
    type: Literal["human", "agent", "organization"]
    """What kind of validator this is."""
    createdAt: str
    """When this record was created."""
    expertise: NotRequired[list[str]]
    """Fields the validator knows."""
    reputation: NotRequired[float]
    """A reputation from 0 to 100."""
    validationCount: NotRequired[int]
    """How many validations the validator has made."""
    updatedAt: NotRequired[str]
    """When this record was last changed."""
