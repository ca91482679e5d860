// Finds the running service of a vault: memvault leaves a small file for each, and one token, in its state folder.

import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";

/**
 * @param {{vault: string, stateDir: string, serviceUrl: string, serviceToken: string}} settings
 * @returns {{url: URL, token: string, vault: string} | null}
 */
export function findEndpoint(settings) {
  const token = settings.serviceToken || readToken(settings.stateDir);
  if (!token) return null;
  const vault = settings.vault ? realPath(settings.vault) : "";
  if (settings.serviceUrl) return { url: new URL(settings.serviceUrl), token, vault };
  if (!vault) return null;
  const folder = join(settings.stateDir, "service");
  for (const name of folders(folder)) {
    const found = readEndpoint(join(folder, name, "endpoint.json"));
    if (found && found.vault === vault) return { url: found.url, token, vault };
  }
  return null;
}

function readEndpoint(path) {
  try {
    const data = JSON.parse(readFileSync(path, "utf8"));
    const url = new URL(data.url);
    const usable = url.protocol === "http:" && url.hostname === "127.0.0.1" && url.port && isAlive(data.pid);
    return usable ? { url, vault: String(data.vault) } : null;
  } catch {
    return null;
  }
}

function readToken(stateDir) {
  try {
    return readFileSync(join(stateDir, "service", "token"), "ascii").trim();
  } catch {
    return "";
  }
}

function folders(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  } catch {
    return [];
  }
}

function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function realPath(path) {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
