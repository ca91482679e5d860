// What is missing: in OpenClaw's configuration, in memvault, and between them. Each finding says what to do.

import { existsSync } from "node:fs";
import { join } from "node:path";

import { TOOLS } from "./tools.js";
import { oneLine } from "./trouble.js";
import { isChinese } from "./words.js";

const ID = "memvault";
const SET = "openclaw config set";

/** @returns {{level: "ok" | "warn" | "bad", code: string, message: string, fix: string}[]} */
export function configFindings(config, settings, missing = []) {
  const plugins = config?.plugins ?? {};
  const entry = plugins.entries?.[ID] ?? {};
  const hooks = entry.hooks ?? {};
  const { found, say } = findingsIn(settings);

  if (plugins.enabled === false) say("bad", "plugins-off", ["plugins are switched off", "插件功能已整个关闭"], `${SET} plugins.enabled true`);
  if (entry.enabled === false) say("bad", "plugin-off", ["the plugin is switched off", "这个插件已关闭"], `openclaw plugins enable ${ID}`);
  if (plugins.slots?.memory !== ID) {
    const owner = plugins.slots?.memory ?? "memory-core";
    say("bad", "slot", [`the memory slot belongs to ${owner}`, `记忆槽位属于 ${owner}`], `${SET} plugins.slots.memory ${ID}`);
  } else say("ok", "slot", ["memvault owns the memory slot", "记忆槽位属于 memvault"]);
  if (hooks.allowConversationAccess === true) {
    say("ok", "conversation-access", ["hooks may see the conversation", "钩子可以看到对话"]);
  } else {
    say(
      "bad",
      "conversation-access",
      [
        "allowConversationAccess is missing: OpenClaw blocks before_prompt_build and agent_end without a word, so nothing is recalled or captured",
        "缺少 allowConversationAccess：OpenClaw 会不声不响地拦下 before_prompt_build 和 agent_end，既不召回也不捕获",
      ],
      `${SET} plugins.entries.${ID}.hooks.allowConversationAccess true`,
    );
  }
  if (hooks.allowPromptInjection === false) {
    say("bad", "prompt-injection", ["allowPromptInjection is false: nothing is recalled", "allowPromptInjection 为 false：不会召回"], `${SET} plugins.entries.${ID}.hooks.allowPromptInjection true`);
  }
  const budget = hooks.timeouts?.before_prompt_build ?? hooks.timeoutMs;
  if (budget && budget < settings.deadlineMs) {
    say("warn", "hook-timeout", [`OpenClaw gives the recall hook ${budget} ms, less than deadlineMs (${settings.deadlineMs})`, `OpenClaw 只给召回钩子 ${budget} 毫秒，少于 deadlineMs（${settings.deadlineMs}）`], `${SET} plugins.entries.${ID}.hooks.timeouts.before_prompt_build ${settings.deadlineMs + 700}`);
  }
  if (plugins.entries?.["memory-core"]?.enabled !== false && !(plugins.deny ?? []).includes("memory-core")) {
    say("warn", "dreaming", ["memory-core still dreams at night and writes MEMORY.md", "memory-core 夜里仍会“做梦”并写 MEMORY.md"], `${SET} plugins.entries.memory-core.enabled false`);
  }
  found.push(...toolFindings(config?.tools ?? {}, settings), ...isolationFindings(config ?? {}, settings));
  for (const problem of settings.problems) say("bad", "setting", problem, `openclaw config get plugins.entries.${ID}.config`);
  for (const name of missing) {
    say("warn", "host", [`this OpenClaw has no ${name}; memvault goes without it`, `这个 OpenClaw 没有 ${name}；memvault 不用它也能工作`], "npm install -g openclaw");
  }
  return found;
}

function toolFindings(tools, settings) {
  const { found, say } = findingsIn(settings);
  const denied = TOOLS.filter((name) => (tools.deny ?? []).includes(name) || (tools.deny ?? []).includes("group:memory"));
  if (denied.length) {
    say("warn", "tools-denied", [`tools.deny takes away ${denied.join(", ")}`, `tools.deny 去掉了 ${denied.join("、")}`], "openclaw config get tools.deny");
    return found;
  }
  const allow = tools.allow ?? [];
  if (allow.length && !allow.includes("*") && !TOOLS.some((name) => allow.includes(name))) {
    const list = JSON.stringify(TOOLS);
    say("warn", "tools-allow", ["tools.allow names none of memvault's tools", "tools.allow 里没有 memvault 的任何工具"], `${SET} tools.alsoAllow '${list}' --strict-json`);
  }
  return found;
}

