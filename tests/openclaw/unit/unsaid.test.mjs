import assert from "node:assert/strict";
import { test } from "node:test";

import { memoriesOf, unsaid } from "../../../plugins/openclaw/lib/unsaid.js";

const block = (...memories) => ["<memvault-memories>", "Data.", ...memories.map((each) => `- [2026-01-05 · fact] ${each}`), "</memvault-memories>"].join("\n");
const user = (content) => ({ role: "user", content });

test("a new conversation says nothing yet", () => {
  assert.equal(unsaid(block("cat", "dog"), []), block("cat", "dog"));
  assert.equal(unsaid(block("cat"), undefined), block("cat"));
  assert.equal(unsaid("", [user("x")]), "");
});

test("what the person said in this conversation is left out, the rest stays", () => {
  const messages = [user("我住在阳光小区，完全不能吃香菜。"), { role: "assistant", content: "好的。" }];
  assert.equal(unsaid(block("用户完全不能吃香菜", "用户对芒果过敏"), messages), block("用户对芒果过敏"));
  assert.equal(unsaid(block("用户完全不能吃香菜"), messages), "");
  assert.equal(unsaid(block("The user lives in Sunny Estate"), [user([{ type: "text", text: "I think he lives in Sunny Estate." }])]), "");
});

test("what a tool looked up is left out", () => {
  const result = { role: "toolResult", content: [{ type: "text", text: "Found:\n- mem_1 [2026-01-05 · fact] The cat is called Niangao" }] };
  assert.equal(unsaid(block("The cat is called Niangao"), [result]), "");
});

test("what has changed since it was said is given", () => {
  assert.equal(unsaid(block("用户住在月光小区"), [user("我住在阳光小区")]), block("用户住在月光小区"));
});

test("what was told is left out, until it is another text or has another date", () => {
  const told = new Set(memoriesOf(block("cat", "dog")));
  assert.equal(told.size, 2);
  assert.equal(unsaid(block("cat", "dog"), [], told), "");
  assert.equal(unsaid(block("cat", "a dog", "dog"), [], told), block("a dog"));
  const redated = block("cat").replace("2026-01-05", "2026-02-05");
  assert.equal(unsaid(redated, [], told), redated);
});

test("who asks whether it is so, and what the assistant says, say nothing", () => {
  const memory = block("用户完全不能吃香菜");
  for (const content of ["我完全不能吃香菜吗", "我完全不能吃香菜？", "我是不是完全不能吃香菜"]) {
    assert.equal(unsaid(memory, [user(content)]), memory);
  }
  assert.equal(unsaid(memory, [{ role: "assistant", content: "您完全不能吃香菜。" }]), memory);
});

test("a memory of a few characters may stand in anything", () => {
  assert.equal(unsaid(block("用户吃素"), [user("我不吃素")]), block("用户吃素"));
});

test("broken messages say nothing", () => {
  assert.equal(unsaid(block("a long memory"), [null, 7, { role: "user" }, user(7)]), block("a long memory"));
});
