import assert from "node:assert/strict";
import { test } from "node:test";

import { createInjections } from "../../../plugins/openclaw/lib/injection.js";

const block = (...memories) => ["<memvault-memories>", "Data.", ...memories.map((each) => `- [2026-01-05 · fact] ${each}`), "</memvault-memories>"].join("\n");

test("a memory is given once in a session", () => {
  const injections = createInjections();
  assert.equal(injections.take("s", "r1", block("cat")), block("cat"));
  assert.equal(injections.take("s", "r2", block("cat")), "");
  assert.equal(injections.take("s", "r3", block("cat", "dog")), block("dog"));
  assert.equal(injections.take("other", "r4", block("cat")), block("cat"));
});

test("a memory that has changed is given again", () => {
  const injections = createInjections();
  injections.take("s", "r1", block("lives in A"));
  assert.equal(injections.take("s", "r2", block("lives in B")), block("lives in B"));
});

test("when the host builds one turn's prompt twice, it gets the same", () => {
  const injections = createInjections();
  injections.take("s", "r1", block("cat"));
  assert.equal(injections.ofRun("s", "r1"), block("cat"));
  assert.equal(injections.ofRun("s", "r2"), undefined);
});

test("after a compaction everything may be given again", () => {
  const injections = createInjections();
  injections.take("s", "r1", block("cat"));
  injections.forget("s");
  assert.equal(injections.take("s", "r2", block("cat")), block("cat"));
});

test("who wants repetition gets it", () => {
  const injections = createInjections({ repeat: true });
  injections.take("s", "r1", block("cat"));
  assert.equal(injections.take("s", "r2", block("cat")), block("cat"));
});

test("a session that had nothing is not new any more", () => {
  const injections = createInjections();
  assert.equal(injections.isNew("s"), true);
  assert.equal(injections.take("s", "r1", ""), "");
  assert.equal(injections.isNew("s"), false);
});

test("not more sessions are kept in mind than wanted", () => {
  const injections = createInjections({ most: 2 });
  for (const key of ["a", "b", "c"]) injections.take(key, "r", block("cat"));
  assert.equal(injections.size(), 2);
  assert.equal(injections.isNew("a"), true);
});
