// The verbs through memvault's own command, for when no service runs: `openclaw agent --local`, or a broken one.

import { execFile } from "node:child_process";

import { Trouble } from "./trouble.js";

const MOST_BYTES = 4 * 1024 * 1024;

/** @param {ReturnType<import("./settings.js").readSettings>} settings */
export function createCommandLine(settings, { run = execFile } = {}) {
  const [program, ...first] = settings.command;

  /** @returns {Promise<any>} the document that the command printed */
  function call(words, { user, input, deadlineMs, signal }) {
    const globals = settings.vault ? ["--vault", settings.vault] : [];
    if (user) globals.push("--user", user);
    const options = {
      timeout: deadlineMs,
      killSignal: "SIGKILL",
      maxBuffer: MOST_BYTES,
      encoding: "utf8",
      env: { ...process.env, PYTHONUTF8: "1", MEMVAULT_STATE_DIR: settings.stateDir },
      ...(signal ? { signal } : {}),
    };
    return new Promise((resolve, reject) => {
      const child = run(program, [...first, ...globals, "--json", ...words], options, (error, out, said) => {
        const document = parsed(out);
        if (document && !document.error) resolve(document);
        else reject(reasonOf(error, document, said, deadlineMs));
      });
      child?.stdin?.on("error", () => {}); // it ended before it read everything: its exit says why
      child?.stdin?.end(input ?? "");
    });
  }

  return {
    prompt: ({ query, user, limit, budgetTokens }, options) =>
      call(["prompt", "--limit", String(limit), "--budget", String(budgetTokens), "--", query], { user, ...options }),
    recall: ({ query, user, limit, types }, options) =>
      call(
        ["recall", "--limit", String(limit), ...types.flatMap((type) => ["--type", type]), "--", query],
        { user, ...options },
      ),
    remember: ({ content, user, type, key, scene, value, tags, importance, occurred_at, expires_at }, options) =>
      call(
        [
          "remember",
          "--source=agent",
          ...optional({ type, key, scene, value, importance, occurred: occurred_at, expires: expires_at }),
          ...(tags ?? []).map((tag) => `--tag=${tag}`),
          "--",
          content,
        ],
        { user, ...options },
      ),
    show: ({ id, user }, options) => call(["show", "--", id], { user, ...options }),
    forget: ({ ids, user }, options) => call(["forget", "--", ...ids], { user, ...options }),
    feedback: ({ id, verdict, user }, options) => call(["feedback", "--", id, verdict], { user, ...options }),
    capture: ({ turns, user }, options) =>
      call(["capture"], { user, input: turns.map((turn) => `${JSON.stringify(turn)}\n`).join(""), ...options }),
    status: (options) => call(["status"], options),
  };
}

function optional(values) {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [`--${name}=${value}`],
  );
}

function parsed(out) {
  try {
    const document = JSON.parse(out);
    return document && typeof document === "object" ? document : null;
  } catch {
    return null;
  }
}

function reasonOf(error, document, said, deadlineMs) {
  if (document?.error) {
    const { code = "", message = "", hint = "" } = typeof document.error === "object" ? document.error : {};
    return new Trouble("refused", message || String(document.error), { status: 422, code, hint });
  }
  if (error?.code === "ENOENT" || error?.code === "EACCES") {
    return new Trouble("absent", `the command memvault cannot be run (${error.code})`);
  }
  if (error?.killed || error?.name === "AbortError") {
    return new Trouble("late", `the command memvault took longer than ${deadlineMs} ms`);
  }
  const line = String(said ?? "").trim().split("\n").at(-1);
  return new Trouble("refused", line || `the command memvault ended with ${error?.code ?? "no answer"}`, { status: 500 });
}
