import assert from "node:assert/strict";
import { test } from "node:test";

import { originOf, userOf } from "../../../plugins/openclaw/lib/identity.js";
import { readSettings } from "../../../plugins/openclaw/lib/settings.js";

const who = (ctx, given) => {
  const found = userOf(originOf(ctx), readSettings(given, {}));
  return found.known ? found.user : null;
};
const users = [
  { agent: "bob", user: "bob" },
  { channel: "telegram", sender: "111", user: "alice" },
  { agent: "bob", channel: "telegram", sender: "111", user: "alice-at-bob" },
];

test("tools, hooks and commands name the same origin differently", () => {
  const tool = originOf({ agentId: "main", messageChannel: "telegram", agentAccountId: "a", requesterSenderId: "1", sessionId: "s" });
  const hook = originOf({ agentId: "main", messageProvider: "telegram", accountId: "a", senderId: 1, sessionId: "s" });
  assert.deepEqual(hook, tool);
});

test("the agent is in the session key when nothing else names it", () => {
  assert.equal(originOf({ sessionKey: "agent:bob:x" }).agent, "bob");
});

test("without isolation everybody is the default user, unless a rule says otherwise", () => {
  assert.equal(who({ agentId: "main" }, {}), "");
  assert.equal(who({ agentId: "main" }, { user: "me", users }), "me");
  assert.equal(who({ agentId: "Bob" }, { user: "me", users }), "bob");
});

test("the most precise rule counts, wherever it stands", () => {
  const ctx = { agentId: "bob", channel: "telegram", senderId: "111" };
  assert.equal(who(ctx, { users }), "alice-at-bob");
  assert.equal(who(ctx, { users: [...users].reverse() }), "alice-at-bob");
  assert.equal(who({ ...ctx, agentId: "main" }, { users }), "alice");
});

test("isolation by sender gives an unknown or missing sender nothing", () => {
  const given = { isolation: "sender", user: "me", users };
  assert.equal(who({ agentId: "main", channel: "telegram", senderId: "111" }, given), "alice");
  assert.equal(who({ agentId: "main", channel: "telegram", senderId: "999" }, given), null);
  assert.equal(who({ agentId: "bob" }, given), null);
  assert.equal(who({ agentId: "main", channel: "discord", senderId: "111" }, given), null);
});

test("isolation by agent gives an agent without a rule nothing", () => {
  const given = { isolation: "agent", user: "me", users };
  assert.equal(who({ agentId: "bob" }, given), "bob");
  assert.equal(who({ agentId: "main" }, given), null);
  assert.equal(who({}, given), null);
});

test("sender ids are compared as they are", () => {
  const given = { isolation: "sender", users: [{ sender: "Ab", user: "x" }] };
  assert.equal(who({ senderId: "Ab" }, given), "x");
  assert.equal(who({ senderId: "ab" }, given), null);
});
