// Captured turns that memvault has not acknowledged yet, one file each, readable by their owner only. A turn is
// written here before it is sent and taken away when it stands in the journal, so that neither a crash of the
// gateway nor a service that is down loses it.

import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const NAME = /^\d{15}-[0-9a-f]{8}\.json$/;

/** @param {{folder: () => string, most?: number, clock?: () => number}} options */
export function createOutbox({ folder, most = 2000, clock = Date.now }) {
  return {
    /** @returns {string} by which it is taken away again */
    put(entry) {
      const place = folder();
      mkdirSync(place, { recursive: true, mode: 0o700 });
      const name = `${String(clock()).padStart(15, "0")}-${randomBytes(4).toString("hex")}.json`;
      const beside = join(place, `.${name}.new`);
      writeFileSync(beside, JSON.stringify(entry), { mode: 0o600 });
      renameSync(beside, join(place, name));
      return name;
    },

    /** What waits, oldest first. */
    waiting() {
      try {
        const names = readdirSync(folder()).filter((name) => NAME.test(name)).sort();
        for (const name of names.splice(0, Math.max(0, names.length - most))) this.remove(name);
        return names;
      } catch {
        return [];
      }
    },

    /** @returns {any} null when it is gone or cannot be read */
    read(name) {
      try {
        return JSON.parse(readFileSync(join(folder(), name), "utf8"));
      } catch {
        return null;
      }
    },

    remove: (name) => rmSync(join(folder(), name), { force: true }),
  };
}
