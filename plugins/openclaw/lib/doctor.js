// What is missing: in OpenClaw's configuration, in memvault, and between them. Each finding says what to do.

import { existsSync } from "node:fs";
import { join } from "node:path";

import { oneLine } from "./trouble.js";

export const ID = "memvault";
const TOOLS = ["memory_recall", "memory_store", "memory_forget", "memory_get", "memory_feedback"];
const SET = "openclaw config set";

/** @returns {{level: "ok" | "warn" | "bad", code: string, message: string, fix: string}[]} */
export function configFindings(config, settings, missing = []) {
  const plugins = config?.plugins ?? {};
  const entry = plugins.entries?.[ID] ?? {};
  const hooks = entry.hooks ?? {};
  const found = [];
  const say = (level, code, message, fix = "") => found.push({ level, code, message, fix });

  if (plugins.enabled === false) say("bad", "plugins-off", "plugins are switched off", `${SET} plugins.enabled true`);
  if (entry.enabled === false) say("bad", "plugin-off", "the plugin is switched off", `openclaw plugins enable ${ID}`);
  if (plugins.slots?.memory !== ID) {
    const owner = plugins.slots?.memory ?? "memory-core";
    say("bad", "slot", `the memory slot belongs to ${owner}`, `${SET} plugins.slots.memory ${ID}`);
  } else say("ok", "slot", "memvault owns the memory slot");
  if (hooks.allowConversationAccess === true) {
    say("ok", "conversation-access", "hooks may see the conversation");
  } else {
    say(
      "bad",
      "conversation-access",
      "allowConversationAccess is missing: OpenClaw blocks before_prompt_build and agent_end without a word, so nothing is recalled or captured",
      `${SET} plugins.entries.${ID}.hooks.allowConversationAccess true`,
    );
  }
  if (hooks.allowPromptInjection === false) {
    say("bad", "prompt-injection", "allowPromptInjection is false: nothing is recalled", `${SET} plugins.entries.${ID}.hooks.allowPromptInjection true`);
  }
  const budget = hooks.timeouts?.before_prompt_build ?? hooks.timeoutMs;
  if (budget && budget < settings.deadlineMs) {
    say("warn", "hook-timeout", `OpenClaw gives the recall hook ${budget} ms, less than deadlineMs (${settings.deadlineMs})`, `${SET} plugins.entries.${ID}.hooks.timeouts.before_prompt_build ${settings.deadlineMs + 700}`);
  }
  if (plugins.entries?.["memory-core"]?.enabled !== false && !(plugins.deny ?? []).includes("memory-core")) {
    say("warn", "dreaming", "memory-core still dreams at night and writes MEMORY.md", `${SET} plugins.entries.memory-core.enabled false`);
  }
  found.push(...toolFindings(config?.tools ?? {}), ...isolationFindings(config ?? {}, settings));
  for (const problem of settings.problems) say("bad", "setting", problem, `openclaw config get plugins.entries.${ID}.config`);
  for (const name of missing) {
    say("warn", "host", `this OpenClaw has no ${name}; memvault goes without it`, "update OpenClaw to 2026.9.6 or newer");
  }
  return found;
}

function toolFindings(tools) {
  const denied = TOOLS.filter((name) => (tools.deny ?? []).includes(name) || (tools.deny ?? []).includes("group:memory"));
  if (denied.length) {
    return [{ level: "warn", code: "tools-denied", message: `tools.deny takes away ${denied.join(", ")}`, fix: "openclaw config get tools.deny" }];
  }
  const allow = tools.allow ?? [];
  if (allow.length && !allow.includes("*") && !TOOLS.some((name) => allow.includes(name))) {
    const list = JSON.stringify(TOOLS);
    return [{ level: "warn", code: "tools-allow", message: "tools.allow names none of memvault's tools", fix: `${SET} tools.alsoAllow '${list}' --strict-json` }];
  }
  return [];
}

