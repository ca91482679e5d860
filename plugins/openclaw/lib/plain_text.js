// Memories as lines of a tool result: data that can neither end its line nor open a tag.

const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const LINE_END = /\s*[\n\r\v\f\u0085\u2028\u2029]\s*/g;
const ORDER_BRACKETS = /[[［【](\s*\/?\s*(?:inst|sys|system|user|assistant|tool_calls?|tool_results?)\s*)[\]］】]/gi;

export function oneLineText(text) {
  return String(text ?? "")
    .trim()
    .replace(LINE_END, " / ")
    .replace(CONTROL, "")
    .replace(/&(?:lt|#0*60|#x0*3c);|[<＜﹤]/gi, "‹")
    .replace(/&(?:gt|#0*62|#x0*3e);|[>＞﹥]/gi, "›")
    .replace(/[`｀]/g, "'")
    .replace(ORDER_BRACKETS, "($1)")
    .replace(/\s+/g, " ");
}

/** `- mem_… [2026-01-05 · preference] …` */
export function memoryLine(memory, words) {
  const date = String(memory.occurred_at ?? memory.created_at ?? "").slice(0, 10);
  const label = [date, words.types[memory.type] ?? memory.type].filter(Boolean).join(" · ");
  const text = memory.injectable === false ? words.withheld : oneLineText(memory.content);
  const status = memory.status && memory.status !== "active" ? ` (${memory.status})` : "";
  return `- ${memory.id} [${label}]${status} ${text}`;
}
