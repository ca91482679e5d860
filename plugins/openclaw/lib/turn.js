// The last turn of a conversation, as it may be captured: the user's words and the answer. Nothing else: no tool
// results, no system lines, no recalled memories.

const BLOCK = /<memvault-memories>[\s\S]*?(?:<\/memvault-memories>|$)/g;
const SILENT = /^\s*(?:NO_REPLY|HEARTBEAT_OK)\s*$/;
const MOST_CHARACTERS = 60_000;

/** The text of a message; pictures, tool calls and thoughts are left out. */
export function textOf(message) {
  const { content } = message ?? {};
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .filter((part) => part?.type === "text" && typeof part.text === "string")
    .map((part) => part.text)
    .join("\n");
}

/**
 * @param {unknown[]} messages the whole session, this turn last
 * @param {{said?: string, success?: boolean}} options `said`: the user's words, when the host gave them apart
 * @returns {{number: number, user: string, assistant: string, at?: string, answeredAt?: string} | null} `number`
 *   is the time in milliseconds, and the answer has the next one: a session that was reset or compacted goes on with
 *   the same id, and its messages are counted from the beginning again
 */
export function lastTurn(messages, { said, success = true } = {}) {
  const all = Array.isArray(messages) ? messages : [];
  const index = all.findLastIndex((message) => message?.role === "user");
  if (index < 0) return null;
  const user = kept(said || textOf(all[index]));
  if (!user) return null;
  const answers = all.slice(index + 1).filter((message) => message?.role === "assistant");
  const assistant = success ? kept(answers.map(textOf).filter((text) => !SILENT.test(text)).join("\n")) : "";
  const at = instant(all[index]?.timestamp);
  return {
    number: at ? Date.parse(at) : Date.now(),
    user,
    assistant,
    at,
    answeredAt: instant(answers.at(-1)?.timestamp),
  };
}

/** The same as the service wants it. */
export function turnsOf(turn, origin) {
  const shared = {
    session_id: origin.sessionId.slice(0, 200),
    ...(origin.agent ? { agent_id: origin.agent.slice(0, 200) } : {}),
    ...(origin.channel ? { channel: origin.channel.slice(0, 200) } : {}),
  };
  const turns = [{ ...shared, turn: turn.number, role: "user", content: turn.user, ...(turn.at ? { at: turn.at } : {}) }];
  if (turn.assistant) {
    const at = turn.answeredAt ?? turn.at;
    turns.push({ ...shared, turn: turn.number + 1, role: "assistant", content: turn.assistant, ...(at ? { at } : {}) });
  }
  return turns;
}

function kept(text) {
  const plain = text.replace(BLOCK, "").trim();
  return plain.length > MOST_CHARACTERS ? plain.slice(0, MOST_CHARACTERS) : plain;
}

function instant(value) {
  const time = typeof value === "number" ? value : Date.parse(value ?? "");
  return Number.isFinite(time) && time > 0 && time < 8e15 ? new Date(time).toISOString() : undefined;
}
