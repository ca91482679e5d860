// The plugin's settings, checked once more: an older host may not apply the schema's defaults.

import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * @param {Record<string, unknown> | undefined} raw as the host gives it
 * @param {NodeJS.ProcessEnv} env
 * @returns settings, frozen; `problems` says what could not be used, in English and in Chinese
 */
export function readSettings(raw, env = process.env) {
  const given = raw ?? {};
  const problems = [];
  const vault = text(given.vault) || text(env.MEMVAULT_DIR);
  const serviceUrl = text(given.serviceUrl);
  if (serviceUrl && !isLoopback(serviceUrl)) {
    problems.push([
      `serviceUrl must be a loopback address such as http://127.0.0.1:8765, not ${serviceUrl}`,
      `serviceUrl 须是本机地址，例如 http://127.0.0.1:8765，而不是 ${serviceUrl}`,
    ]);
  }
  return Object.freeze({
    vault: vault && expand(vault, env),
    user: text(given.user),
    users: Object.freeze(readRules(given.users, problems)),
    isolation: oneOf(given.isolation, ["none", "agent", "sender"], "none", "isolation", problems),
    recall: given.recall !== false,
    capture: given.capture !== false,
    opening: given.opening !== false,
    repeat: oneOf(given.repeat, ["turn", "session"], "turn", "repeat", problems),
    maxMemories: between(given.maxMemories, 1, 20, 5),
    maxTokens: between(given.maxTokens, 200, 5000, 800),
    language: oneOf(given.language, ["auto", "zh", "en"], "auto", "language", problems),
    autoStart: given.autoStart !== false,
    command: Object.freeze(readCommand(given.command)),
    serviceUrl: serviceUrl && isLoopback(serviceUrl) ? serviceUrl.replace(/\/+$/, "") : "",
    serviceToken: text(given.serviceToken),
    stateDir: expand(text(given.stateDir) || text(env.MEMVAULT_STATE_DIR) || stateFolder(env), env),
    deadlineMs: between(given.deadlineMs, 50, 10_000, 300),
    commandDeadlineMs: between(given.commandDeadlineMs, 500, 30_000, 6000),
    toolDeadlineMs: between(given.toolDeadlineMs, 500, 30_000, 10_000),
    problems: Object.freeze(problems),
  });
}

function readRules(value, problems) {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    problems.push(['users must be a list of rules such as {"agent": "bob", "user": "bob"}', 'users 须是规则的列表，例如 {"agent": "bob", "user": "bob"}']);
    return [];
  }
  return value.flatMap((each, index) => {
    const user = text(each?.user);
    const rule = { user };
    for (const field of ["agent", "channel", "account", "sender"]) {
      const named = text(each?.[field]);
      if (named) rule[field] = named;
    }
    if (user) return [Object.freeze(rule)];
    problems.push([`users[${index}] names no user and is not used`, `users[${index}] 没有写明 user，不起作用`]);
    return [];
  });
}

function readCommand(value) {
  const parts = (Array.isArray(value) ? value : [value]).map(text).filter(Boolean);
  return parts.length ? parts : ["memvault"];
}

function isLoopback(address) {
  try {
    const url = new URL(address);
    return url.protocol === "http:" && LOOPBACK.has(url.hostname);
  } catch {
    return false;
  }
}

/** Where memvault keeps the state of this device; as `platformdirs` decides it. */
function stateFolder(env) {
  const home = text(env.HOME) || homedir();
  if (process.platform === "darwin") return join(home, "Library", "Application Support", "memvault");
  if (process.platform === "win32") return join(env.LOCALAPPDATA ?? join(home, "AppData", "Local"), "memvault");
  const base = text(env.XDG_STATE_HOME);
  return join(isAbsolute(base) ? base : join(home, ".local", "state"), "memvault");
}

function expand(path, env) {
  const home = text(env.HOME) || homedir();
  return resolve(path === "~" || path.startsWith("~/") ? join(home, path.slice(1)) : path);
}

function oneOf(value, known, fallback, name, problems) {
  if (value === undefined || known.includes(value)) return value ?? fallback;
  problems.push([`${name} must be one of ${known.join(", ")}`, `${name} 须是 ${known.join("、")} 之一`]);
  // What was meant to keep people apart must not end in sharing.
  return name === "isolation" ? "sender" : fallback;
}

function between(value, low, high, fallback) {
  return Number.isFinite(value) ? Math.min(high, Math.max(low, Math.trunc(value))) : fallback;
}

function text(value) {
  return typeof value === "string" ? value.trim() : "";
}
