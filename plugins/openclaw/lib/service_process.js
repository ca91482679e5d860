// Runs `memvault serve` for this gateway, unless a service of the vault runs already. Never two at once: memvault
// itself sees to that; who comes second ends, and the first one is found.

import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 40;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
const LASTING_MS = 30_000;
const STARTING_MS = 20_000;
const STOP_MS = 1500;

const inAWhile = (call, ms) => setTimeout(call, ms).unref();

/**
 * One that ends by itself is started again after a pause, whether or not anybody asks: it also watches the vault.
 *
 * @param {ReturnType<import("./settings.js").readSettings>} settings
 * @param {{announced: () => boolean, forget?: () => void}} client
 */
export function createServiceProcess(settings, client, { launch = spawn, clock = Date.now, later = inAWhile } = {}) {
  let child = null;
  let startedAt = 0;
  let pause = FIRST_PAUSE_MS;
  let notBefore = 0;
  let last = "";
  let wanted = true;

  /** Start it if it may be; returns whether there is, or will soon be, a service. Does not wait. */
  function ensure() {
    if (!settings.autoStart || !settings.vault || settings.serviceUrl || !wanted) return client.announced();
    if (child || client.announced()) return true;
    if (clock() < notBefore) return false;
    startedAt = clock();
    const [program, ...first] = settings.command;
    child = launch(program, [...first, "--vault", settings.vault, "serve"], {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, PYTHONUTF8: "1", MEMVAULT_STATE_DIR: settings.stateDir },
    });
    const mine = child;
    mine.stderr?.setEncoding("utf8").on("data", (said) => {
      last = said.trim().split("\n").at(-1).slice(0, 200) || last;
    });
    mine.on("error", (error) => ended(mine, error.code ?? error.message));
    mine.on("exit", (code, signal) => ended(mine, `ended with ${signal ?? code}`));
    mine.unref?.();
    mine.stderr?.unref?.();
    return true;
  }

  function ended(which, how) {
    if (child !== which) return;
    child = null;
    last = last ? `${how}: ${last}` : how;
    pause = clock() - startedAt > LASTING_MS ? FIRST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, pause * 2);
    notBefore = clock() + pause;
    client.forget?.();
    if (wanted) later(ensure, pause);
  }

  return {
    ensure,
    /** One was started here a moment ago. */
    isStarting: () => Boolean(child) && clock() - startedAt < STARTING_MS,
    /** Wait until one is announced; false when that takes too long or cannot happen. */
    async ready(deadlineMs, signal) {
      const until = clock() + deadlineMs;
      while (!client.announced()) {
        if (!ensure() || clock() >= until || signal?.aborted) return false;
        await sleep(POLL_MS);
      }
      return true;
    },
    /** Stop what was started here; a service that others started stays. */
    async stop() {
      wanted = false;
      const mine = child;
      if (!mine) return;
      const gone = new Promise((resolve) => mine.once("exit", resolve));
      mine.kill("SIGTERM");
      await Promise.race([gone, sleep(STOP_MS)]);
      if (child === mine) mine.kill("SIGKILL");
    },
    resume: () => {
      wanted = true;
    },
    state: () => ({ running: Boolean(child), pid: child?.pid ?? null, said: last }),
  };
}
