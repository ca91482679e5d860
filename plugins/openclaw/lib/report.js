// Status and findings as text for people.

import { isChinese } from "./words.js";

const ENGLISH = {
  recall: ({ turns, given, nothing, said, late, failed }) =>
    `recall: ${turns} turns, ${given} with memories, ${nothing} without, ${said} said or told in the session before, ${late} late, ${failed} failed`,
  last: ({ lastMs, lastVia }) => `; last ${lastMs} ms${lastVia ? ` by ${lastVia}` : ""}`,
  capture: ({ turns, refused }, waiting) => `capture: ${turns} messages journalled, ${waiting} waiting, ${refused} refused`,
  waiting: (waiting) => `capture: ${waiting} turns waiting`,
  counts: "turns are counted by the gateway: /memvault status in chat, or openclaw gateway call memvault.status",
  tools: ({ calls, failed, lastError }) => `tools: ${calls} calls, ${failed} failed; last ${lastError}`,
  lastRecall: "last recall: ",
  lastCapture: "last capture: ",
  strangers: (reason, count) => `nobody's turns (${reason}): ${count}`,
};
const CHINESE = {
  recall: ({ turns, given, nothing, said, late, failed }) =>
    `召回：${turns} 轮，${given} 轮有记忆，${nothing} 轮没有，${said} 轮会话里已说过或给过，${late} 轮超时，${failed} 轮失败`,
  last: ({ lastMs, lastVia }) => `；最近一次 ${lastMs} 毫秒${lastVia ? `（${lastVia}）` : ""}`,
  capture: ({ turns, refused }, waiting) => `捕获：${turns} 条写入日志，${waiting} 条等待，${refused} 条被拒`,
  waiting: (waiting) => `捕获：${waiting} 轮等待`,
  counts: "轮次由网关计数：聊天里的 /memvault status，或 openclaw gateway call memvault.status",
  tools: ({ calls, failed, lastError }) => `工具：${calls} 次调用，${failed} 次失败；最近 ${lastError}`,
  lastRecall: "最近一次召回：",
  lastCapture: "最近一次捕获：",
  strangers: (reason, count) => `不知是谁的轮次（${reason}）：${count}`,
};
const MARKS = { ok: "✓", warn: "!", bad: "✗" };

export function findingLines(findings) {
  return findings.flatMap(({ level, message, fix }) => [`${MARKS[level]} ${message}`, ...(fix && level !== "ok" ? [`    ${fix}`] : [])]);
}

/** What can be said without the gateway, which alone counts turns. */
export function outsideLines({ settings, waiting, findings }) {
  const say = isChinese(settings) ? CHINESE : ENGLISH;
  return [titleOf(settings), say.waiting(waiting), ...findingLines(findings), say.counts];
}

const titleOf = (settings) => `memvault: ${settings.vault || settings.serviceUrl || "—"}`;

/** @param {{settings: object, snapshot: object, waiting: number, findings: object[]}} parts */
export function statusLines({ settings, snapshot, waiting, findings }) {
  const { recall, capture, strangers, faults, tools } = snapshot;
  const say = isChinese(settings) ? CHINESE : ENGLISH;
  const lines = [titleOf(settings), say.recall(recall), say.capture(capture, waiting)];
  if (recall.lastMs !== null) lines[1] += say.last(recall);
  if (tools.failed) lines.push(say.tools(tools));
  if (recall.lastError) lines.push(`${say.lastRecall}${recall.lastError}`);
  if (capture.lastError) lines.push(`${say.lastCapture}${capture.lastError}`);
  for (const [reason, count] of Object.entries(strangers)) lines.push(say.strangers(reason, count));
  for (const [hook, line] of Object.entries(faults)) lines.push(`${hook}: ${line}`);
  return [...lines, ...findingLines(findings)];
}

export function worst(findings) {
  const levels = findings.map(({ level }) => level);
  if (levels.includes("bad")) return "bad";
  return levels.includes("warn") ? "warn" : "ok";
}
