import assert from "node:assert/strict";
import { test } from "node:test";

import { hooksFor } from "../../../plugins/openclaw/lib/hooks.js";
import { createRuntime } from "../../../plugins/openclaw/lib/runtime.js";
import { announce, home, stubService } from "./stub_service.mjs";

const BLOCK = "<memvault-memories>\nData.\n- [2026-01-05 · preference] no coriander\n</memvault-memories>";
const CTX = { agentId: "main", sessionId: "s1", sessionKey: "agent:main:x", trigger: "user" };
let runs = 0;

async function hooked(t, given = {}, answer = (asked) => ({ body: asked.path === "/v1/prompt" ? { block: BLOCK } : { journalled: 2 } })) {
  const place = home(t, { autoStart: false, ...given });
  const service = await stubService(t, answer);
  announce(place, service.url);
  const runtime = createRuntime(place.settings);
  t.after(() => runtime.end());
  runtime.begin();
  const hooks = Object.fromEntries(hooksFor(runtime).map(([name, handler]) => [name, handler]));
  const asked = (path) => service.requests.filter((each) => each.path === path && each.body.query !== "memvault");
  const recall = (prompt, ctx = {}, event = {}) =>
    hooks.before_prompt_build({ prompt, messages: [], ...event }, { ...CTX, runId: `run${(runs += 1)}`, ...ctx });
  return { runtime, hooks, service, asked, recall };
}

test("memories go to the end of the system prompt and nowhere else", async (t) => {
  const { recall } = await hooked(t);
  assert.deepEqual(await recall("dinner?"), { appendSystemContext: BLOCK });
});

test("the host keeps no system text, so every turn that a memory bears on has it, in the same words", async (t) => {
  const { recall, asked } = await hooked(t);
  const first = await recall("dinner?");
  const messages = [{ role: "user", content: "dinner?" }, { role: "assistant", content: "Soup." }];
  assert.deepEqual(await recall("dinner?", {}, { messages }), first);
  assert.equal(asked("/v1/prompt").length, 2);
});

test("told once a session: not again while unchanged, anew in another session, for another person, after a compaction", async (t) => {
  let block = BLOCK;
  const answer = ({ path }) => ({ body: path === "/v1/prompt" ? { block } : {} });
  const users = ["alice", "ben"].map((user) => ({ sender: user, user }));
  const { recall, hooks, runtime } = await hooked(t, { repeat: "session", users }, answer);
  const given = { appendSystemContext: BLOCK };
  const alice = { senderId: "alice" };
  assert.deepEqual(await recall("dinner?", { ...alice, runId: "r" }), given);
  assert.deepEqual(await recall("dinner?", { ...alice, runId: "r" }), given, "the same turn, built twice");
  assert.equal(await recall("dinner?", alice), undefined);
  assert.equal(runtime.health.snapshot().recall.said, 1);
  assert.deepEqual(await recall("dinner?", { senderId: "ben" }), given);
  assert.deepEqual(await recall("dinner?", { ...alice, sessionId: "s2" }), given);
  block = BLOCK.replace("no coriander", "no coriander, no celery");
  assert.deepEqual(await recall("dinner?", alice), { appendSystemContext: block });
  assert.equal(await recall("dinner?", alice), undefined);
  for (const [name, event] of [["before_compaction", {}], ["before_reset", {}], ["session_end", { sessionId: "s1" }]]) {
    await hooks[name](event, CTX);
    assert.deepEqual(await recall("dinner?", alice), { appendSystemContext: block }, name);
    assert.equal(await recall("dinner?", alice), undefined);
  }
});

test("what was given to a turn that failed does not count as told", async (t) => {
  const { recall, hooks } = await hooked(t, { repeat: "session" });
  await recall("dinner?", { runId: "failed" });
  await hooks.agent_end({ messages: [], success: false }, { ...CTX, runId: "failed" });
  assert.deepEqual(await recall("dinner?", { runId: "again" }), { appendSystemContext: BLOCK });
  await hooks.agent_end({ messages: [], success: true }, { ...CTX, runId: "again" });
  assert.equal(await recall("dinner?"), undefined);
});

test("what came too late for its turn does not count as told", async (t) => {
  const { recall } = await hooked(t, { repeat: "session" });
  const over = { assertActive() { throw new Error("the turn went on"); } };
  assert.equal(await recall("dinner?", { hookInvocation: over }), undefined);
  assert.deepEqual(await recall("dinner?"), { appendSystemContext: BLOCK });
});

test("why recall went by words only is told as the service told it", async (t) => {
  const notices = ["the first index is being made; by words only"];
  const { recall, runtime } = await hooked(t, {}, () => ({ body: { block: BLOCK, degraded: true, notices } }));
  await recall("dinner?");
  assert.equal(runtime.health.snapshot().recall.lastError, notices[0]);
});

test("what the conversation itself says is not given", async (t) => {
  const { recall, runtime } = await hooked(t);
  const messages = [{ role: "user", content: "Hi! No coriander, please." }, { role: "assistant", content: "Fine." }];
  assert.equal(await recall("dinner?", {}, { messages }), undefined);
  assert.equal(runtime.health.snapshot().recall.said, 1);
});

test("when the host builds one turn's prompt twice, it gets the same without asking again", async (t) => {
  const { recall, asked } = await hooked(t);
  assert.deepEqual(await recall("dinner?", { runId: "r" }), await recall("dinner?", { runId: "r" }));
  assert.equal(asked("/v1/prompt").length, 1);
});

