// What a session has been given already: a memory is not put into the prompt twice while it is unchanged.

const MEMORY_LINE = /^- \[/;

/** @param {{most?: number, repeat?: boolean}} options `most` sessions are kept in mind */
export function createInjections({ most = 500, repeat = false } = {}) {
  const sessions = new Map();

  function session(key) {
    const known = sessions.get(key) ?? { given: new Set(), run: "", text: "" };
    sessions.delete(key);
    sessions.set(key, known);
    if (sessions.size > most) sessions.delete(sessions.keys().next().value);
    return known;
  }

  return {
    isNew: (key) => !sessions.has(key),

    /** What this run was given; the host may build one turn's prompt several times. Undefined: nothing asked yet. */
    ofRun: (key, run) => (run && sessions.get(key)?.run === run ? sessions.get(key).text : undefined),

    /** The part of a block that this session has not had, or an empty string. It counts as given from now on. */
    take(key, run, block) {
      const known = session(key);
      const lines = block ? block.split("\n") : [];
      const memories = lines.filter((line) => MEMORY_LINE.test(line));
      const fresh = new Set(repeat ? memories : memories.filter((line) => !known.given.has(line)));
      for (const line of memories) known.given.add(line);
      known.run = run;
      known.text = fresh.size ? lines.filter((line) => !MEMORY_LINE.test(line) || fresh.has(line)).join("\n") : "";
      return known.text;
    },

    /** The history was shortened or thrown away: what was given may be gone with it. */
    forget(key) {
      const known = sessions.get(key);
      known?.given.clear();
    },

    end: (key) => sessions.delete(key),
    size: () => sessions.size,
  };
}
