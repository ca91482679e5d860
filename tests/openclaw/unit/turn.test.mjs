import assert from "node:assert/strict";
import { test } from "node:test";

import { lastTurn, turnsOf } from "../../../plugins/openclaw/lib/turn.js";

const text = (words) => [{ type: "text", text: words }];
const at = Date.parse("2026-11-30T08:00:00Z");

test("the last user message and the answer after it; no tool call, no tool result", () => {
  const turn = lastTurn([
    { role: "user", content: "first", timestamp: at },
    { role: "assistant", content: text("one") },
    { role: "user", content: text("second"), timestamp: at + 1000 },
    { role: "assistant", content: [{ type: "toolCall", name: "memory_recall" }, ...text("let me look")] },
    { role: "toolResult", content: text("SECRET of a tool") },
    { role: "assistant", content: text("two"), timestamp: at + 2000 },
  ]);
  assert.deepEqual(turn, {
    number: at + 1000, user: "second", assistant: "let me look\ntwo", at: "2026-11-30T08:00:01.000Z", answeredAt: "2026-11-30T08:00:02.000Z",
  });
});

test("the injected block is no part of it, whole or in pieces", () => {
  const block = "<memvault-memories>\n- [2026-01-05 · fact] x\n</memvault-memories>";
  const turn = lastTurn([{ role: "user", content: `${block}\nhello` }, { role: "assistant", content: `hi <memvault-memories>\n- cut off` }]);
  assert.deepEqual([turn.user, turn.assistant], ["hello", "hi"]);
});

test("the user's own words win over what the host made of them", () => {
  const turn = lastTurn([{ role: "user", content: "[Mon 08:00] hello\n\nRuntime: …" }], { said: "hello" });
  assert.equal(turn.user, "hello");
});

test("a failed turn keeps what the user said and no answer", () => {
  const turn = lastTurn([{ role: "user", content: "hello" }, { role: "assistant", content: "half an ans" }], { success: false });
  assert.equal(turn.assistant, "");
});

test("nothing said is no turn; silence is no answer", () => {
  assert.equal(lastTurn([]), null);
  assert.equal(lastTurn(undefined), null);
  assert.equal(lastTurn([{ role: "user", content: [{ type: "image" }] }]), null);
  assert.equal(lastTurn([{ role: "user", content: "x" }, { role: "assistant", content: "NO_REPLY" }]).assistant, "");
});

test("every message has a number of its own", () => {
  const turns = turnsOf({ number: 3, user: "u", assistant: "a" }, { sessionId: "s", agent: "main", channel: "webchat" });
  assert.deepEqual(turns, [
    { session_id: "s", agent_id: "main", channel: "webchat", turn: 3, role: "user", content: "u" },
    { session_id: "s", agent_id: "main", channel: "webchat", turn: 4, role: "assistant", content: "a" },
  ]);
});

test("a session that begins anew, with the same id, has other numbers", () => {
  const first = lastTurn([{ role: "user", content: "hello", timestamp: Date.UTC(2026, 0, 5, 8) }]);
  const later = lastTurn([{ role: "user", content: "hello", timestamp: Date.UTC(2026, 0, 6, 8) }]);
  assert.ok(later.number > first.number + 1);
  for (const timestamp of [undefined, -1, 0, "x", 8e14]) {
    const { number } = lastTurn([{ role: "user", content: "hello", timestamp }]);
    assert.ok(Number.isInteger(number) && number >= 0 && number < Number.MAX_SAFE_INTEGER, `${timestamp}: ${number}`);
  }
});
