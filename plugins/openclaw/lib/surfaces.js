// The host's own memory surfaces (the Memory page, `memory.search`, `openclaw memory status`), answered from the
// vault. They know only the agent, so with isolation by sender they show nothing.

const SNIPPET = 700;

/** @param {{identify: (ctx: object) => object | null, memory: object, settings: object}} parts */
export function createSurfaces({ identify, memory, settings }) {
  function managerFor(agentId, user, status) {
    return {
      async search(query, options = {}) {
        const limit = Math.min(20, Math.max(1, options.maxResults ?? settings.maxMemories));
        const { hits = [] } = await memory.recall({ query, user, limit }, options.signal ? { signal: options.signal } : {});
        return hits
          .filter((hit) => hit.injectable !== false && hit.relevance >= (options.minScore ?? 0))
          .map((hit) => ({
            path: `memvault/${hit.id}.md`,
            startLine: 1,
            endLine: 1,
            score: hit.relevance,
            snippet: hit.content.slice(0, SNIPPET),
            source: "memory",
          }));
      },
      async readFile({ relPath }) {
        const id = /^memvault\/(.+)\.md$/.exec(relPath ?? "")?.[1];
        const found = id ? await memory.show({ id, user }).catch(() => null) : null;
        const text = (found?.memories ?? []).map((each) => `${each.content}\n`).join("");
        return text ? { status: "ok", text, path: relPath } : { status: "not_found", text: "", path: relPath };
      },
      status: () => describe(status, settings),
      async sync() {},
      async probeEmbeddingAvailability() {
        const ready = Boolean(status?.model?.ready ?? status);
        return ready ? { ok: true } : { ok: false, error: "memvault does not answer" };
      },
      async probeVectorStoreAvailability() {
        return Boolean(status);
      },
      async probeVectorAvailability() {
        return Boolean(status);
      },
      async close() {},
    };
  }

  return {
    async getMemorySearchManager({ agentId }) {
      const who = identify({ agentId });
      if (!who) return { manager: null, error: "memvault: with isolation by sender this page shows nobody's memories" };
      const status = await memory.status({ deadlineMs: 2000 }).catch(() => null);
      return { manager: managerFor(agentId, who.user, status) };
    },
    resolveMemoryBackendConfig: () => ({ backend: "builtin" }),
    // Only memories of the vault come from here, already limited to the agent's user.
    authorizeSearchHits: async ({ hits }) => hits,
  };
}

function describe(status, settings) {
  return {
    backend: "builtin",
    provider: "memvault",
    requestedProvider: "memvault",
    files: status?.on_disk ?? 0,
    chunks: status?.passages ?? 0,
    dirty: status ? !status.clean : false,
    workspaceDir: settings.vault || undefined,
    sources: ["memory"],
    ...(status ? {} : { lastSyncError: "memvault does not answer" }),
    custom: { engine: "memvault", records: status?.records ?? 0, problems: status?.problems ?? 0 },
  };
}
