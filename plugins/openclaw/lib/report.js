// Status and findings as text for people.

const MARKS = { ok: "✓", warn: "!", bad: "✗" };

export function findingLines(findings) {
  return findings.flatMap(({ level, message, fix }) => [`${MARKS[level]} ${message}`, ...(fix && level !== "ok" ? [`    ${fix}`] : [])]);
}

/** @param {{settings: object, snapshot: object, waiting: number, findings: object[]}} parts */
export function statusLines({ settings, snapshot, waiting, findings }) {
  const { recall, capture, strangers, faults, tools } = snapshot;
  const lines = [
    `memvault: ${settings.vault || settings.serviceUrl || "no vault"}`,
    `recall: ${recall.turns} turns, ${recall.given} with memories, ${recall.nothing} without, ${recall.said} said in the conversation itself, ${recall.late} late, ${recall.failed} failed` +
      (recall.lastMs === null ? "" : `; last ${recall.lastMs} ms${recall.lastVia ? ` by ${recall.lastVia}` : ""}`),
    `capture: ${capture.turns} messages journalled, ${waiting} waiting, ${capture.refused} refused`,
  ];
  if (tools.failed) lines.push(`tools: ${tools.calls} calls, ${tools.failed} failed; last ${tools.lastError}`);
  if (recall.lastError) lines.push(`last recall: ${recall.lastError}`);
  if (capture.lastError) lines.push(`last capture: ${capture.lastError}`);
  for (const [reason, count] of Object.entries(strangers)) lines.push(`nobody's turns (${reason}): ${count}`);
  for (const [hook, line] of Object.entries(faults)) lines.push(`${hook}: ${line}`);
  return [...lines, ...findingLines(findings)];
}

export function worst(findings) {
  const levels = findings.map(({ level }) => level);
  if (levels.includes("bad")) return "bad";
  return levels.includes("warn") ? "warn" : "ok";
}
