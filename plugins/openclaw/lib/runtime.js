// Everything that lives as long as the process, made once for the same settings: the host registers a plugin
// several times (for running it, for looking at it), and those must not start two services.

import { createHash } from "node:crypto";
import { join } from "node:path";

import { createCapture } from "./capture.js";
import { createClient } from "./client.js";
import { createCommandLine } from "./command_line.js";
import { createHealth } from "./health.js";
import { originOf, userOf } from "./identity.js";
import { createMemory } from "./memory.js";
import { createOutbox } from "./outbox.js";
import { createServiceProcess } from "./service_process.js";
import { wordsFor } from "./words.js";

// On `globalThis`: the host may load this module more than once in a process.
const runtimes = (globalThis[Symbol.for("memvault.openclaw.runtimes")] ??= new Map());

/** @param {ReturnType<import("./settings.js").readSettings>} settings */
export function runtimeFor(settings) {
  const key = JSON.stringify(settings);
  if (!runtimes.has(key)) runtimes.set(key, createRuntime(settings));
  return runtimes.get(key);
}

export function createRuntime(settings) {
  let lasting = false;
  let words = null;
  const health = createHealth();
  const client = createClient(settings);
  const commandLine = createCommandLine(settings);
  const process = createServiceProcess(settings, client);
  const memory = createMemory({ settings, client, commandLine, process, lasting: () => lasting });
  const outbox = createOutbox({ folder: () => outboxFolder(settings) });
  const capture = createCapture({ outbox, health, deliver: (entry) => memory.capture(entry) });

  return {
    settings,
    health,
    client,
    process,
    memory,
    capture,
    runs: new Map(),
    /** What each user of a session was told in it. */
    sessions: new Map(),
    missing: new Set(),
    get words() {
      words ??= wordsFor(settings);
      return words;
    },
    /** The origin of a turn with its vault user, or null when nobody may be assumed. */
    identify(ctx, { counted = false } = {}) {
      const origin = originOf(ctx);
      const found = userOf(origin, settings);
      if (found.known) return { origin, user: found.user };
      if (counted) health.strangers(found.reason);
      return null;
    },
    /** This process stays: a gateway. */
    begin() {
      lasting = true;
      process.resume();
      process.ensure();
      void memory.warm();
      void capture.flush();
    },
    async end() {
      capture.stop();
      await process.stop();
      client.close();
      lasting = false;
    },
    get lasting() {
      return lasting;
    },
  };
}

function outboxFolder(settings) {
  const name = createHash("sha256").update(settings.vault || settings.serviceUrl || "none").digest("hex").slice(0, 12);
  return join(settings.stateDir, "openclaw", "outbox", name);
}
