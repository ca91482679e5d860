"""Every route of the service: what it takes, what it answers, what it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from vault.service import answers, operations, requests
from vault.service.served_vault import ServedVault

Pool = Literal["asking", "capturing", "writing", "long"]
"""Who does the work: no question waits for a writer, no message for the write gate, none for a long look."""

MOST_BYTES = 1_000_000
MOST_CAPTURE_BYTES = 8_000_000


@dataclass(frozen=True, slots=True)
class Route:
    """One route.

    Attributes:
        method: of HTTP.
        path: with `{id}` for a part that varies.
        request: a struct of `vault.service.requests`; read from the body of a POST, else from path and query.
        answer: a type of `vault.service.answers`, for the API's document.
        act: does it.
        pool: see `Pool`.
        most_bytes: of the body.
    """

    method: Literal["GET", "POST"]
    path: str
    request: type[requests.Addressed]
    answer: type
    act: Callable[[ServedVault, Any], dict[str, object]]
    pool: Pool = "asking"
    most_bytes: int = MOST_BYTES

    @property
    def name(self) -> str:
        """For programs that are made from the document."""
        return self.act.__name__

    @property
    def summary(self) -> str:
        """The first line of what it does."""
        return (self.act.__doc__ or "").strip().partition("\n")[0]


ROUTES: tuple[Route, ...] = (
    Route("POST", "/v1/recall", requests.RecallRequest, answers.Recalled, operations.recall),
    Route("POST", "/v1/prompt", requests.PromptRequest, answers.Prompt, operations.prompt),
    Route(
        "POST", "/v1/remember", requests.RememberRequest, answers.Remembered, operations.remember, "writing"
    ),
    Route(
        "POST",
        "/v1/capture",
        requests.CaptureRequest,
        answers.Captured,
        operations.capture,
        "capturing",
        MOST_CAPTURE_BYTES,
    ),
    Route("POST", "/v1/flush", requests.FlushRequest, answers.Flushed, operations.flush, "long"),
    Route("GET", "/v1/memories", requests.ListRequest, answers.Memories, operations.list_memories),
    Route("GET", "/v1/memories/{id}", requests.ShowRequest, answers.Memories, operations.show),
    Route("POST", "/v1/forget", requests.IdsRequest, answers.MovedMemories, operations.forget, "writing"),
    Route("POST", "/v1/restore", requests.IdsRequest, answers.MovedMemories, operations.restore, "writing"),
    Route(
        "POST", "/v1/feedback", requests.FeedbackRequest, answers.Judgements, operations.feedback, "writing"
    ),
    Route("GET", "/v1/status", requests.Addressed, answers.Status, operations.status, "long"),
    Route("GET", "/v1/check", requests.Addressed, answers.Problems, operations.check, "long"),
)
"""All of them but `/health`, `/openapi.json` and `/v1/events`, which `vault.service.application` adds."""
