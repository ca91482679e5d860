import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { createCapture } from "../../../plugins/openclaw/lib/capture.js";
import { createHealth } from "../../../plugins/openclaw/lib/health.js";
import { createOutbox } from "../../../plugins/openclaw/lib/outbox.js";
import { Trouble } from "../../../plugins/openclaw/lib/trouble.js";
import { home } from "./stub_service.mjs";

const entry = (content) => ({ user: "me", turns: [{ session_id: "s", turn: 1, role: "user", content }] });
const never = () => ({ unref() {} });

function parts(t, deliver) {
  const folder = join(home(t).root, "outbox");
  let now = 1000;
  const outbox = createOutbox({ folder: () => folder, clock: () => (now += 1) });
  const health = createHealth();
  const make = (how) => createCapture({ outbox, health, deliver: how, later: never });
  return { folder, outbox, health, make, capture: make(deliver) };
}

test("what was delivered leaves the outbox", async (t) => {
  const sent = [];
  const { capture, health } = parts(t, async (each) => sent.push(each) && { journalled: 1 });
  await capture.add(entry("a"));
  assert.deepEqual(sent, [entry("a")]);
  assert.equal(capture.waiting(), 0);
  assert.equal(health.snapshot().capture.turns, 1);
});

test("it is on disk, for its owner only, before it is sent", async (t) => {
  let seen;
  const { folder, capture } = parts(t, async () => {
    seen = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
    return {};
  });
  await capture.add(entry("a"));
  assert.deepEqual(seen, [0o600]);
});

test("what nobody took is sent by the next process, in order", async (t) => {
  const { capture, make } = parts(t, async () => {
    throw new Trouble("absent", "down");
  });
  await capture.add(entry("a"));
  await capture.add(entry("b"));
  assert.equal(capture.waiting(), 2);
  const sent = [];
  await make(async (each) => sent.push(each.turns[0].content) && {}).flush();
  assert.deepEqual(sent, ["a", "b"]);
});

test("what memvault refuses for good does not hold up the rest", async (t) => {
  const sent = [];
  const { capture, health } = parts(t, async (each) => {
    if (each.turns[0].content === "bad") throw new Trouble("refused", "no such user", { status: 422, code: "unknown-user" });
    sent.push(each);
    return {};
  });
  await Promise.all([capture.add(entry("bad")), capture.add(entry("good"))]);
  assert.equal(sent.length, 1);
  assert.equal(capture.waiting(), 0);
  assert.equal(health.snapshot().capture.refused, 1);
});

test("somebody whom the vault does not know yet holds up nobody else, and is not lost", async (t) => {
  const sent = [];
  const { capture } = parts(t, async (each) => {
    if (each.turns[0].content === "stranger") throw new Trouble("refused", "no such user", { status: 404, code: "unknown-user" });
    sent.push(each);
    return {};
  });
  await Promise.all([capture.add(entry("stranger")), capture.add(entry("known"))]);
  assert.equal(sent.length, 1);
  assert.equal(capture.waiting(), 1);
});

test("an outbox that cannot be written does not stop the capture", async (t) => {
  const sent = [];
  const outbox = createOutbox({ folder: () => join(home(t).vault, "vault.yaml", "outbox") });
  const capture = createCapture({ outbox, health: createHealth(), deliver: async (each) => sent.push(each), later: never });
  await capture.add(entry("a"));
  assert.equal(sent.length, 1);
});

test("not more waits than there may be; the oldest go", async (t) => {
  const { folder, outbox } = parts(t, async () => ({}));
  for (const name of ["a", "b", "c"]) outbox.put(entry(name));
  const small = createOutbox({ folder: () => folder, most: 2 });
  assert.deepEqual(small.waiting().map((name) => small.read(name).turns[0].content), ["b", "c"]);
});
