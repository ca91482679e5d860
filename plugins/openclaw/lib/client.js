// One request to memvault's service. `node:http` with connections of its own: the host may have put a proxy
// behind the global `fetch`, and what people remember must not leave this machine.

import { Agent, request as httpRequest } from "node:http";

import { findEndpoint } from "./endpoint.js";
import { Trouble } from "./trouble.js";

const MOST_BYTES = 8 * 1024 * 1024;

/** @param {ReturnType<import("./settings.js").readSettings>} settings */
export function createClient(settings, { find = findEndpoint } = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16, timeout: 60_000 });
  let endpoint = null;

  /**
   * @param {string} method
   * @param {string} path beginning with `/`
   * @param {{body?: object, query?: object, deadlineMs: number, signal?: AbortSignal}} options
   * @returns {Promise<any>} the answer's document
   */
  async function ask(method, path, { body, query, deadlineMs, signal }) {
    const until = Date.now() + deadlineMs;
    const known = endpoint;
    endpoint ??= find(settings);
    if (!endpoint) throw new Trouble("absent", "memvault's service is not running");
    try {
      return await send(endpoint, method, path, { body, query, deadlineMs, signal });
    } catch (error) {
      const moved = error.kind === "absent" || error.status === 401;
      if (!moved) throw error;
      endpoint = null; // it may have been started anew on another port
      const left = until - Date.now();
      const other = known && left > 0 ? find(settings) : null;
      if (!other || other.url.href === known.url.href) throw error;
      endpoint = other;
      return send(other, method, path, { body, query, deadlineMs: left, signal });
    }
  }

  function send({ url, token, vault }, method, path, { body, query, deadlineMs, signal }) {
    const address = new URL(path, url);
    for (const [name, value] of Object.entries({ ...query, ...(!body && vault ? { vault } : {}) })) {
      if (value !== undefined && value !== "") address.searchParams.set(name, String(value));
    }
    const text = body && JSON.stringify({ ...body, ...(vault ? { vault } : {}) });
    return exchange(address, text, { agent, method, token, deadlineMs, signal });
  }

  return {
    ask,
    /** Whether an endpoint is known or announced, without asking it. */
    announced: () => Boolean(endpoint ?? find(settings)),
    /** The service that was known has ended. */
    forget: () => {
      endpoint = null;
    },
    close: () => agent.destroy(),
  };
}

function exchange(address, text, { agent, method, token, deadlineMs, signal }) {
  return new Promise((resolve, reject) => {
    let settled = false;
    const settle = (finish, value) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      finish(value);
    };
    const fail = (error) => {
      settle(reject, error);
      sent.destroy();
    };
    const onAbort = () => fail(new Trouble("late", "given up by the host"));
    const sent = httpRequest(
      address,
      { agent, method, headers: headersOf({ text, token, deadlineMs }) },
      (answer) => {
        collect(answer).then((document) => settle(resolve, document), fail);
      },
    );
    const timer = setTimeout(() => fail(new Trouble("late", `no answer within ${deadlineMs} ms`)), deadlineMs);
    timer.unref?.();
    sent.on("error", (error) => fail(new Trouble("absent", error.code ?? "connection failed")));
    if (signal?.aborted) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
    sent.end(text);
  });
}

function headersOf({ text, token, deadlineMs }) {
  const headers = {
    accept: "application/json",
    authorization: `Bearer ${token}`,
    "x-memvault-deadline-ms": String(Math.max(1, Math.min(30_000, Math.trunc(deadlineMs)))),
  };
  if (text !== undefined) {
    headers["content-type"] = "application/json";
    headers["content-length"] = Buffer.byteLength(text);
  }
  return headers;
}

async function collect(answer) {
  const parts = [];
  let size = 0;
  try {
    for await (const part of answer) {
      size += part.length;
      if (size > MOST_BYTES) throw new Trouble("broken", "the answer is too large");
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof Trouble ? error : new Trouble("absent", error.code ?? "connection lost");
  }
  let document;
  try {
    document = JSON.parse(Buffer.concat(parts).toString("utf8") || "null");
  } catch {
    throw new Trouble("broken", `status ${answer.statusCode}, and no JSON`);
  }
  if (answer.statusCode >= 200 && answer.statusCode < 300) return document;
  const { title, detail, code, hint } = document ?? {};
  throw new Trouble("refused", detail || title || `status ${answer.statusCode}`, {
    status: answer.statusCode,
    code: code ?? "",
    hint: hint ?? "",
  });
}
