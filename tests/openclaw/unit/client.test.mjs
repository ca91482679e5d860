import assert from "node:assert/strict";
import { test } from "node:test";

import { createClient } from "../../../plugins/openclaw/lib/client.js";
import { findEndpoint } from "../../../plugins/openclaw/lib/endpoint.js";
import { TOKEN, announce, home, stubService } from "./stub_service.mjs";

const DEADLINE = { deadlineMs: 5000 };

test("the service of this vault is found among others", async (t) => {
  const place = home(t);
  announce({ ...place, vault: "/somebody/elses" }, "http://127.0.0.1:1", { name: "other" });
  assert.equal(findEndpoint(place.settings), null);
  announce(place, "http://127.0.0.1:2");
  const found = findEndpoint(place.settings);
  assert.deepEqual([found.url.href, found.token, found.vault], ["http://127.0.0.1:2/", TOKEN, place.vault]);
});

test("an endpoint whose process is gone, or that leads elsewhere, is passed over", (t) => {
  const place = home(t);
  announce(place, "http://127.0.0.1:2", { pid: 2 ** 30 });
  assert.equal(findEndpoint(place.settings), null);
  announce(place, "http://example.com:2");
  assert.equal(findEndpoint(place.settings), null);
});

test("a request carries token, deadline and vault", async (t) => {
  const place = home(t);
  const service = await stubService(t, () => ({ body: { hits: [] } }));
  announce(place, service.url);
  const client = createClient(place.settings);
  assert.deepEqual(await client.ask("POST", "/v1/recall", { body: { query: "猫" }, ...DEADLINE }), { hits: [] });
  await client.ask("GET", "/v1/memories/mem_1", { query: { user: "me" }, ...DEADLINE });
  const [post, get] = service.requests;
  assert.equal(post.headers.authorization, `Bearer ${TOKEN}`);
  assert.equal(post.headers["x-memvault-deadline-ms"], "5000");
  assert.deepEqual(post.body, { query: "猫", vault: place.vault });
  assert.equal(get.path, `/v1/memories/mem_1?user=me&vault=${encodeURIComponent(place.vault)}`);
  client.close();
});

test("without a service it says so at once", async (t) => {
  const client = createClient(home(t).settings);
  await assert.rejects(client.ask("GET", "/health", DEADLINE), { kind: "absent" });
});

test("what takes too long is given up", async (t) => {
  const place = home(t);
  const service = await stubService(t, () => ({ delayMs: 20_000 }));
  announce(place, service.url);
  const client = createClient(place.settings);
  await assert.rejects(client.ask("POST", "/v1/prompt", { body: {}, deadlineMs: 50 }), { kind: "late" });
  client.close();
});

test("what the host gives up is given up", async (t) => {
  const place = home(t);
  const service = await stubService(t, () => ({ delayMs: 20_000 }));
  announce(place, service.url);
  const client = createClient(place.settings);
  const stopping = new AbortController();
  const asked = client.ask("POST", "/v1/prompt", { body: {}, signal: stopping.signal, ...DEADLINE });
  stopping.abort();
  await assert.rejects(asked, { kind: "late" });
  client.close();
});

test("a refusal carries what memvault says of it", async (t) => {
  const place = home(t);
  const problem = { status: 409, title: "A user is required", detail: "several users", code: "user-required", hint: "name one" };
  const service = await stubService(t, () => ({ status: 409, body: problem }));
  announce(place, service.url);
  const client = createClient(place.settings);
  await assert.rejects(client.ask("POST", "/v1/recall", { body: {}, ...DEADLINE }), {
    kind: "refused", status: 409, code: "user-required", hint: "name one", message: "several users",
  });
  client.close();
});

test("a service that was started anew on another port is found within the same request", async (t) => {
  const place = home(t);
  const first = await stubService(t, () => ({ body: { from: 1 } }));
  announce(place, first.url);
  const client = createClient(place.settings);
  assert.deepEqual(await client.ask("GET", "/health", DEADLINE), { from: 1 });
  await first.stop();
  const second = await stubService(t, () => ({ body: { from: 2 } }));
  announce(place, second.url);
  assert.deepEqual(await client.ask("GET", "/health", DEADLINE), { from: 2 });
  client.close();
});
