// memvault for OpenClaw. Only registers: `register` runs several times in a process, so nothing is started, opened
// or written here. What a host does not have is left out and shown by `openclaw memvault doctor`.

import { chatCommand, registerCommandLine, report } from "./lib/commands.js";
import { hooksFor } from "./lib/hooks.js";
import { runtimeFor } from "./lib/runtime.js";
import { readSettings } from "./lib/settings.js";
import { createSurfaces } from "./lib/surfaces.js";
import { TOOLS, toolsFor } from "./lib/tools.js";

export default {
  id: "memvault",
  name: "memvault",
  description: "Long-term memory from a folder of plain files that belongs to you",
  register(api) {
    const runtime = runtimeFor(readSettings(api.pluginConfig));
    const offer = (name, ...given) => {
      if (typeof api[name] !== "function") {
        runtime.missing.add(name);
        return;
      }
      try {
        api[name](...given);
      } catch (error) {
        runtime.missing.add(`${name} (${String(error?.message ?? error).slice(0, 120)})`);
      }
    };

    offer("registerMemoryCapability", {
      promptBuilder: ({ availableTools }) => (availableTools?.has?.("memory_recall") ? runtime.words.rules : []),
      deterministicRecallToolName: "memory_recall",
      runtime: createSurfaces(runtime),
    });
    for (const name of TOOLS) offer("registerTool", (ctx) => toolOf(runtime, name, ctx), { name });
    for (const [name, handler, options] of hooksFor(runtime)) offer("on", name, handler, options);
    offer("registerService", { id: "memvault", start: () => runtime.begin(), stop: () => runtime.end() });
    offer("registerCommand", chatCommand(runtime, () => api.config));
    offer("registerCli", (context) => registerCommandLine(runtime, context), {
      commands: ["memvault"],
      descriptors: [{ name: "memvault", description: "State and doctor of the memvault memory", hasSubcommands: true }],
    });
    offer(
      "registerGatewayMethod",
      "memvault.status",
      async ({ respond }) => respond(true, await report(runtime, api.config)),
      { scope: "operator.read" },
    );
  },
};

/** The tool for one turn's user; null, so that it is not offered, when nobody may be assumed. */
function toolOf(runtime, name, ctx) {
  const who = runtime.identify(ctx);
  return who && toolsFor({ who, memory: runtime.memory, words: runtime.words, health: runtime.health }).find((tool) => tool.name === name);
}
