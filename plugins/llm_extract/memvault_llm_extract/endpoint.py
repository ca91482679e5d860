"""Asks a chat endpoint for JSON: one call, tried again with pauses, never for longer than was agreed."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

from memvault_llm_extract.budget import Budget
from memvault_llm_extract.http_post import HttpAnswer, NoAnswer, post_json
from memvault_llm_extract.settings import LlmSettings

T = TypeVar("T")

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
"""Seconds between two tries: doubled each time, and never more."""
OK = 200
_TRY_AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_MOST_TOKENS = 10_000_000


class EndpointFailed(Exception):
    """No usable answer; the rules do the work."""


class BadReply(Exception):
    """An answer that is not what was asked for."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked.

    Attributes:
        instructions: of the system message.
        text: of the user message.
        name: of the schema.
        schema: JSON Schema of the answer.
    """

    instructions: str
    text: str
    name: str
    schema: Mapping[str, object]


class Endpoint:
    """An OpenAI-compatible chat endpoint. Safe to use from several threads; calls are made one by one.

    Args:
        settings: whom to ask, and how patiently.
        budget: what may be spent.
        sleep: waits so many seconds.
        chance: 0-1, spreads the pauses.
    """

    def __init__(
        self,
        settings: LlmSettings,
        budget: Budget,
        *,
        sleep: Callable[[float], None] = time.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._settings = settings
        self._budget = budget
        self._sleep = sleep
        self._chance = chance
        self._lock = threading.Lock()
        self._rests_until: datetime | None = None
        self._why = ""
        self._format = "json_schema"
        self._limit_name = "max_tokens"
        self._with_temperature = True

    def ask(self, question: Question, read: Callable[[str], T], now: datetime) -> T:
        """The answer to a question.

        Args:
            question: see there.
            read: makes something of the answer's text, or raises `BadReply`: then it is asked again.
            now: aware, in the vault's time zone: whose day the budget is for.

        Raises:
            EndpointFailed: no try succeeded, or the last one was too short ago.
            BudgetSpent: nothing was asked.
        """
        with self._lock:
            if self._rests_until is not None and now < self._rests_until:
                raise EndpointFailed(f"not asked again yet after: {self._why}")
            try:
                return self._try(question, read, now)
            except EndpointFailed as error:
                self._why = str(error)
                self._rests_until = now + timedelta(seconds=self._settings.pause_seconds)
                raise

    def _try(self, question: Question, read: Callable[[str], T], now: datetime) -> T:
        why, asked_to_wait = "", 0.0
        for number in range(self._settings.attempts):
            if number:
                self._sleep(self._pause(number, asked_to_wait))
            asked_to_wait = 0.0
            try:
                answer = self._post(question, now)
                if answer.status == OK:
                    return read(message_of(answer.body))
            except (NoAnswer, BadReply) as error:
                why = str(error)
                continue
            why, asked_to_wait = f"HTTP {answer.status}{_detail(answer.body)}", answer.retry_after
            if answer.status not in _TRY_AGAIN:
                break
        raise EndpointFailed(why)

    def _pause(self, number: int, asked_to_wait: float) -> float:
        own = FIRST_PAUSE * 2.0 ** (number - 1) * (0.5 + self._chance())
        return min(max(own, asked_to_wait), LONGEST_PAUSE)

    def _post(self, question: Question, now: datetime) -> HttpAnswer:
        """One answer; an endpoint that does not know an optional field is asked without it."""
        while True:
            document = self._document(question)
            answer = self._paid_post(document, estimate_tokens(question), now)
            if answer.status not in (400, 422) or not self._do_without(answer.body, document):
                return answer

    def _paid_post(self, document: object, tokens: int, now: datetime) -> HttpAnswer:
        expected = tokens + self._settings.answer_tokens
        self._budget.set_aside(expected, now.date())
        key = self._settings.key
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        url = f"{self._settings.url}/chat/completions"
        answer = post_json(url, document, headers, self._settings.timeout_seconds)
        used = _used(answer) if answer.status == OK else 0
        if used is not None:
            self._budget.settle(used - expected, now.date())
        return answer

    def _document(self, question: Question) -> dict[str, object]:
        instructions = f"{question.instructions}\n\nJSON Schema:\n{json.dumps(question.schema)}"
        document: dict[str, object] = {
            "model": self._settings.model,
            "messages": [
                {"role": "system", "content": instructions},
                {"role": "user", "content": question.text},
            ],
            "stream": False,
            self._limit_name: self._settings.answer_tokens,
        }
        if self._with_temperature:
            document["temperature"] = 0
        if self._format == "json_schema":
            schema = {"name": question.name, "strict": True, "schema": question.schema}
            document["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif self._format == "json_object":
            document["response_format"] = {"type": "json_object"}
        return document

    def _do_without(self, body: bytes, document: Mapping[str, object]) -> bool:
        """Whether the complaint is about a field that can be left out or called otherwise."""
        complaint = body.decode("utf-8", "replace").lower()
        if "max_tokens" in complaint and "max_tokens" in document:
            self._limit_name = "max_completion_tokens"
        elif "temperature" in complaint and "temperature" in document:
            self._with_temperature = False
        elif "response_format" in document:
            self._format = "json_object" if self._format == "json_schema" else "none"
        else:
            return False
        return True


def message_of(body: bytes) -> str:
    """The text of the first choice of an answer.

    Raises:
        BadReply: it is no such answer, or was cut off.
    """
    try:
        choice: Any = json.loads(body)["choices"][0]
        text, finished = choice["message"]["content"], choice.get("finish_reason")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise BadReply("the answer is not that of a chat endpoint") from None
    if finished == "length":
        raise BadReply("the answer was cut off; answer_tokens is too small")
    if not isinstance(text, str) or not text.strip():
        raise BadReply("the answer is empty")
    return text


def estimate_tokens(question: Question) -> int:
    """A cautious estimate: one a Chinese character, one for three others."""
    text = question.instructions + question.text + json.dumps(question.schema)
    wide = sum(character > "\u2e7f" for character in text)
    return wide + (len(text) - wide) // 3 + 50


def _used(answer: HttpAnswer) -> int | None:
    try:
        total = json.loads(answer.body)["usage"]["total_tokens"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return total if type(total) is int and 0 < total <= _MOST_TOKENS else None


def _detail(body: bytes) -> str:
    """What the endpoint says about it; never our own question, which some send back."""
    try:
        message = json.loads(body)["error"]["message"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return ""
    return f": {' '.join(message.split())[:120]}" if isinstance(message, str) else ""
