// A stand-in for memvault's service: answers as it is told and keeps what it was asked.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { readSettings } from "../../../plugins/openclaw/lib/settings.js";

export const TOKEN = "t".repeat(43);

/** Folders of a person, and settings that lead to them; gone at the end of the test. */
export function home(test, given = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "memvault-openclaw-")));
  test.after(() => rmSync(root, { recursive: true, force: true }));
  const vault = join(root, "vault");
  const stateDir = join(root, "state");
  mkdirSync(vault);
  writeFileSync(join(vault, "vault.yaml"), "format: 1\nid: vault_x\nlanguage: en\n");
  mkdirSync(join(stateDir, "service"), { recursive: true });
  writeFileSync(join(stateDir, "service", "token"), `${TOKEN}\n`);
  const settings = readSettings({ vault, stateDir, command: ["/nonexistent/memvault"], ...given }, {});
  return { root, vault, stateDir, settings };
}

export function announce({ stateDir, vault }, url, { pid = process.pid, name = "vault_x-1" } = {}) {
  const folder = join(stateDir, "service", name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "endpoint.json"), JSON.stringify({ url, pid, vault, id: "vault_x", version: "1", started_at: "" }));
}

/** @param answer (request) => {status?, body?, delayMs?} | object */
export async function stubService(test, answer = () => ({})) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString("utf8");
    const asked = { method: request.method, path: request.url, headers: request.headers, body: text ? JSON.parse(text) : null };
    requests.push(asked);
    const { status = 200, body, delayMs = 0 } = await answer(asked);
    setTimeout(() => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body ?? {}));
    }, delayMs);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  test.after(stop);
  return { requests, stop, url: `http://127.0.0.1:${server.address().port}` };
}