function isolationFindings(config, settings) {
  const { found, say } = findingsIn(settings);
  if (settings.isolation !== "none" && !settings.users.some((rule) => rule[settings.isolation])) {
    say("warn", "isolation-empty", [`isolation is "${settings.isolation}", and no rule in users names one: nobody has memories`, `isolation 为 "${settings.isolation}"，而 users 里没有一条规则指明它：谁都没有记忆`], `${SET} plugins.entries.${ID}.config.users '[{"${settings.isolation}": "…", "user": "…"}]' --strict-json`);
  }
  if (settings.isolation === "sender") {
    if ((config.session?.dmScope ?? "main") === "main") {
      say("warn", "dm-scope", ["session.dmScope is main: everybody who writes shares one conversation, whatever memory does", "session.dmScope 为 main：所有来信的人共用一个会话，与记忆无关"], `${SET} session.dmScope per-channel-peer`);
    }
    if ((config.tools?.sessions?.visibility ?? "all") === "all") {
      say("warn", "session-visibility", ["tools.sessions.visibility is all: sessions_search reads other people's conversations", "tools.sessions.visibility 为 all：sessions_search 能读到别人的对话"], `${SET} tools.sessions.visibility self`);
    }
    if (config.agents?.defaults?.contextInjection !== "never") {
      say("warn", "workspace-files", ["MEMORY.md and USER.md of the workspace are shown to everybody", "工作区的 MEMORY.md 和 USER.md 会给所有人看到"], `${SET} agents.defaults.contextInjection never`);
    }
  }
  return found;
}

/** Whether memvault itself answers. Asks the service, then the command. */
export async function memoryFindings({ settings, client, memory, process }) {
  const { found, say } = findingsIn(settings);
  if (!settings.vault && !settings.serviceUrl) {
    say("bad", "no-vault", ["no vault is configured", "没有设置记忆库"], `${SET} plugins.entries.${ID}.config.vault ~/memories`);
    return found;
  }
  if (settings.vault && !existsSync(join(settings.vault, "vault.yaml"))) {
    const moved = [`there is no vault in ${settings.vault}: put it back, or name its new place`, `${settings.vault} 里没有记忆库：请放回原处，或写明新位置`];
    say("bad", "vault-gone", moved, `${SET} plugins.entries.${ID}.config.vault /path/to/vault`);
  }
  const service = await answer(() => memory.health());
  if (service.ok) {
    const ready = service.value?.ready !== false;
    say("ok", "service", ["the service answers", "服务有应答"]);
    if (!ready) say("warn", "model", ["the embedding model is not ready: recall goes by words only", "嵌入模型还没有就绪：只按词召回"], "memvault model install");
    const status = await answer(() => memory.status());
    if (status.ok) found.push(...statusFindings(status.value, settings), ...(await userFindings(settings, memory)));
    else say("bad", "vault-status", [`the service does not serve this vault: ${status.line}`, `服务没有管这个记忆库：${status.line}`], "memvault status");
    return found;
  }
  const because = [service.line, process.state().said].filter(Boolean).join("; ");
  say(settings.autoStart ? "warn" : "bad", "service", [`the service does not answer (${because})`, `服务没有应答（${because}）`], `${settings.command.join(" ")} --vault ${settings.vault} serve`);
  const command = await answer(() => memory.commandStatus());
  if (command.ok) {
    say("ok", "command", ["the command memvault answers; it stands in for the service", "memvault 命令有应答，代替服务"]);
    found.push(...statusFindings(command.value, settings));
  } else say("bad", "command", [`the command memvault fails: ${command.line}`, `memvault 命令出错：${command.line}`], `${SET} plugins.entries.${ID}.config.command '["/path/to/memvault"]' --strict-json`);
  return found;
}

/** People that a rule names and the vault does not know: nothing is kept or recalled for them. */
async function userFindings(settings, memory) {
  const users = [...new Set([settings.user, ...settings.users.map(({ user }) => user)])].filter(Boolean).slice(0, 20);
  const { found, say } = findingsIn(settings);
  for (const user of users) {
    const asked = await answer(() => memory.recall({ query: "memvault", user, limit: 1 }));
    if (asked.ok || !/unknown-user/.test(asked.line)) continue;
    const fix = `${join(settings.vault, "vault.yaml")}:  users: {${user}: {name: ${user}}}`;
    say("bad", "unknown-user", [`the vault knows no user ${user}`, `记忆库里没有用户 ${user}`], fix);
  }
  return found;
}

function statusFindings(status, settings) {
  const { found, say } = findingsIn(settings);
  const { problems, behind, records = "?" } = status ?? {};
  if (problems) say("warn", "vault-problems", [`${problems} lines of the vault cannot be used as they are`, `记忆库里有 ${problems} 行不能直接使用`], "memvault check");
  if (behind) say("warn", "index-behind", [`the index is behind: ${behind} files or passages to read`, `索引还没有跟上：有 ${behind} 个文件或段落待处理`], "memvault index");
  if (!found.length) say("ok", "vault", [`${records} records, in step with the files`, `${records} 条记录，与文件一致`]);
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
export function hookFindings(health, settings) {
  const { hooks } = health.snapshot();
  const { found, say } = findingsIn(settings);
  if (hooks.agent_end && !hooks.before_prompt_build) {
    const texts = ["turns were answered, and before_prompt_build was never called", "有过回答，而 before_prompt_build 从未被调用"];
    say("bad", "hook-silent", texts, `${SET} plugins.entries.${ID}.hooks.allowConversationAccess true`);
  }
  return found;
}

/** Collects findings in the person's language. Each text is a pair: English, Chinese. */
function findingsIn(settings) {
  const found = [];
  const chinese = isChinese(settings);
  const say = (level, code, [english, inChinese], fix = "") =>
    found.push({ level, code, message: chinese ? inChinese : english, fix });
  return { found, say };
}
