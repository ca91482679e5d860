import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import plugin from "../../../plugins/openclaw/index.js";
import { home } from "./stub_service.mjs";

function host(pluginConfig, names = ["registerMemoryCapability", "registerTool", "on", "registerService", "registerCommand", "registerCli", "registerGatewayMethod"]) {
  const calls = {};
  const api = { pluginConfig, config: {}, registrationMode: "full" };
  for (const name of names) api[name] = (...given) => (calls[name] ??= []).push(given);
  return { api, calls };
}

test("it registers everything and starts nothing", (t) => {
  const { vault, stateDir } = home(t);
  const { api, calls } = host({ vault, stateDir });
  assert.equal(plugin.register(api), undefined);
  assert.equal(calls.registerTool.length, 5);
  assert.deepEqual(calls.on.map(([name]) => name), [
    "before_prompt_build", "agent_end", "before_compaction", "before_reset", "session_end", "gateway_start",
  ]);
  assert.equal(existsSync(join(stateDir, "openclaw")), false);
});

test("the standing rules are for agents that have the tools, in the vault's language", (t) => {
  const { vault, stateDir } = home(t);
  const { api, calls } = host({ vault, stateDir });
  plugin.register(api);
  const [[{ promptBuilder }]] = calls.registerMemoryCapability;
  assert.match(promptBuilder({ availableTools: new Set(["memory_recall"]) }).join("\n"), /What the user says now wins/);
  assert.deepEqual(promptBuilder({ availableTools: new Set() }), []);
});

test("an older host that lacks something gets the rest, and a throwing one is survived", (t) => {
  const { vault, stateDir } = home(t);
  const { api, calls } = host({ vault, stateDir, maxTokens: 700 }, ["registerTool", "registerCommand"]);
  api.on = (name) => {
    if (name === "session_end") throw new Error("unknown hook");
  };
  plugin.register(api);
  assert.equal(calls.registerTool.length, 5);
  assert.equal(calls.registerCommand.length, 1);
});

test("a turn of nobody is not offered the tools", (t) => {
  const { vault, stateDir } = home(t);
  const { api, calls } = host({ vault, stateDir, isolation: "sender", users: [{ sender: "1", user: "a" }] });
  plugin.register(api);
  for (const [factory, { name }] of calls.registerTool) {
    assert.equal(factory({ agentId: "main" }), null);
    assert.equal(factory({ agentId: "main", requesterSenderId: "1" }).name, name);
  }
});

test("the host's memory page sees the agent's user, and with isolation by sender nobody's", async (t) => {
  const { vault, stateDir } = home(t);
  const { api, calls } = host({ vault, stateDir, isolation: "sender", users: [{ sender: "1", user: "a" }] });
  plugin.register(api);
  const [[{ runtime }]] = calls.registerMemoryCapability;
  const { manager, error } = await runtime.getMemorySearchManager({ agentId: "main" });
  assert.equal(manager, null);
  assert.match(error, /isolation/);
});
