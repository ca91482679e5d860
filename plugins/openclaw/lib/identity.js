// Whose memories a turn may see. Only what the host says of a turn counts, never what a model writes.

const PRECISION = { sender: 8, account: 4, channel: 2, agent: 1 };

/**
 * Where a turn, a tool or a command comes from. The host names the same thing differently in different places.
 * @param {Record<string, any> | undefined} ctx
 */
export function originOf(ctx) {
  const given = ctx ?? {};
  const sessionKey = word(given.sessionKey) || word(given.agentSessionKey);
  return Object.freeze({
    agent: word(given.agentId) || agentOfKey(sessionKey),
    channel: word(given.messageChannel) || word(given.messageProvider) || word(given.channel),
    account: word(given.agentAccountId) || word(given.accountId),
    sender: word(given.requesterSenderId) || word(given.senderId) || word(given.channelContext?.sender?.id),
    sessionId: word(given.sessionId) || sessionKey,
    sessionKey,
  });
}

/**
 * The vault user of an origin.
 * @returns {{known: true, user: string} | {known: false, reason: string}} an empty user is the vault's default
 *   one; not known: nothing may be recalled, stored or captured
 */
export function userOf(origin, settings) {
  const { isolation } = settings;
  const rules = isolation === "none" ? settings.users : settings.users.filter((rule) => rule[isolation]);
  const rule = rules.filter((each) => fits(each, origin)).reduce(morePrecise, null);
  if (rule) return { known: true, user: rule.user };
  if (isolation === "none") return { known: true, user: settings.user };
  const missing = isolation === "sender" ? origin.sender : origin.agent;
  return { known: false, reason: missing ? `${isolation}-unmapped` : `${isolation}-missing` };
}

function fits(rule, origin) {
  return Object.keys(PRECISION).every((field) => {
    if (!rule[field]) return true;
    // Sender ids are taken as they are; names of agents, channels and accounts are not told apart by case.
    return field === "sender"
      ? rule.sender === origin.sender
      : rule[field].toLowerCase() === origin[field].toLowerCase();
  });
}

function morePrecise(best, rule) {
  return best && precision(best) >= precision(rule) ? best : rule;
}

function precision(rule) {
  return Object.entries(PRECISION).reduce((sum, [field, weight]) => sum + (rule[field] ? weight : 0), 0);
}

function agentOfKey(sessionKey) {
  const parts = sessionKey.split(":");
  return parts[0] === "agent" && parts[1] ? parts[1] : "";
}

function word(value) {
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}
