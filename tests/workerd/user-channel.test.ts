/** A user's own live channel: who may open it, what it sends, and when it closes. */

import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { USER_LIVE_CLOSE, type UserSocketMessage } from "#contract/account/user-live";
import type { ErrorBody } from "#contract/errors";
import { LIVE_CLOSE } from "#contract/holds/live";
import { NO_COUNTS } from "#domain/notifications/bar-counts";
import { SOCKET_MAX_AGE_MS } from "../../durable/user-channel/user-channel.ts";
import { pushToUser } from "../../worker/http/user-channel.ts";
import { call, createAccount, TEST_PASSWORD } from "../support/workerd/accounts.ts";
import { eventually } from "../support/workerd/clock.ts";
import { openChannel, requestChannel } from "../support/workerd/user-channel.ts";

const COUNTS: UserSocketMessage = { type: "counts", ...NO_COUNTS, messages: 2, notifications: 3, trades: 1 };

const codeOf = async (response: Response) => [response.status, ((await response.json()) as ErrorBody).error.code];

it("the user channel sends a user's events to all their devices and to no other user (A96)", async () => {
  const [alex, kim] = [await createAccount(), await createAccount()];
  const [phone, laptop, other] = [await openChannel(alex), await openChannel(alex), await openChannel(kim)];
  expect(await phone.until("hello")).toMatchObject({ server_now: expect.any(Number) });
  await pushToUser(env, alex.id, COUNTS);
  expect(await phone.until("counts")).toEqual(COUNTS);
  expect(await laptop.until("counts")).toEqual(COUNTS);
  // Frames arrive in order, so a frame meant for Alex would have arrived first.
  await pushToUser(env, kim.id, { ...COUNTS, trades: 0 });
  expect(await other.until("counts")).toEqual({ ...COUNTS, trades: 0 });
  expect(other.frames.map(({ type }) => type)).toEqual(["hello", "counts"]);
});

it("the user channel keeps its sockets over an eviction, and answers a ping", async () => {
  const alex = await createAccount();
  const phone = await openChannel(alex);
  await phone.until("hello");
  await evictDurableObject(env.USER_CHANNEL.getByName(alex.id));
  phone.socket.send("ping");
  await eventually(() => expect(phone.texts).toContain("pong"));
  await pushToUser(env, alex.id, COUNTS);
  expect(await phone.until("counts")).toEqual(COUNTS);
});

it("the user channel refuses visitors, other sites, ended sessions and requests without an upgrade (A95)", async () => {
  const alex = await createAccount();
  expect(await codeOf(await requestChannel({}))).toEqual([401, "not_authenticated"]);
  for (const Origin of ["https://evil.example", "null", undefined]) {
    expect([Origin, ...(await codeOf(await requestChannel({ ...alex.headers, Origin })))]).toEqual([
      Origin,
      403,
      "bad_origin",
    ]);
  }
  expect(await codeOf(await call("GET", "/api/live", undefined, alex.headers))).toEqual([400, "bad_request"]);
  await env.DB.prepare("DELETE FROM sessions WHERE account_id = ?").bind(alex.id).run();
  // The access token is valid for some more minutes; a socket would last much longer.
  expect(await codeOf(await requestChannel(alex.headers))).toEqual([401, "not_authenticated"]);
});

it("the user channel closes the socket of a client that floods or sends overlong messages, and allows twenty devices per user", async () => {
  const alex = await createAccount();
  const flood = await openChannel(alex);
  for (let i = 0; i < 40; i++) flood.socket.send(`noise ${i}`);
  expect((await flood.closed).code).toBe(LIVE_CLOSE.flood);
  // Counted in bytes: the euro sign has three.
  for (const text of ["x".repeat(5_000), "€".repeat(2_000)]) {
    const long = await openChannel(alex);
    long.socket.send(text);
    expect((await long.closed).code).toBe(LIVE_CLOSE.tooLong);
  }

  const kim = await createAccount();
  const open = await Promise.all(Array.from({ length: 20 }, () => openChannel(kim)));
  expect(await codeOf(await requestChannel(kim.headers))).toEqual([503, "unavailable"]);
  open[0]?.socket.close();
  await open[0]?.closed;
  await eventually(async () => expect((await requestChannel(kim.headers)).status).toBe(101));
});

it("the user channel closes the sockets of a session that signs out, and no others (A16)", async () => {
  const alex = await createAccount({ email: "alex.two.devices@example.com" });
  const here = await openChannel(alex);
  const signedIn = await call("POST", "/api/auth/sign-in", {
    email: "alex.two.devices@example.com",
    password: TEST_PASSWORD,
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const elsewhere = await openChannel({ ...alex, headers: { Cookie: cookie } });
  await elsewhere.until("hello");
  expect((await call("POST", "/api/auth/sign-out", undefined, { Cookie: cookie })).status).toBe(200);
  expect((await elsewhere.closed).code).toBe(USER_LIVE_CLOSE.session);
  await pushToUser(env, alex.id, COUNTS);
  // The first counts came with the alert about the sign-in on a new device.
  expect(await here.until("counts", ({ messages }) => messages === 2)).toEqual(COUNTS);
});

it("the user channel closes a socket after half an hour, in case the end of its session was missed", async () => {
  const alex = await createAccount();
  const phone = await openChannel(alex);
  await phone.until("hello");
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    vi.setSystemTime(Date.now() + SOCKET_MAX_AGE_MS + 1);
    await pushToUser(env, alex.id, COUNTS);
    expect((await phone.closed).code).toBe(USER_LIVE_CLOSE.session);
  } finally {
    vi.useRealTimers();
  }
  expect(phone.frames.map((frame) => frame.type)).toEqual(["hello"]);
});
