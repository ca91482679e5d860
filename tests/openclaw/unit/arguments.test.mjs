import assert from "node:assert/strict";
import { test } from "node:test";

import {
  feedbackArguments, forgetArguments, idsArguments, recallArguments, storeArguments,
} from "../../../plugins/openclaw/lib/arguments.js";

test("recall: other names, numbers as words, one type for a list", () => {
  assert.deepEqual(recallArguments({ q: " 猫 ", limit: "3", type: "Preference" }), { query: "猫", limit: 3, types: ["preference"] });
  assert.deepEqual(recallArguments('{"query": "cat", "top_k": 99}'), { query: "cat", limit: 20 });
  assert.deepEqual(recallArguments("just words"), { query: "just words" });
  assert.deepEqual(recallArguments({ query: ["cat", "dog"], types: "todo, 偏好" }), { query: "cat dog", types: ["task", "preference"] });
});

test("store: types, tags and importance as people say them", () => {
  assert.deepEqual(storeArguments({ text: "x", category: "pref", tags: "a，b", importance: "high" }), {
    content: "x", type: "preference", tags: ["a", "b"], importance: 0.8,
  });
  assert.equal(storeArguments({ content: "x", importance: 8 }).importance, 0.8);
  assert.equal(storeArguments({ content: "x", importance: "80%" }).importance, 0.8);
  assert.deepEqual(storeArguments({ content: "x", type: "whatever", importance: null }), { content: "x" });
});

test("a user in the arguments leads nowhere", () => {
  assert.deepEqual(storeArguments({ content: "x", user: "alice", user_id: "alice", vault: "/other" }), { content: "x" });
  assert.deepEqual(recallArguments({ query: "x", user: "alice", namespace: "y" }), { query: "x" });
});

test("ids: one, many, in a sentence", () => {
  assert.deepEqual(idsArguments({ id: "mem_a1" }), { ids: ["mem_a1"] });
  assert.deepEqual(idsArguments({ ids: "mem_a1, mem_b2" }), { ids: ["mem_a1", "mem_b2"] });
  assert.deepEqual(idsArguments(["mem_a1", "mem_a1"]), { ids: ["mem_a1"] });
  assert.deepEqual(idsArguments({ ids: ["- mem_a1 [2026-01-05 · fact] cat"] }), { ids: ["mem_a1"] });
  assert.deepEqual(forgetArguments({ query: "cat" }), { query: "cat" });
});

test("verdicts in other words", () => {
  assert.deepEqual(feedbackArguments({ memory_id: "mem_a1", rating: "过时" }), { id: "mem_a1", verdict: "outdated" });
  assert.deepEqual(feedbackArguments({ id: "mem_a1", verdict: "meh" }), { id: "mem_a1", verdict: "meh" });
});

test("nothing at all is no crash", () => {
  for (const read of [recallArguments, storeArguments, idsArguments, forgetArguments, feedbackArguments]) {
    for (const given of [undefined, null, 7, "", [], {}]) assert.equal(typeof read(given), "object");
  }
});
