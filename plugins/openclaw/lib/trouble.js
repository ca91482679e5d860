// What can go wrong between the plugin and memvault.

/**
 * kind: `absent` nothing answers there, `late` not within the deadline, `refused` memvault said no (with status,
 * code and hint), `broken` an answer that makes no sense.
 */
export class Trouble extends Error {
  /** By name: the host loads this module more than once, and what one copy throws another one reads. */
  static [Symbol.hasInstance](value) {
    return value?.name === "Trouble";
  }

  constructor(kind, message, { status = 0, code = "", hint = "" } = {}) {
    super(message);
    this.name = "Trouble";
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.hint = hint;
  }

  /** Whether the same request may succeed later. */
  get passes() {
    return this.kind !== "refused" || [401, 404, 408, 425, 429].includes(this.status) || this.status >= 500;
  }
}

/** One line without content of memories, for logs and status. */
export function oneLine(error) {
  const kind = error instanceof Trouble ? `${error.kind}${error.code ? ` ${error.code}` : ""}: ` : "";
  return `${kind}${String(error?.message ?? error).split("\n")[0].slice(0, 200)}`;
}