test("not more turns and sessions are kept in mind than wanted", async (t) => {
  const { recall, runtime } = await hooked(t);
  for (let number = 0; number < 520; number += 1) await recall("x", { sessionId: `s${number}` });
  assert.equal(runtime.runs.size, 200);
  assert.equal(runtime.sessions.size, 500);
});

test("only the first turn of a session asks for its opening", async (t) => {
  const { recall, asked } = await hooked(t);
  await recall("one");
  await recall("two");
  await recall("three", { sessionId: "s9" }, { messages: [{ role: "user", content: "x" }, { role: "assistant", content: "y" }] });
  assert.deepEqual(asked("/v1/prompt").map(({ body }) => body.opening), [true, undefined, undefined]);
});

test("a clock, another session or an unknown sender is given nothing", async (t) => {
  const { recall, asked, runtime } = await hooked(t, { isolation: "sender", users: [{ sender: "1", user: "alice" }] });
  assert.equal(await recall("x", { trigger: "cron", senderId: "1" }), undefined);
  assert.equal(await recall("x", { inputProvenance: { kind: "inter_session" }, senderId: "1" }), undefined);
  assert.equal(await recall("x", { senderId: "2" }), undefined);
  assert.equal(await recall("x"), undefined);
  assert.equal(asked("/v1/prompt").length, 0);
  assert.deepEqual(runtime.health.snapshot().strangers, { "sender-unmapped": 1, "sender-missing": 1 });
  assert.deepEqual(await recall("x", { senderId: "1" }), { appendSystemContext: BLOCK });
  assert.equal(asked("/v1/prompt")[0].body.user, "alice");
});

test("a turn of nobody counts once, whether or not it would be recalled for", async (t) => {
  for (const settings of [{}, { recall: false }, { capture: false }]) {
    const { recall, hooks, runtime } = await hooked(t, { isolation: "agent", ...settings });
    await recall("hello", { runId: "r" });
    await hooks.agent_end({ messages: [{ role: "user", content: "hello" }] }, { ...CTX, runId: "r" });
    assert.deepEqual(runtime.health.snapshot().strangers, { "agent-unmapped": 1 });
  }
});

test("a picture without words asks for nothing", async (t) => {
  const { recall, asked } = await hooked(t);
  assert.equal(await recall("old words", {}, { currentUserMessage: "" }), undefined);
  assert.equal(asked("/v1/prompt").length, 0);
});

test("a service that is slow, gone or broken leaves the turn as it was", async (t) => {
  let answer = { delayMs: 10_000 };
  const { recall, service, runtime } = await hooked(t, { deadlineMs: 60 }, () => answer);
  assert.equal(await recall("x"), undefined);
  answer = { status: 500, body: { detail: "broken" } };
  assert.equal(await recall("x"), undefined);
  await service.stop();
  assert.equal(await recall("x"), undefined);
  const { late, failed } = runtime.health.snapshot().recall;
  assert.deepEqual([late, failed], [1, 2]);
});

test("the turn is captured with the user's own words", async (t) => {
  const { hooks, recall, asked } = await hooked(t);
  await recall("I live in Sunny Estate.", { runId: "r" });
  const messages = [
    { role: "user", content: "[Mon] I live in Sunny Estate.\n\nRuntime: x" },
    { role: "toolResult", content: "SECRET" },
    { role: "assistant", content: "Noted." },
  ];
  await hooks.agent_end({ messages, success: true }, { ...CTX, runId: "r", channel: "webchat" });
  await new Promise((resolve) => setTimeout(resolve, 0));
  await hooks.before_reset({}, CTX);
  const [{ body }] = asked("/v1/capture");
  assert.deepEqual(body.turns.map(({ role, content, session_id }) => [role, content, session_id]), [
    ["user", "I live in Sunny Estate.", "s1"],
    ["assistant", "Noted.", "s1"],
  ]);
  assert.deepEqual(asked("/v1/flush").map((each) => each.body.session_id), ["s1"]);
});

test("whoever is captured is who spoke, also when the end of the turn does not say", async (t) => {
  const { hooks, recall, asked } = await hooked(t, { isolation: "sender", users: [{ sender: "1", user: "alice" }] });
  await recall("hello", { runId: "r", senderId: "1" });
  await hooks.agent_end({ messages: [{ role: "user", content: "hello" }] }, { agentId: "main", sessionId: "s1", runId: "r" });
  await hooks.session_end({ sessionId: "s1" }, { sessionId: "s1" });
  assert.deepEqual(asked("/v1/capture").map(({ body }) => body.user), ["alice"]);
  assert.deepEqual(asked("/v1/flush").map(({ body }) => body.user), ["alice"]);
});

test("what is switched off is not done", async (t) => {
  const { hooks, recall, service } = await hooked(t, { recall: false, capture: false });
  service.requests.length = 0;
  assert.equal(await recall("x", { runId: "r" }), undefined);
  await hooks.agent_end({ messages: [{ role: "user", content: "x" }] }, { ...CTX, runId: "r" });
  await hooks.session_end({ sessionId: "s1" }, CTX);
  assert.deepEqual(service.requests.filter(({ body }) => body?.query !== "memvault"), []);
});

test("no hook throws, whatever it is given", async (t) => {
  const { hooks } = await hooked(t);
  for (const handler of Object.values(hooks)) {
    for (const [event, ctx] of [[undefined, undefined], [null, null], [{ messages: 7, prompt: 7 }, { sessionId: 7, runId: {} }]]) {
      assert.equal(await handler(event, ctx), undefined);
    }
  }
});
