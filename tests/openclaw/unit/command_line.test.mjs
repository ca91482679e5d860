import assert from "node:assert/strict";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { createCommandLine } from "../../../plugins/openclaw/lib/command_line.js";
import { createRuntime } from "../../../plugins/openclaw/lib/runtime.js";
import { readSettings } from "../../../plugins/openclaw/lib/settings.js";
import { home } from "./stub_service.mjs";

/** A command that writes down its words and its input, and prints what it was told to. */
function command(t, out, code = 0) {
  const place = home(t);
  const path = join(place.root, "memvault.mjs");
  const log = join(place.root, "log.json");
  writeFileSync(
    path,
    `import { readFileSync, writeFileSync } from "node:fs";
     writeFileSync(${JSON.stringify(log)}, JSON.stringify({ words: process.argv.slice(2), input: readFileSync(0, "utf8") }));
     process.stdout.write(${JSON.stringify(out)}); process.exitCode = ${code};`,
  );
  chmodSync(path, 0o755);
  const settings = readSettings({ vault: place.vault, stateDir: place.stateDir, command: [process.execPath, path] }, {});
  return { settings, vault: place.vault, commandLine: createCommandLine(settings), log: () => JSON.parse(readFileSync(log, "utf8")) };
}
const DEADLINE = { deadlineMs: 20_000 };

test("a question cannot be taken for an option", async (t) => {
  const { commandLine, log, vault } = command(t, '{"block": "b"}');
  const asked = { query: "--help", user: "alice", limit: 5, budgetTokens: 800 };
  assert.deepEqual(await commandLine.prompt(asked, DEADLINE), { block: "b" });
  assert.deepEqual(log().words, ["--vault", vault, "--user", "alice", "--json", "prompt", "--limit", "5", "--budget", "800", "--", "--help"]);
});

test("an answer counts even when something is not in order", async (t) => {
  const { commandLine } = command(t, '{"hits": []}', 3);
  assert.deepEqual(await commandLine.recall({ query: "x", limit: 5, types: [] }, DEADLINE), { hits: [] });
});

test("what is remembered this way is the assistant's", async (t) => {
  const { commandLine, log } = command(t, '{"action": "added", "id": "mem_1"}');
  await commandLine.remember({ content: "-x", type: "fact", tags: ["a b"], importance: 0.8 }, DEADLINE);
  assert.deepEqual(log().words.slice(3), ["remember", "--source=agent", "--type=fact", "--importance=0.8", "--tag=a b", "--", "-x"]);
});

test("turns go in by the standard input, not where every process can read them", async (t) => {
  const { commandLine, log } = command(t, '{"journalled": 1}');
  await commandLine.capture({ turns: [{ session_id: "s", content: "密" }], user: "me" }, DEADLINE);
  assert.equal(log().input, '{"session_id":"s","content":"密"}\n');
  assert.ok(!log().words.join(" ").includes("密"));
});

test("a command that fails, lacks or hangs is told apart", async (t) => {
  const refused = command(t, '{"error": {"code": "user-required", "message": "who?", "hint": "say"}}', 2);
  await assert.rejects(refused.commandLine.recall({ query: "x", limit: 1, types: [] }, DEADLINE), { kind: "refused", code: "user-required" });
  const lacking = createCommandLine(home(t).settings);
  await assert.rejects(lacking.status(DEADLINE), { kind: "absent" });
  const hanging = createCommandLine(readSettings({ command: [process.execPath, "-e", "setInterval(()=>{},1e3)", "--"] }, {}));
  await assert.rejects(hanging.status({ deadlineMs: 100 }), { kind: "late" });
});

test("without a service, a process that does not last uses the command", async (t) => {
  const { settings, log } = command(t, '{"block": "b", "journalled": 1}');
  const runtime = createRuntime(settings);
  const answer = await runtime.memory.prompt({ query: "x", user: "", sessionId: "s", opening: false });
  assert.deepEqual([answer.block, answer.via], ["b", "command"]);
  await runtime.capture.add({ turns: [{ session_id: "s", content: "y" }], user: "" });
  assert.equal(log().words.at(-1), "capture");
  assert.equal(runtime.capture.waiting(), 0);
});
