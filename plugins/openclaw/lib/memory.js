// The verbs, over whatever answers: the service; the service after it was started; the command line.

import { Trouble } from "./trouble.js";

const QUERY_CHARACTERS = 4000;
const START_MS = 8000;
/** How long the first turns of a gateway wait for the service that it has just started. */
export const FIRST_TURN_MS = 5000;

/**
 * @param {object} parts
 * @param {ReturnType<import("./settings.js").readSettings>} parts.settings
 * @param {ReturnType<import("./client.js").createClient>} parts.client
 * @param {ReturnType<import("./command_line.js").createCommandLine>} parts.commandLine
 * @param {ReturnType<import("./service_process.js").createServiceProcess>} parts.process
 * @param {() => boolean} parts.lasting whether this process lasts, so that a service is worth starting
 */
export function createMemory({ settings, client, commandLine, process, lasting }) {
  let answered = false;

  /** A verb that people wait for a moment: a tool, a command. */
  async function patient(request, fallback, { deadlineMs = settings.toolDeadlineMs, signal } = {}) {
    const until = Date.now() + deadlineMs;
    const left = () => Math.max(1, until - Date.now());
    try {
      return await request({ deadlineMs: left(), signal });
    } catch (error) {
      if (error.kind !== "absent") throw error;
    }
    if (lasting() && (await process.ready(Math.min(START_MS, left()), signal))) {
      try {
        return await request({ deadlineMs: left(), signal });
      } catch (error) {
        if (error.kind !== "absent") throw error;
      }
    }
    if (!fallback) throw new Trouble("absent", "memvault's service is not running");
    return fallback({ deadlineMs: left(), signal });
  }

  const post = (path, body) => (options) => client.ask("POST", path, { body: clean(body), ...options });
  const get = (path, query) => (options) => client.ask("GET", path, { query: clean(query ?? {}), ...options });

  return {
    /** The block for a turn. In a gateway the service answers in time, or nobody does. */
    async prompt({ query, user, sessionId, opening }, { signal } = {}) {
      const asked = {
        query: clipped(query),
        user,
        limit: settings.maxMemories,
        budget_tokens: settings.maxTokens,
        session_id: sessionId.slice(0, 200),
        opening: opening || undefined,
      };
      try {
        // Only in the first seconds of a gateway: better a first turn that waits a moment than one that knows nothing.
        const isFirst = !answered && process.isStarting();
        if (isFirst) await process.ready(FIRST_TURN_MS, signal);
        const deadlineMs = isFirst ? FIRST_TURN_MS : settings.deadlineMs;
        const answer = await post("/v1/prompt", asked)({ deadlineMs, signal });
        answered = true;
        return { ...answer, via: "service" };
      } catch (error) {
        if (error.kind !== "absent") throw error;
        if (lasting()) {
          process.ensure(); // for the next turn
          throw error;
        }
      }
      const words = { query: clipped(query), user, limit: settings.maxMemories, budgetTokens: settings.maxTokens };
      const answer = await commandLine.prompt(words, { deadlineMs: settings.commandDeadlineMs, signal });
      return { ...answer, via: "command" };
    },

    recall: ({ query, user, limit, types = [] }, options) =>
      patient(
        post("/v1/recall", { query: clipped(query), user, limit, types: types.length ? types : undefined }),
        (rest) => commandLine.recall({ query: clipped(query), user, limit, types }, rest),
        options,
      ),

    remember: (memory, options) =>
      patient(post("/v1/remember", memory), (rest) => commandLine.remember(memory, rest), options),

    show: ({ id, user }, options) =>
      patient(
        get(`/v1/memories/${encodeURIComponent(id)}`, { user }),
        (rest) => commandLine.show({ id, user }, rest),
        options,
      ),

    forget: ({ ids, user }, options) =>
      patient(post("/v1/forget", { ids, user }), (rest) => commandLine.forget({ ids, user }, rest), options),

    feedback: ({ id, verdict, user }, options) =>
      patient(
        post("/v1/feedback", { id, verdict, user }),
        (rest) => commandLine.feedback({ id, verdict, user }, rest),
        options,
      ),

    capture: ({ turns, user }, options) =>
      patient(post("/v1/capture", { turns, user }), (rest) => commandLine.capture({ turns, user }, rest), options),

    /** Close a session's window now. Without a service its own idle time closes it. */
    flush: ({ sessionId, user }, options) =>
      post("/v1/flush", { session_id: sessionId.slice(0, 200), user })({ deadlineMs: settings.toolDeadlineMs, ...options }),

    /** Have a service that was started just now load what its first answer needs. */
    async warm() {
      if (!(await process.ready(START_MS))) return;
      await post("/v1/prompt", { query: "memvault", limit: 1, user: settings.user })({ deadlineMs: START_MS }).catch(() => {});
    },

    health: (options) => get("/health")({ deadlineMs: 1000, ...options }),
    status: (options) => get("/v1/status")({ deadlineMs: settings.toolDeadlineMs, ...options }),
    commandStatus: (options) => commandLine.status({ deadlineMs: settings.toolDeadlineMs, ...options }),
  };
}

/** Nothing empty goes out: the service refuses an empty user instead of guessing. */
function clean(body) {
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined && value !== null && value !== ""),
  );
}

function clipped(query) {
  if (query.length <= QUERY_CHARACTERS) return query;
  const half = QUERY_CHARACTERS / 2;
  return `${query.slice(0, half)}\n${query.slice(-half)}`.toWellFormed?.() ?? query.slice(0, QUERY_CHARACTERS);
}
