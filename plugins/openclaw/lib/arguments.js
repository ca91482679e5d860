// Tool arguments, made orderly: models write `"5"` for 5, `q` for `query`, one id where a list is wanted. What
// cannot be understood becomes a sentence that says how to call the tool.

const TYPES = ["fact", "preference", "event", "task", "procedure", "summary"];
const TYPE_WORDS = {
  facts: "fact", 事实: "fact", info: "fact", information: "fact", note: "fact",
  preferences: "preference", pref: "preference", 偏好: "preference", like: "preference", dislike: "preference",
  events: "event", 事件: "event", appointment: "event",
  tasks: "task", todo: "task", reminder: "task", 待办: "task", 任务: "task",
  procedures: "procedure", howto: "procedure", 做法: "procedure",
  summaries: "summary", 总结: "summary",
};
const VERDICT_WORDS = {
  useful: "useful", helpful: "useful", good: "useful", 有用: "useful",
  useless: "useless", irrelevant: "useless", 没用: "useless", 无用: "useless",
  wrong: "wrong", incorrect: "wrong", false: "wrong", 错误: "wrong", 不对: "wrong",
  outdated: "outdated", stale: "outdated", old: "outdated", obsolete: "outdated", 过时: "outdated",
};
const IMPORTANCE_WORDS = { low: 0.2, normal: 0.5, medium: 0.5, high: 0.8, critical: 1, 低: 0.2, 中: 0.5, 高: 0.8 };
const ID = /(?:mem|note|msg|prov)_[A-Za-z0-9_-]+/g;

export const VERDICTS = ["useful", "useless", "wrong", "outdated"];
export const MEMORY_TYPES = TYPES;

/** What is wrong with a call, for the model. */
export class BadArguments extends Error {}

export function recallArguments(args) {
  const given = object(args, "query");
  const query = words(given.query ?? given.q ?? given.question ?? given.text ?? given.search ?? given.keywords);
  const types = list(given.types ?? given.type).map(typeOf).filter(Boolean);
  return {
    ...(query ? { query } : {}),
    ...(whole(given.limit ?? given.max_results ?? given.top_k ?? given.n, 1, 20) ?? {}),
    ...(types.length ? { types: [...new Set(types)] } : {}),
  };
}

export function storeArguments(args) {
  const given = object(args, "content");
  const content = words(given.content ?? given.text ?? given.memory ?? given.fact ?? given.statement);
  const tags = list(given.tags ?? given.tag);
  const importance = share(given.importance ?? given.priority);
  return {
    ...(content ? { content } : {}),
    ...optional("type", typeOf(given.type ?? given.category ?? given.kind)),
    ...(tags.length ? { tags: [...new Set(tags)].slice(0, 20) } : {}),
    ...(importance === undefined ? {} : { importance }),
    ...optional("key", words(given.key)),
    ...optional("scene", words(given.scene)),
    ...optional("value", words(given.value)),
    ...optional("occurred_at", words(given.occurred_at ?? given.date ?? given.when)),
    ...optional("expires_at", words(given.expires_at ?? given.expires)),
  };
}

export function idsArguments(args) {
  const given = object(args, "ids");
  const ids = list(given.ids ?? given.id ?? given.memory_id ?? given.memory_ids).flatMap(idsIn);
  return ids.length ? { ids: [...new Set(ids)].slice(0, 20) } : {};
}

export function forgetArguments(args) {
  const given = object(args, "ids");
  const query = words(given.query ?? given.text ?? given.content ?? given.q);
  return { ...idsArguments(given), ...(query ? { query } : {}) };
}

export function feedbackArguments(args) {
  const given = object(args, "id");
  const [id] = idsArguments(given).ids ?? [];
  const said = words(given.verdict ?? given.feedback ?? given.rating);
  const verdict = VERDICT_WORDS[said.toLowerCase()] ?? said; // what is none of them the host refuses, and says why
  return { ...optional("id", id), ...optional("verdict", verdict) };
}

/** The value, or a sentence for the model. */
export function required(value, problem) {
  if (value === undefined || value === "" || (Array.isArray(value) && !value.length)) throw new BadArguments(problem);
  return value;
}

function object(args, main) {
  let given = args;
  if (typeof given === "string") {
    try {
      given = JSON.parse(given);
    } catch {
      given = { [main]: given };
    }
  }
  if (Array.isArray(given)) return { [main]: given };
  return given && typeof given === "object" ? given : {};
}

function words(value) {
  if (Array.isArray(value)) return value.map(words).filter(Boolean).join(" ");
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}

function list(value) {
  if (Array.isArray(value)) return value.map(words).filter(Boolean);
  return words(value).split(/[,，、;；\n]/).map((each) => each.trim()).filter(Boolean);
}

function idsIn(text) {
  return text.match(ID) ?? (/^[\w-]{4,200}$/.test(text) ? [text] : []);
}

function typeOf(value) {
  const word = words(value).toLowerCase();
  return TYPES.includes(word) ? word : TYPE_WORDS[word];
}

function whole(value, low, high) {
  const number = Number.parseInt(words(value), 10);
  return Number.isFinite(number) ? { limit: Math.min(high, Math.max(low, number)) } : undefined;
}

/** 0 to 1, also from `"high"`, `8` (of 10) or `"80%"`. */
function share(value) {
  const word = words(value).toLowerCase();
  if (word in IMPORTANCE_WORDS) return IMPORTANCE_WORDS[word];
  const number = Number.parseFloat(word);
  if (!Number.isFinite(number) || number < 0) return undefined;
  if (word.endsWith("%") || number > 10) return Math.min(1, number / 100);
  return number > 1 ? number / 10 : number;
}

function optional(name, value) {
  return value === undefined || value === "" ? {} : { [name]: value };
}
