// `/memvault` in chat, `openclaw memvault …` on the command line, `memvault.status` for gateway clients.

import { configFindings, hookFindings, memoryFindings } from "./doctor.js";
import { findingLines, outsideLines, statusLines, worst } from "./report.js";
import { oneLine } from "./trouble.js";

/** Everything there is to say, as a document. */
export async function report(runtime, config) {
  const { settings, health, client, memory, process } = runtime;
  const snapshot = health.snapshot();
  const findings = [
    ...configFindings(config, settings, [...runtime.missing]),
    ...hookFindings(health, settings),
    ...(await memoryFindings({ settings, client, memory, process })),
  ];
  const state = worst(findings);
  return { state, vault: settings.vault, isolation: settings.isolation, ...snapshot, waiting: runtime.capture.waiting(), service: process.state(), findings };
}

export function chatCommand(runtime, configOf) {
  return {
    name: "memvault",
    description: "State of the long-term memory",
    acceptsArgs: true,
    requireAuth: true,
    async handler(ctx) {
      const word = String(ctx?.args ?? "").trim().split(/\s+/)[0] || "status";
      if (!["status", "doctor"].includes(word)) return { text: "/memvault status · /memvault doctor" };
      const { findings, ...rest } = await report(runtime, ctx?.config ?? configOf());
      const shown = word === "doctor" ? findings : findings.filter(({ level }) => level !== "ok");
      const lines = statusLines({ settings: runtime.settings, snapshot: rest, waiting: rest.waiting, findings: shown });
      return { text: lines.join("\n") };
    },
  };
}

export function registerCommandLine(runtime, { program, config }) {
  const root = program.command("memvault").description("State and doctor of the memvault memory");
  const status = (document) => {
    const findings = document.findings.filter(({ level }) => level !== "ok");
    return outsideLines({ settings: runtime.settings, waiting: document.waiting, findings });
  };
  for (const [name, about, linesOf] of [
    ["status", "Whether memvault answers", status],
    ["doctor", "Which hook, permission or setting is missing, and how to set it", ({ findings }) => findingLines(findings)],
  ]) {
    root
      .command(name)
      .description(about)
      .option("--json", "Print one JSON document")
      .option("--recall <question>", "Also ask this, as the model would")
      .action(async (options) => {
        const document = await report(runtime, config);
        if (options?.recall) document.roundTrip = await roundTrip(runtime, options.recall);
        process.stdout.write(`${options?.json ? JSON.stringify(document) : linesOf(document).join("\n")}\n`);
        runtime.client.close();
        process.exitCode = document.state === "bad" ? 1 : 0;
      });
  }
}

/** A question on the same way as a tool's, without its text: ids and time only. */
async function roundTrip({ memory, settings }, query) {
  const startedAt = performance.now();
  try {
    const { hits = [] } = await memory.recall({ query, user: settings.user, limit: 5 });
    return { ids: hits.map(({ id }) => id), tookMs: Math.round(performance.now() - startedAt) };
  } catch (error) {
    return { error: oneLine(error), tookMs: Math.round(performance.now() - startedAt) };
  }
}
