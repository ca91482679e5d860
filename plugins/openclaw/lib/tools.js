// The five tools. Each is made anew for a turn, with that turn's user; no tool takes a user from the model.

import {
  BadArguments,
  MEMORY_TYPES,
  VERDICTS,
  feedbackArguments,
  forgetArguments,
  idsArguments,
  recallArguments,
  required,
  storeArguments,
} from "./arguments.js";
import { memoryLine, oneLineText } from "./plain_text.js";
import { Trouble, oneLine } from "./trouble.js";

/** As the manifest and the doctor know them. */
export const TOOLS = ["memory_recall", "memory_store", "memory_forget", "memory_get", "memory_feedback"];

const ids = { type: "array", items: { type: "string" }, minItems: 1, maxItems: 20, description: "Ids from memory_recall." };

/**
 * @param {object} parts
 * @param {{user: string, origin: object}} parts.who
 * @param {ReturnType<import("./memory.js").createMemory>} parts.memory
 */
export function toolsFor({ who, memory, words, health }) {
  const { user, origin } = who;
  const lines = (memories) => memories.map((each) => memoryLine(each, words)).join("\n");

  return [
    tool("memory_recall", "Recall memory", {
      description:
        "Look something up in the user's long-term memory: facts, preferences, plans, earlier conversations. Ask in " +
        'the user\'s language. Example: {"query": "用户对什么食物过敏", "limit": 5}',
      parameters: schema(["query"], {
        query: { type: "string", minLength: 1, description: "A question or key words." },
        limit: { type: "integer", minimum: 1, maximum: 20, description: "At most so many; default 5." },
        types: { type: "array", items: { type: "string", enum: MEMORY_TYPES }, description: "Only of these types." },
      }),
      prepare: recallArguments,
      async run(args, options) {
        const query = required(args.query, 'Say what to look for, e.g. {"query": "user\'s home address"}.');
        const found = await memory.recall({ query, user, limit: args.limit ?? 5, types: args.types ?? [] }, options);
        const hits = found.hits ?? [];
        const notices = (found.notices ?? []).map((notice) => `\n(${oneLineText(notice)})`).join("");
        return { text: (hits.length ? `${words.found}\n${lines(hits)}` : words.none) + notices, details: { count: hits.length } };
      },
    }),

    tool("memory_store", "Store memory", {
      description:
        "Remember one lasting thing about the user: a fact, preference, plan or event; one statement a call, naming who " +
        'and when. Example: {"content": "用户完全不能吃香菜", "type": "preference"}',
      parameters: schema(["content"], {
        content: { type: "string", minLength: 1, description: "One statement, understandable on its own." },
        type: { type: "string", enum: MEMORY_TYPES, description: "Default: fact." },
        tags: { type: "array", items: { type: "string" }, maxItems: 20 },
        importance: { type: "number", minimum: 0, maximum: 1 },
        key: { type: "string", description: "Of an exact value: what it is, e.g. Wi-Fi password." },
        scene: { type: "string", description: "Where the value applies, e.g. living room." },
        value: { type: "string", description: "The value itself; key is then needed." },
        occurred_at: { type: "string", description: "When it happens or happened: 2026-12-01." },
        expires_at: { type: "string", description: "After this day it is of no use." },
      }),
      prepare: storeArguments,
      async run(args, options) {
        const content = required(args.content, 'Say what to remember, e.g. {"content": "The user has a cat called Niangao"}.');
        const source = { session_id: origin.sessionId, agent_id: origin.agent, channel: origin.channel };
        const done = await memory.remember({ ...args, content, user, source: shortened(source) }, options);
        if (done.action === "refused") {
          return { text: `${words.refused}: ${oneLineText(done.reason)}`, details: { action: "refused" } };
        }
        const text = `${words.stored[done.action] ?? done.action}: ${done.id} ${oneLineText(done.content ?? content)}`;
        return { text, details: { action: done.action, id: done.id } };
      },
    }),

    tool("memory_forget", "Forget memory", {
      description:
        "Take memories out of recall when the user asks for it (they can be restored). Give ids from memory_recall; with " +
        'only a query, the candidates are listed and nothing is forgotten. Example: {"ids": ["mem_1k34gqrw0h7n"]}',
      parameters: schema([], { ids, query: { type: "string", description: "What to look for when no id is known." } }),
      prepare: forgetArguments,
      async run(args, options) {
        if (!args.ids?.length) {
          const query = required(args.query, 'Name what to forget: {"ids": ["mem_…"]}, or {"query": "…"} to find the id.');
          const { hits = [] } = await memory.recall({ query, user, limit: 5 }, options);
          return { text: hits.length ? `${words.which}\n${lines(hits)}` : words.none, details: { forgotten: 0 } };
        }
        const done = await memory.forget({ ids: args.ids, user }, options);
        const moved = done.memories ?? done.forgotten ?? done.forget ?? [];
        const named = moved.map((each) => each.id).join(", ") || args.ids.join(", ");
        return { text: `${words.forgotten} ${named}`, details: { forgotten: moved.length } };
      },
    }),

    tool("memory_get", "Get memory", {
      description: 'Show memories in full by their ids, with dates, tags and place. Example: {"ids": ["mem_1k34gqrw0h7n"]}',
      parameters: schema(["ids"], { ids }),
      prepare: idsArguments,
      async run(args, options) {
        const wanted = required(args.ids, 'Give the ids that memory_recall showed, e.g. {"ids": ["mem_…"]}.');
        const shown = [];
        for (const id of wanted) {
          const { memories = [] } = await memory.show({ id, user }, options);
          shown.push(...memories);
        }
        const full = shown.map((each) => `${memoryLine(each, words)}\n  ${facts(each)}`);
        return { text: shown.length ? `${words.found}\n${full.join("\n")}` : words.none, details: { count: shown.length } };
      },
    }),

    tool("memory_feedback", "Judge memory", {
      description:
        "Say what a memory was worth when the user tells you: useful, useless, wrong or outdated (the last two leave " +
        'recall at once). Example: {"id": "mem_1k34gqrw0h7n", "verdict": "outdated"}',
      parameters: schema(["id", "verdict"], {
        id: { type: "string", minLength: 1, description: "From memory_recall." },
        verdict: { type: "string", enum: VERDICTS },
      }),
      prepare: feedbackArguments,
      async run(args, options) {
        const id = required(args.id, 'Name the memory: {"id": "mem_…", "verdict": "wrong"}.');
        const verdict = required(VERDICTS.find((each) => each === args.verdict), `verdict is one of ${VERDICTS.join(", ")}.`);
        await memory.feedback({ id, verdict, user }, options);
        return { text: `${words.judged} ${id} ${verdict}`, details: { id, verdict } };
      },
    }),
  ];

  function tool(name, label, { description, parameters, prepare, run }) {
    return {
      name,
      label,
      description,
      parameters,
      catalogMode: "direct-only",
      prepareArguments: prepare,
      async execute(_call, given, signal) {
        try {
          const { text, details } = await run(prepare(given), signal ? { signal } : {});
          health?.toolUsed();
          return { content: [{ type: "text", text }], details };
        } catch (error) {
          health?.toolUsed(`${name}: ${oneLine(error)}`);
          return { content: [{ type: "text", text: excuse(error, words) }], details: { error: oneLine(error) } };
        }
      },
    };
  }
}

function schema(needed, properties) {
  return { type: "object", additionalProperties: false, required: needed, properties };
}

function excuse(error, words) {
  if (error instanceof BadArguments) return error.message;
  if (!(error instanceof Trouble)) return `${words.down}. ${words.goOn}`;
  if (error.kind === "refused" && error.status < 500) {
    return [error.message, error.hint].filter(Boolean).map(oneLineText).join(" ");
  }
  return `${error.kind === "late" ? words.late : words.down}. ${words.goOn}`;
}

function facts(memory) {
  const known = {
    key: memory.key, scene: memory.scene, value: memory.value, tags: memory.tags?.join(", "),
    valid_until: memory.valid_until, expires_at: memory.expires_at, superseded_by: memory.superseded_by,
    place: memory.path && `${memory.path}:${memory.line}`,
  };
  return Object.entries(known)
    .filter(([, value]) => value && String(value).length)
    .map(([name, value]) => `${name}: ${oneLineText(value)}`)
    .join("; ");
}

function shortened(source) {
  return Object.fromEntries(Object.entries(source).map(([name, value]) => [name, String(value ?? "").slice(0, 500)]));
}
