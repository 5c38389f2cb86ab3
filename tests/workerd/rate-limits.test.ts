/** Every rate limit of worker/http/rate-limits.ts: it limits, ends with its window, and limits again (D50). */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { batch } from "../../worker/db/client.ts";
import { type LimitName, type LimitSide, RATE_LIMITS } from "../../worker/http/rate-limits.ts";
import { countersOf, countingOf, countUse, type User, waitFor } from "../../worker/http/throttle.ts";
import { createServices } from "../../worker/services.ts";
import { createBuyer, createSeller, insertItem } from "../support/workerd/deals.ts";
import { row } from "../support/workerd/rooms.ts";

const services = { ...createServices(env, () => undefined), env: { ...env, APP_ENV: "production" as const } };
const START = Date.UTC(2026, 10, 28);

/** One row per side of every limit, with its counter, as when nothing else is known of the user. */
const LIMITS = Object.entries(RATE_LIMITS).flatMap(([name, { window_ms: windowMs, ...sides }]) =>
  (Object.entries(sides) as [LimitSide, number][]).map(([side, uses]) => {
    const { limits } = countersOf(services.env, name as LimitName, { [side]: "window" } as User<LimitName>);
    const own = limits.filter(({ key }) => side === "all" || !key.startsWith("all:"));
    return { row: `${name} per ${side}`, uses, windowMs, counters: { limits: own, windowMs } };
  }),
);

/** Uses every limit once at this time of its own, and returns the seconds to wait. */
async function countAll(time: (windowMs: number) => number): Promise<Record<string, number | null>> {
  const statements = LIMITS.map(({ counters, windowMs }) => countingOf(counters, time(windowMs)));
  const rows = await batch<object[]>(services.db, statements);
  return Object.fromEntries(
    LIMITS.map(({ row, counters, windowMs }, i) => [row, waitFor(rows[i] ?? [], counters, time(windowMs))]),
  );
}

/** Uses every limit as often as leaves one more use. */
async function nearlyExhaustAll(time: (windowMs: number) => number): Promise<void> {
  const statements = LIMITS.map(({ counters: { limits, windowMs }, uses }) =>
    countingOf({ limits: Array.from({ length: uses - 2 }, () => limits).flat(), windowMs }, time(windowMs)),
  );
  await batch(services.db, statements);
}

const everyRow = (wait: (windowMs: number) => number | null) =>
  Object.fromEntries(LIMITS.map(({ row, windowMs }) => [row, wait(windowMs)]));

it("every limit has its listed number on each of its sides", () => {
  expect(LIMITS.map(({ counters }) => counters.limits.map(({ limit }) => limit))).toEqual(
    LIMITS.map(({ uses }) => [uses]),
  );
});

it("every limit limits in each of its windows, not only in the first", async () => {
  for (const windows of [0, 1, 3]) {
    const after = (ms: number) => (windowMs: number) => START + windows * windowMs + ms;
    expect(await countAll(after(0))).toEqual(everyRow(() => null));
    await nearlyExhaustAll(after(1));
    expect(await countAll(after(2))).toEqual(everyRow(() => null));
    expect(await countAll(after(2))).toEqual(everyRow((windowMs) => windowMs / 1_000));
    expect(await countAll((windowMs) => after(windowMs - 1)(windowMs))).toEqual(everyRow(() => 1));
  }
});

const use = (user: User<"phone-codes">) => countUse({ ...services, now: () => START }, "phone-codes", user);

describe("a limit", () => {
  it("is exact when uses arrive together", async () => {
    const waits = await Promise.all(
      Array.from({ length: 40 }, () => use({ account: "at-once", phone: null, ip: null })),
    );
    expect(waits.filter((wait) => wait === null)).toHaveLength(5);
  });

  it("allows ten times as much from one address on a developer's machine, and no more from one account", () => {
    const user = { account: "a", ip: "192.0.2.1" };
    const of = (APP_ENV: "local" | "production") =>
      countersOf({ APP_ENV }, "reserve", user).limits.map(({ limit }) => limit);
    expect([of("production"), of("local")]).toEqual([
      [30, 120],
      [30, 1_200],
    ]);
  });

  it("with several sides counts each of them, and refuses when one is exceeded", async () => {
    for (let code = 0; code < 5; code++) {
      expect(await use({ account: `person-${code}`, phone: "number", ip: null })).toBeNull();
    }
    expect(await use({ account: "another", phone: "number", ip: null })).toBe(24 * 60 * 60);
    expect(await use({ account: "another", phone: "another", ip: null })).toBeNull();
  });

  it("with several sides tells the longest wait", async () => {
    const at = (ms: number, user: User<"phone-codes">) =>
      countUse({ ...services, now: () => START + ms }, "phone-codes", user);
    for (let code = 0; code < 5; code++) await at(0, { account: "early", phone: null, ip: null });
    for (let code = 0; code < 5; code++) await at(60_000, { account: null, phone: "late", ip: null });
    expect(await at(120_000, { account: "early", phone: "late", ip: null })).toBe(24 * 60 * 60 - 60);
  });

  it("that follows another one counts the last use which that one allows, and none that it refuses", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const item_id = await insertItem(seller);
    const ip = "192.0.2.7";
    await env.DB.prepare("INSERT INTO throttles (key, count, since) VALUES (?, ?, ?)")
      .bind(`acct:${buyer.id}:reserve`, RATE_LIMITS.reserve.account - 1, Date.now())
      .run();
    for (const status of [200, 429]) {
      const body = { item_id, reservation_type: "buy_now" };
      const held = await buyer.request("POST", "/api/rpc/reserve_item", body, { "CF-Connecting-IP": ip });
      expect(held.status).toBe(status);
      expect(await row("SELECT count FROM throttles WHERE key = ?", `ip:${ip}:holds`)).toEqual({ count: 1 });
    }
  });

  it("refuses nobody of whom nothing is known", async () => {
    for (let code = 0; code < 50; code++) expect(await use({ account: null, phone: null, ip: null })).toBeNull();
  });
});
