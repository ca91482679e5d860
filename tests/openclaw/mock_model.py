"""A stand-in for the language model: speaks chat completions over HTTP, keeps what it was sent, does as it is told.

    CALL memory_recall {"query": "猫"}     in what the user says: the model calls this tool, then answers
    anything else                          the model answers "好的。"

It runs inside the test, on the loopback address.
"""

from __future__ import annotations

import contextlib
import json
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.openclaw.loopback_server import Answering, serving

ANSWER = "好的。"
_CALL = re.compile(r"CALL (\w+) (?=\{)")


def text_of(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content or [] if isinstance(part, dict))


@dataclass(frozen=True)
class Request:
    """One request for a completion."""

    body: dict[str, Any]
    at: float

    @property
    def system(self) -> str:
        roles = ("system", "developer")
        return "\n".join(text_of(each["content"]) for each in self.body["messages"] if each["role"] in roles)

    @property
    def users(self) -> list[str]:
        return [text_of(each["content"]) for each in self.body["messages"] if each["role"] == "user"]

    @property
    def results(self) -> list[str]:
        return [text_of(each["content"]) for each in self.body["messages"] if each["role"] == "tool"]

    @property
    def tools(self) -> dict[str, dict[str, Any]]:
        return {each["function"]["name"]: each["function"] for each in self.body.get("tools", [])}

    @property
    def block(self) -> str:
        """The recalled memories in the system message, without their frame's tags; empty when there are none."""
        found = re.search(r"<memvault-memories>\n(.*?)</memvault-memories>", self.system, re.DOTALL)
        return found[1] if found else ""


@dataclass
class MockModel:
    """Attributes:
    url: for the provider's `baseUrl`.
    requests: all that came, in order.
    delay: seconds before it answers.
    window: characters of a conversation that it goes on with; 0: any number. It sums up longer ones.
    """

    url: str = ""
    requests: list[Request] = field(default_factory=list)
    delay: float = 0.0
    window: int = 0

    def since(self, number: int) -> list[Request]:
        return self.requests[number:]


@contextlib.contextmanager
def mock_model() -> Iterator[MockModel]:
    model = MockModel()

    class Completing(Answering):
        def answer(self) -> None:
            if self.command == "GET":
                self.document({"object": "list", "data": [{"id": "mock-1", "object": "model"}]})
                return
            body = json.loads(self.body())
            model.requests.append(Request(body, time.time()))
            time.sleep(model.delay)
            if model.window and body.get("tools") and _length(body) > model.window:
                self.document(_TOO_LONG, 400)
                return
            delta, reason = _reply(body["messages"])
            if body.get("stream"):
                self._stream(body, delta, reason)
            else:
                message = {"role": "assistant", "content": None, **delta}
                self.document({**_frame(body), "object": "chat.completion", "usage": _usage(body), "choices": [
                    {"index": 0, "message": message, "finish_reason": reason}]})  # fmt: skip

        def _stream(self, body: dict[str, Any], delta: dict[str, Any], reason: str) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("connection", "close")
            self.end_headers()
            frame = {**_frame(body), "object": "chat.completion.chunk"}
            for part, end in (({"role": "assistant"}, None), (delta, None), ({}, reason)):
                choice = {"index": 0, "delta": part, "finish_reason": end}
                self._event(json.dumps({**frame, "choices": [choice]}))
            self._event(json.dumps({**frame, "choices": [], "usage": _usage(body)}))
            self._event("[DONE]")
            self.close_connection = True

        def _event(self, data: str) -> None:
            with contextlib.suppress(ConnectionError):
                self.wfile.write(f"data: {data}\n\n".encode())

    with serving(Completing) as url:
        model.url = f"{url}/v1"
        yield model


_TOO_LONG = {
    "error": {
        "message": "This model's maximum context length is 1000 tokens; your messages have more.",
        "type": "invalid_request_error",
        "code": "context_length_exceeded",
    }
}


def _length(body: dict[str, Any]) -> int:
    """Of what was said, without the system's part and the tools."""
    said = (each for each in body["messages"] if each["role"] not in ("system", "developer"))
    return sum(len(text_of(each.get("content"))) for each in said)


def _usage(body: dict[str, Any]) -> dict[str, int]:
    """As a real model counts, more or less: the host compacts a conversation by it."""
    asked = len(json.dumps(body, ensure_ascii=False)) // 3
    return {"prompt_tokens": asked, "completion_tokens": 10, "total_tokens": asked + 10}


def _frame(body: dict[str, Any]) -> dict[str, Any]:
    return {"id": "chatcmpl-mock", "created": int(time.time()), "model": body.get("model")}


def _reply(messages: list[dict[str, Any]]) -> tuple[dict[str, Any], str]:
    """What to say next: a tool call that was asked for and has no result yet, else a fixed answer."""
    answers = [n for n, each in enumerate(messages) if each["role"] == "assistant" and each.get("content")]
    turn = messages[answers[-1] + 1 if answers else 0 :]
    calls = [call for each in turn if each["role"] == "user" for call in _calls(text_of(each["content"]))]
    done = sum(each["role"] == "tool" for each in turn)
    if done < len(calls):
        function = {"name": calls[done][0], "arguments": json.dumps(calls[done][1], ensure_ascii=False)}
        call = {"index": 0, "id": f"call_{len(messages)}", "type": "function", "function": function}
        return {"tool_calls": [call]}, "tool_calls"
    return {"content": ANSWER}, "stop"


def _calls(text: str) -> list[tuple[str, Any]]:
    calls = []
    for found in _CALL.finditer(text):
        with contextlib.suppress(ValueError):  # quoted in what the host tells of the conversation
            calls.append((found[1], json.JSONDecoder().raw_decode(text, found.end())[0]))
    return calls
