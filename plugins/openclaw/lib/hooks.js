// What happens around a turn: recall before it, capture after it, a session's end. No hook may break or hold up a
// turn: each is bounded in time, and what goes wrong is counted and shown by `status`.

import { FIRST_TURN_MS } from "./memory.js";
import { lastTurn, textOf, turnsOf } from "./turn.js";
import { oneLine } from "./trouble.js";
import { memoriesOf, unsaid } from "./unsaid.js";

const MARGIN_MS = 700;
const AGENT_END_MS = 20_000;
const CLOSE_MS = 1500;
const MOST_RUNS = 200;
const MOST_SESSIONS = 500;

/** @returns {[string, Function, object][]} name, handler, options */
export function hooksFor(runtime) {
  const { settings, health } = runtime;
  const seen = (name, handler) => async (event, ctx) => {
    health.saw(name);
    try {
      return await handler(event ?? {}, ctx ?? {});
    } catch (error) {
      health.stumbled(name, oneLine(error));
      return undefined;
    }
  };
  const deadline = Math.max(2 * FIRST_TURN_MS, settings.commandDeadlineMs, settings.deadlineMs) + MARGIN_MS;
  const close = (reason) => (event, ctx) => closeSession(runtime, event, ctx, reason);
  return [
    ["before_prompt_build", seen("before_prompt_build", (event, ctx) => recall(runtime, event, ctx)), { timeoutMs: deadline }],
    ["agent_end", seen("agent_end", (event, ctx) => captureTurn(runtime, event, ctx)), { timeoutMs: AGENT_END_MS }],
    ["before_compaction", seen("before_compaction", close("compaction")), {}],
    ["before_reset", seen("before_reset", close("reset")), {}],
    ["session_end", seen("session_end", close("end")), { timeoutMs: CLOSE_MS + MARGIN_MS }],
    ["gateway_start", seen("gateway_start", () => runtime.begin()), {}],
  ];
}

async function recall(runtime, event, ctx) {
  const { settings, health } = runtime;
  const said = wordsOf(event);
  const { run, isNew } = remember(runtime, ctx, said);
  if (!settings.recall || !isPersonsTurn(ctx) || !said.trim()) return undefined;
  const who = runtime.identify(ctx, { counted: true });
  if (!who) return undefined;
  // The host may build one turn's prompt several times.
  if (run.given !== undefined) return placed(run.given);
  const opening = settings.opening && isNew && !hasHistory(event.messages);
  const startedAt = performance.now();
  try {
    const answer = await runtime.memory.prompt({ query: said, user: who.user, sessionId: who.origin.sessionId, opening });
    ctx.hookInvocation?.assertActive?.();
    run.given = unsaid(answer.block ?? "", event.messages, run.told);
    if (settings.repeat === "session") for (const line of memoriesOf(run.given)) run.told.add(line);
    const tookMs = performance.now() - startedAt;
    health.recalled({ ...answer, text: run.given, tookMs, offered: Boolean(answer.block) });
    return placed(run.given);
  } catch (error) {
    health.recallFailed(error.kind ?? "broken", oneLine(error), performance.now() - startedAt);
    return undefined;
  }
}

/** At the end of the system message: never in what the user said, and behind what a provider caches. */
function placed(text) {
  return text ? { appendSystemContext: text } : undefined;
}

async function captureTurn(runtime, event, ctx) {
  const run = runtime.runs.get(ctx.runId ?? event.runId);
  runtime.runs.delete(ctx.runId ?? event.runId);
  if (event.success === false) for (const line of memoriesOf(run?.given ?? "")) run.told.delete(line);
  const from = { ...run?.ctx, ...defined(ctx) };
  if (!runtime.settings.capture || !isPersonsTurn(from)) return;
  const who = runtime.identify(from, { counted: !runtime.settings.recall }); // a stranger's turn counts once
  if (!who || !who.origin.sessionId) return;
  const turn = lastTurn(event.messages, { said: run?.explicit, success: event.success !== false });
  if (!turn) return;
  const sent = runtime.capture.add({ turns: turnsOf(turn, who.origin), user: who.user });
  // A gateway goes on; a process that ends after this turn has to wait for its own message.
  if (!runtime.lasting) await sent;
}

async function closeSession(runtime, event, ctx, reason) {
  const sessionId = ctx.sessionId ?? event.sessionId;
  if (!sessionId) return;
  const users = [...usersOf(runtime, sessionId, runtime.identify(ctx))];
  if (reason === "end") runtime.sessions.delete(sessionId);
  // The conversation is shortened or begins anew: what it was told counts no more.
  for (const told of runtime.sessions.get(sessionId)?.values() ?? []) told.clear();
  if (!runtime.settings.capture) return;
  await Promise.race([runtime.capture.flush(), pause(CLOSE_MS / 2)]);
  await Promise.all(
    users.map((user) =>
      runtime.memory.flush({ sessionId, user }, { deadlineMs: CLOSE_MS }).catch((error) => {
        runtime.health.stumbled("session summary", oneLine(error));
      }),
    ),
  );
}

/** Session hooks name no sender: whoever took part is known from the turns. */
function usersOf(runtime, sessionId, who) {
  const known = runtime.sessions.get(sessionId);
  if (known?.size) return known.keys();
  return who ? [who.user] : [];
}

/**
 * What the end of the turn needs to know of its beginning, whether this person is new to the session, and what they
 * were told in it.
 */
function remember(runtime, ctx, said) {
  const { runs, sessions } = runtime;
  const who = runtime.identify(ctx);
  const sessionId = who?.origin.sessionId;
  const users = sessions.get(sessionId) ?? new Map();
  const known = runs.get(ctx.runId);
  const run = known?.explicit === said ? known : { explicit: said, ctx };
  const isNew = !users.has(who?.user);
  const told = users.get(who?.user) ?? new Set();
  if (sessionId) keep(sessions, sessionId, users.set(who.user, told), MOST_SESSIONS);
  run.told = told;
  if (ctx.runId) keep(runs, ctx.runId, run, MOST_RUNS);
  return { run, isNew };
}

/** As the newest of so many. */
function keep(map, key, value, most) {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value);
}

/** The user's own words. An explicit empty string means that there are none, e.g. only a picture. */
function wordsOf(event) {
  if (typeof event.currentUserMessage === "string") return event.currentUserMessage;
  return typeof event.prompt === "string" ? event.prompt : "";
}

/** Whether a person speaks; not a clock, another session, or the host itself. */
function isPersonsTurn(ctx) {
  const { trigger, inputProvenance } = ctx;
  return (!trigger || trigger === "user") && (!inputProvenance?.kind || inputProvenance.kind === "external_user");
}

function hasHistory(messages) {
  return Array.isArray(messages) && messages.some((message) => message?.role === "assistant" && textOf(message));
}

function defined(values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function pause(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref?.();
  });
}
