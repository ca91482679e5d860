// Sends captured turns in order, and again later when nobody takes them. Never makes a turn wait.

import { oneLine, Trouble } from "./trouble.js";

const PAUSES_MS = [1000, 5000, 30_000, 120_000];

/**
 * @param {object} parts
 * @param {ReturnType<import("./outbox.js").createOutbox>} parts.outbox
 * @param {(entry: {turns: object[], user: string}) => Promise<any>} parts.deliver
 * @param {import("./health.js").Health} parts.health
 */
export function createCapture({ outbox, deliver, health, later = setTimeout }) {
  let running = null;
  let tries = 0;
  let timer = null;

  async function drain() {
    let again = false;
    for (const name of outbox.waiting()) {
      const entry = outbox.read(name);
      if (!entry?.turns?.length) {
        outbox.remove(name);
        continue;
      }
      try {
        const answer = await deliver(entry);
        outbox.remove(name);
        tries = 0;
        health.captured(answer);
      } catch (error) {
        const passes = !(error instanceof Trouble) || error.passes;
        again ||= passes;
        if (passes) {
          health.captureFailed(oneLine(error));
          // Nobody takes anything now; a single person's refusal, e.g. a user unknown as yet, holds up nobody else.
          if (error.kind !== "refused") break;
        } else {
          outbox.remove(name);
          health.captureRefused(oneLine(error));
        }
      }
    }
    if (again) retryLater();
  }

  function retryLater() {
    clearTimeout(timer);
    timer = later(() => void flush(), PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]);
    timer?.unref?.();
    tries += 1;
  }

  /** Send what waits; resolves when that was tried, never rejects. One at a time, in order. */
  function flush() {
    running = (running ?? Promise.resolve())
      .then(drain)
      .catch((error) => health.captureFailed(oneLine(error)));
    return running;
  }

  return {
    /** Keep turns safe, then send them in the background. */
    add(entry) {
      try {
        outbox.put(entry);
      } catch (error) {
        health.captureFailed(`the outbox cannot be written: ${error.code ?? error.message}`);
        return deliver(entry).then((answer) => health.captured(answer), (fault) => health.captureFailed(oneLine(fault)));
      }
      return flush();
    },
    flush,
    waiting: () => outbox.waiting().length,
    stop: () => clearTimeout(timer),
  };
}
