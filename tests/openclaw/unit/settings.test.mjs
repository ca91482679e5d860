import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { readSettings } from "../../../plugins/openclaw/lib/settings.js";

const manifest = JSON.parse(readFileSync(new URL("../../../plugins/openclaw/openclaw.plugin.json", import.meta.url), "utf8"));

test("without anything they are the defaults of the manifest", () => {
  const settings = readSettings(undefined, { HOME: "/home/x" });
  for (const [name, { default: value }] of Object.entries(manifest.configSchema.properties)) {
    if (value !== undefined) assert.deepEqual(settings[name], value, name);
  }
  assert.deepEqual(settings.problems, []);
});

test("every setting of the manifest is read and explained", () => {
  const known = Object.keys(readSettings({}, {})).filter((name) => name !== "problems").sort();
  assert.deepEqual(Object.keys(manifest.configSchema.properties).sort(), known);
  assert.deepEqual(Object.keys(manifest.uiHints).sort(), known);
});

test("the vault is the configured one, else that of the environment", () => {
  assert.equal(readSettings({ vault: "~/m" }, { HOME: "/home/x", MEMVAULT_DIR: "/other" }).vault, "/home/x/m");
  assert.equal(readSettings({}, { HOME: "/home/x", MEMVAULT_DIR: "/other" }).vault, "/other");
});

test("a service that is not on this machine is refused", () => {
  for (const serviceUrl of ["http://example.com:80", "https://127.0.0.1:1", "http://127.0.0.1.example.com", "file:///x"]) {
    const settings = readSettings({ serviceUrl }, {});
    assert.equal(settings.serviceUrl, "");
    assert.match(settings.problems[0].join(), /loopback.*本机/);
  }
  assert.equal(readSettings({ serviceUrl: "http://127.0.0.1:7700/" }, {}).serviceUrl, "http://127.0.0.1:7700");
});

test("an isolation that cannot be understood keeps people apart", () => {
  const settings = readSettings({ isolation: "per-person" }, {});
  assert.equal(settings.isolation, "sender");
  assert.equal(settings.problems.length, 1);
});

test("how often a memory is told: in every turn, unless once a session is asked for in so many words", () => {
  assert.equal(readSettings({ repeat: "session" }, {}).repeat, "session");
  for (const repeat of [true, false, "always"]) {
    const settings = readSettings({ repeat }, {});
    assert.equal(settings.repeat, "turn");
    assert.match(settings.problems[0].join(), /repeat.*repeat/);
  }
});

test("a rule without a user is not used, and that is said", () => {
  const settings = readSettings({ users: [{ agent: "bob" }, { agent: "bob", user: "bob" }] }, {});
  assert.deepEqual(settings.users, [{ agent: "bob", user: "bob" }]);
  assert.match(settings.problems[0].join(), /users\[0\].*users\[0\]/);
});

test("numbers are kept within their limits", () => {
  const settings = readSettings({ maxMemories: 900, maxTokens: 1, deadlineMs: "soon" }, {});
  assert.deepEqual([settings.maxMemories, settings.maxTokens, settings.deadlineMs], [20, 200, 300]);
});
