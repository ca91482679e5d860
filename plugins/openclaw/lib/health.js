// What happened since this process began: counts, times and the last fault. No content of memories.

const MOST_TIMES = 200;

/** @typedef {ReturnType<typeof createHealth>} Health */

export function createHealth({ clock = Date.now } = {}) {
  const startedAt = clock();
  const hooks = {};
  const recall = { turns: 0, given: 0, nothing: 0, said: 0, late: 0, failed: 0, lastMs: null, lastVia: "", lastError: "" };
  const capture = { turns: 0, failed: 0, refused: 0, lastAt: null, lastError: "" };
  const times = [];
  const unknown = {};
  const faults = {};
  const tools = { calls: 0, failed: 0, lastError: "" };

  return {
    saw(hook) {
      hooks[hook] = clock();
    },
    stumbled(hook, line) {
      faults[hook] = line;
    },
    toolUsed(fault = "") {
      tools.calls += 1;
      if (!fault) return;
      tools.failed += 1;
      tools.lastError = fault;
    },
    strangers(reason) {
      unknown[reason] = (unknown[reason] ?? 0) + 1;
    },
    recalled({ text, tookMs, via, degraded, notices = [], offered }) {
      recall.turns += 1;
      recall.lastMs = Math.round(tookMs);
      times.push(tookMs);
      if (times.length > MOST_TIMES) times.shift();
      recall.lastVia = via;
      recall.lastError = degraded ? (notices[0] ?? "by words only: the embedding model or the index is not ready") : "";
      if (text) recall.given += 1;
      else if (offered) recall.said += 1;
      else recall.nothing += 1;
    },
    recallFailed(kind, line, tookMs) {
      recall.turns += 1;
      recall.lastMs = Math.round(tookMs);
      recall[kind === "late" ? "late" : "failed"] += 1;
      recall.lastError = line;
    },
    captured(answer) {
      capture.turns += answer?.journalled ?? 0;
      capture.lastAt = clock();
      capture.lastError = "";
    },
    captureFailed(line) {
      capture.failed += 1;
      capture.lastError = line;
    },
    captureRefused(line) {
      capture.refused += 1;
      capture.lastError = line;
    },
    snapshot: () => ({
      startedAt: new Date(startedAt).toISOString(),
      hooks: Object.fromEntries(Object.entries(hooks).map(([name, at]) => [name, new Date(at).toISOString()])),
      recall: { ...recall, medianMs: median(times) },
      capture: { ...capture, lastAt: capture.lastAt && new Date(capture.lastAt).toISOString() },
      strangers: { ...unknown },
      faults: { ...faults },
      tools: { ...tools },
    }),
  };
}

function median(values) {
  if (!values.length) return null;
  const ordered = [...values].sort((a, b) => a - b);
  return Math.round(ordered[ordered.length >> 1]);
}
