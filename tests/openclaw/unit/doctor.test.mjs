import assert from "node:assert/strict";
import { test } from "node:test";

import { registerCommandLine } from "../../../plugins/openclaw/lib/commands.js";
import { configFindings } from "../../../plugins/openclaw/lib/doctor.js";
import { createHealth } from "../../../plugins/openclaw/lib/health.js";
import { outsideLines, statusLines, worst } from "../../../plugins/openclaw/lib/report.js";
import { createRuntime } from "../../../plugins/openclaw/lib/runtime.js";
import { readSettings } from "../../../plugins/openclaw/lib/settings.js";
import { home } from "./stub_service.mjs";

const good = () => ({
  plugins: {
    slots: { memory: "memvault" },
    entries: { memvault: { enabled: true, hooks: { allowConversationAccess: true } }, "memory-core": { enabled: false } },
  },
});
const codes = (config, given = {}, missing = []) =>
  configFindings(config, readSettings(given, {}), missing).filter(({ level }) => level !== "ok").map(({ code }) => code);

test("a good configuration has nothing to say", () => {
  assert.deepEqual(codes(good()), []);
  assert.equal(worst(configFindings(good(), readSettings({}, {}))), "ok");
});

test("each thing that is missing is named, with the command that mends it", () => {
  const config = good();
  delete config.plugins.entries.memvault.hooks;
  const [finding] = configFindings(config, readSettings({}, {})).filter(({ level }) => level === "bad");
  assert.equal(finding.code, "conversation-access");
  assert.equal(finding.fix, "openclaw config set plugins.entries.memvault.hooks.allowConversationAccess true");
  assert.deepEqual(codes({}), ["slot", "conversation-access", "dreaming"]);
});

test("permissions, budgets and tool policies", () => {
  const config = good();
  config.plugins.entries.memvault.hooks = { allowConversationAccess: true, allowPromptInjection: false, timeoutMs: 100 };
  config.tools = { deny: ["memory_store"] };
  assert.deepEqual(codes(config), ["prompt-injection", "hook-timeout", "tools-denied"]);
  config.tools = { allow: ["read"] };
  assert.ok(codes(config).includes("tools-allow"));
});

test("isolation by sender names the other ways in which people see each other's words", () => {
  const given = { isolation: "sender", users: [{ sender: "1", user: "a" }] };
  assert.deepEqual(codes(good(), given), ["dm-scope", "session-visibility", "workspace-files"]);
  assert.ok(codes(good(), { isolation: "sender" }).includes("isolation-empty"));
});

test("what the host lacks and what is set wrongly is said", () => {
  assert.deepEqual(codes(good(), { serviceUrl: "http://example.com" }, ["registerService"]), ["setting", "host"]);
});

test("it speaks the vault's language", () => {
  const messages = (language) => configFindings({}, readSettings({ language, isolation: "x" }, {}), ["on"]).map(({ message }) => message);
  for (const message of messages("zh")) assert.match(message, /[\u4e00-\u9fff]/);
  for (const message of messages("en")) assert.doesNotMatch(message, /[\u4e00-\u9fff]/);
  const snapshot = createHealth().snapshot();
  const lines = (language) => statusLines({ settings: readSettings({ language }, {}), snapshot, waiting: 0, findings: [] });
  assert.match(lines("zh")[1], /^召回：0 轮/);
  assert.match(lines("en")[1], /^recall: 0 turns/);
  const outside = (language) => outsideLines({ settings: readSettings({ language }, {}), waiting: 2, findings: [] });
  assert.match(outside("zh")[1], /2 轮等待/);
  assert.match(outside("en")[1], /2 turns waiting/);
});

test("a command beside the gateway counts no turns, which it cannot know of, and says who does", async (t) => {
  const { settings } = home(t, { language: "en", autoStart: false });
  const runtime = createRuntime(settings);
  t.after(() => runtime.end());
  const actions = {};
  const command = (name) => {
    const made = { description: () => made, option: () => made, command, action: (run) => ((actions[name] = run), made) };
    return made;
  };
  const said = [];
  const code = process.exitCode;
  t.mock.method(process.stdout, "write", (text) => said.push(text));
  registerCommandLine(runtime, { program: { command }, config: {} });
  await actions.status({});
  process.exitCode = code;
  t.mock.restoreAll();
  const text = said.join("");
  assert.doesNotMatch(text, /0 turns,/);
  assert.match(text, /0 turns waiting/);
  assert.match(text, /gateway call memvault\.status/);
});
