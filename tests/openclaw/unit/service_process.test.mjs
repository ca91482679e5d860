import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";

import { createServiceProcess } from "../../../plugins/openclaw/lib/service_process.js";
import { home } from "./stub_service.mjs";

function parts(t, given = {}) {
  const { settings, vault } = home(t, { command: ["memvault", "-q"], ...given });
  const state = { now: 0, announced: false, launched: [], later: [], forgotten: 0 };
  const launch = (program, words) => {
    const child = new EventEmitter();
    Object.assign(child, { pid: 7, stderr: null, kill: (signal) => child.emit("exit", null, signal) });
    state.launched.push({ child, words: [program, ...words] });
    return child;
  };
  const client = { announced: () => state.announced, forget: () => (state.forgotten += 1) };
  const later = (call, ms) => state.later.push({ call, ms });
  const service = createServiceProcess(settings, client, { launch, clock: () => state.now, later });
  return { service, state, vault };
}

test("it is started once, for this vault", (t) => {
  const { service, state, vault } = parts(t);
  assert.equal(service.ensure(), true);
  assert.equal(service.ensure(), true);
  assert.deepEqual(state.launched.map(({ words }) => words), [["memvault", "-q", "--vault", vault, "serve"]]);
});

test("a service that runs already, another address, or no wish for one: nothing is started", (t) => {
  const running = parts(t);
  running.state.announced = true;
  assert.equal(running.service.ensure(), true);
  const elsewhere = parts(t, { serviceUrl: "http://127.0.0.1:1" });
  elsewhere.service.ensure();
  const unwanted = parts(t, { autoStart: false });
  assert.equal(unwanted.service.ensure(), false);
  assert.deepEqual([running, elsewhere, unwanted].map(({ state }) => state.launched.length), [0, 0, 0]);
});

test("one that keeps ending is started less and less often", (t) => {
  const { service, state } = parts(t);
  const gaps = [];
  for (let round = 0; round < 4; round += 1) {
    const began = state.now;
    while (!service.state().running) {
      state.now += 100;
      service.ensure();
    }
    gaps.push(state.now - began);
    state.launched.at(-1).child.emit("exit", 3, null);
  }
  assert.ok(gaps[1] >= 1000 && gaps[2] >= 2 * gaps[1] - 100 && gaps[3] >= 2 * gaps[2] - 100, String(gaps));
  assert.match(service.state().said, /ended with 3/);
});

test("one that was killed is started again without being asked for", (t) => {
  const { service, state } = parts(t);
  service.ensure();
  state.now += 60_000;
  state.launched[0].child.emit("exit", null, "SIGKILL");
  assert.deepEqual([state.forgotten, state.launched.length, state.later.length], [1, 1, 1]);
  state.now += state.later[0].ms;
  state.later[0].call();
  assert.equal(state.launched.length, 2);
});

test("stopping ends what was started here, and for good", async (t) => {
  const { service, state } = parts(t);
  service.ensure();
  await service.stop();
  assert.equal(service.state().running, false);
  state.now += 1e6;
  assert.equal(service.ensure(), false);
  assert.equal(state.launched.length, 1);
});

test("a command that is not there is no crash", (t) => {
  const { service, state } = parts(t);
  service.ensure();
  state.launched[0].child.emit("error", Object.assign(new Error("spawn"), { code: "ENOENT" }));
  assert.deepEqual(service.state(), { running: false, pid: null, said: "ENOENT" });
});