function isolationFindings(config, settings) {
  const found = [];
  const say = (code, message, fix) => found.push({ level: "warn", code, message, fix });
  if (settings.isolation !== "none" && !settings.users.some((rule) => rule[settings.isolation])) {
    say("isolation-empty", `isolation is "${settings.isolation}", and no rule in users names one: nobody has memories`, `${SET} plugins.entries.${ID}.config.users '[{"${settings.isolation}": "…", "user": "…"}]' --strict-json`);
  }
  if (settings.isolation === "sender") {
    if ((config.session?.dmScope ?? "main") === "main") {
      say("dm-scope", "session.dmScope is main: everybody who writes shares one conversation, whatever memory does", `${SET} session.dmScope per-channel-peer`);
    }
    if ((config.tools?.sessions?.visibility ?? "all") === "all") {
      say("session-visibility", "tools.sessions.visibility is all: sessions_search reads other people's conversations", `${SET} tools.sessions.visibility self`);
    }
    if (config.agents?.defaults?.contextInjection !== "never") {
      say("workspace-files", "MEMORY.md and USER.md of the workspace are shown to everybody", `${SET} agents.defaults.contextInjection never`);
    }
  }
  return found;
}

/** Whether memvault itself answers. Asks the service, then the command. */
export async function memoryFindings({ settings, client, memory, process }) {
  const found = [];
  const say = (level, code, message, fix = "") => found.push({ level, code, message, fix });
  if (!settings.vault && !settings.serviceUrl) {
    say("bad", "no-vault", "no vault is configured", `${SET} plugins.entries.${ID}.config.vault ~/memories`);
    return found;
  }
  if (settings.vault && !existsSync(join(settings.vault, "vault.yaml"))) {
    say("bad", "vault-gone", `there is no vault in ${settings.vault}`, "put the folder back, or: memvault init DIR");
  }
  const service = await answer(() => memory.health());
  if (service.ok) {
    const ready = service.value?.ready !== false;
    say("ok", "service", "the service answers");
    if (!ready) say("warn", "model", "the embedding model is not ready: recall goes by words only", "memvault model install");
    const status = await answer(() => memory.status());
    if (status.ok) found.push(...statusFindings(status.value), ...(await userFindings(settings, memory)));
    else say("bad", "vault-status", `the service does not serve this vault: ${status.line}`, "memvault status");
    return found;
  }
  const said = process.state().said;
  say(settings.autoStart ? "warn" : "bad", "service", `the service does not answer (${service.line}${said ? `; ${said}` : ""})`, `${settings.command.join(" ")} --vault ${settings.vault} serve`);
  const command = await answer(() => memory.commandStatus());
  if (command.ok) {
    say("ok", "command", "the command memvault answers; it stands in for the service");
    found.push(...statusFindings(command.value));
  } else say("bad", "command", `the command memvault fails: ${command.line}`, `${SET} plugins.entries.${ID}.config.command '["/path/to/memvault"]' --strict-json`);
  return found;
}

/** People that a rule names and the vault does not know: nothing is kept or recalled for them. */
async function userFindings(settings, memory) {
  const users = [...new Set([settings.user, ...settings.users.map(({ user }) => user)])].filter(Boolean).slice(0, 20);
  const found = [];
  for (const user of users) {
    const asked = await answer(() => memory.recall({ query: "memvault", user, limit: 1 }));
    if (asked.ok || !/unknown-user/.test(asked.line)) continue;
    const fix = `add to ${join(settings.vault, "vault.yaml")}:  users: {${user}: {name: ${user}}}`;
    found.push({ level: "bad", code: "unknown-user", message: `the vault knows no user ${user}`, fix });
  }
  return found;
}

function statusFindings(status) {
  const found = [];
  if (status?.problems) {
    found.push({ level: "warn", code: "vault-problems", message: `${status.problems} lines of the vault cannot be used as they are`, fix: "memvault check" });
  }
  if (status?.behind) {
    found.push({ level: "warn", code: "index-behind", message: `the index is ${status.behind} files behind`, fix: "memvault index" });
  }
  if (!found.length) found.push({ level: "ok", code: "vault", message: `${status?.records ?? "?"} records, in step with the files`, fix: "" });
  return found;
}

async function answer(ask) {
  try {
    return { ok: true, value: await ask() };
  } catch (error) {
    return { ok: false, line: oneLine(error) };
  }
}

/** Hooks that should have been called by now and were not. */
export function hookFindings(health, { turns }) {
  const { hooks } = health.snapshot();
  if (!turns || hooks.before_prompt_build) return [];
  return [
    {
      level: "bad",
      code: "hook-silent",
      message: "turns were answered, and before_prompt_build was never called",
      fix: `${SET} plugins.entries.${ID}.hooks.allowConversationAccess true`,
    },
  ];
}
