/** Races for one item between two swap circles, a trade and a buyer, and crashes of the Worker between two calls (D58). */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { release, reserve } from "../../durable/item-room/commands/holds.ts";
import { stepCircle } from "../../worker/features/trades/circles/circles.ts";
import { settleCircles } from "../../worker/features/trades/circles/jobs.ts";
import { stepTrade } from "../../worker/features/trades/commands.ts";
import { settleTrades } from "../../worker/features/trades/jobs.ts";
import type { AppContext } from "../../worker/http/context.ts";
import { createServices } from "../../worker/services.ts";
import type { TestAccount } from "../support/workerd/accounts.ts";
import { acceptCircle, createCircle, handOverLeg, readCircle, takeCircleStep } from "../support/workerd/circles.ts";
import { pause } from "../support/workerd/clock.ts";
import { createBuyer, insertItem } from "../support/workerd/deals.ts";
import { crashingAfter, inRoom } from "../support/workerd/rooms.ts";
import { allRows } from "../support/workerd/sql.ts";
import { lockOf, statusesOf } from "../support/workerd/trades.ts";

const MINUTE = 60_000;
type Env = AppContext["Bindings"];

const services = (over: Env = env) => createServices(over, () => undefined);

describe("two circles that share an item, a trade for it and a buyer at once", () => {
  const ROUNDS = 100;
  let people: TestAccount[] = [];
  const person = (index: number) => {
    const found = people[index];
    if (!found) throw new Error("no such person");
    return found;
  };

  beforeAll(async () => {
    people = await Promise.all(Array.from({ length: 7 }, () => createBuyer()));
  });

  /** Inserts rows, because the limits per person and of the routes would stop a hundred rounds. */
  async function offerRow(indexes: readonly number[], items: readonly string[]): Promise<string> {
    const id = services().newId("cir");
    const now = Date.now();
    await env.DB.batch([
      env.DB.prepare(
        "INSERT INTO circles (id, legs_key, expires_at, untold, created_at, updated_at) VALUES (?, ?, ?, 0, ?, ?)",
      ).bind(id, items.join(":"), now + 60 * MINUTE, now, now),
      ...items.map((item, position) =>
        env.DB.prepare(
          `INSERT INTO circle_legs (circle_id, position, giver_id, receiver_id, item_id, value_cents, cash_cents, accepted_at)
            VALUES (?, ?, ?, ?, ?, 4550, 0, ?)`,
        ).bind(
          id,
          position,
          person(indexes[position] ?? 0).id,
          person(indexes[(position + 1) % 3] ?? 0).id,
          item,
          // The last of the three has not accepted yet.
          position === 2 ? null : now,
        ),
      ),
    ]);
    return id;
  }

  async function tradeRow(offeror: TestAccount, seller: TestAccount, target: string, offered: string): Promise<string> {
    const id = services().newId("trd");
    const now = Date.now();
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO trades (id, offeror_id, seller_id, target_item_id, expires_at, created_at, updated_at)
          VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ).bind(id, offeror.id, seller.id, target, now + 60 * MINUTE, now, now),
      ...[target, offered].map((item, index) =>
        env.DB.prepare("INSERT INTO trade_items (trade_id, item_id, side) VALUES (?, ?, ?)").bind(
          id,
          item,
          index === 0 ? "target" : "offered",
        ),
      ),
    ]);
    return id;
  }

  it(`have exactly one winner in ${ROUNDS} rounds, and nothing is half-held (A123)`, async () => {
    const wins = { first: 0, second: 0, trade: 0, buyer: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const owners = [0, 1, 2, 3, 4, 5];
      const items = await Promise.all(owners.map((owner) => insertItem(person(owner))));
      const [shared = "", b = "", c = "", d = "", e = "", f = ""] = items;
      const first = await offerRow([0, 1, 2], [shared, b, c]);
      const second = await offerRow([0, 3, 4], [shared, d, e]);
      const trade = await tradeRow(person(5), person(0), shared, f);
      const accept = (id: string, who: TestAccount) => stepCircle(services(), id, { step: "accept", userId: who.id });
      const contest = {
        first: () => accept(first, person(2)),
        second: () => accept(second, person(4)),
        trade: () => stepTrade(services(), person(0).id, trade, "accept"),
        // One call to the room is the fastest of all, so the buyer begins later in most rounds.
        buyer: async () => {
          await pause((round % 6) * 20);
          return inRoom(shared, reserve({ userId: person(6).id, kind: "buy_now", holdId: services().newId("hld") }));
        },
      };
      // Rotates who begins, so that the order of the calls does not decide alone.
      const names = (Object.keys(contest) as (keyof typeof contest)[]).map((_, index, all) => all[(index + round) % 4]);
      const replies = await Promise.all(
        names.map(async (name) => ({ name, ok: name ? (await contest[name]()).ok : false })),
      );
      const winners = replies.flatMap(({ name, ok }) => (ok && name ? [name] : []));
      expect(winners, `round ${round}`).toHaveLength(1);
      const winner = winners[0] ?? "buyer";
      wins[winner]++;
      const expected = {
        first: [first, first, first, null, null, null],
        second: [second, null, null, second, second, null],
        trade: [trade, null, null, null, null, trade],
        buyer: [null, null, null, null, null, null],
      }[winner];
      expect(await Promise.all(items.map(lockOf)), `round ${round}: ${winner}`).toEqual(expected);
      const { results } = await allRows<{ held: number }>`SELECT sum(l.state = 'locked') AS held FROM circles c JOIN
        circle_legs l ON l.circle_id = c.id WHERE c.id IN (${first}, ${second}) AND c.locking_at IS NULL GROUP BY c.id
        ORDER BY held`;
      expect(results.map(({ held }) => held)).toEqual([0, winner === "first" || winner === "second" ? 3 : 0]);
      if (winner === "buyer") await inRoom(shared, release({ userId: person(6).id }));
    }
    expect(Math.min(...Object.values(wins)), `each wins sometimes: ${JSON.stringify(wins)}`).toBeGreaterThan(0);
  }, 300_000);
});

describe("a Worker that crashes", () => {
  it("at any call while the last one accepts leaves all three items locked or none, after the job", async () => {
    const ends = new Set<string>();
    for (let calls = 0; ; calls++) {
      const setup = await createCircle();
      const [a, b, c] = setup.people;
      for (const who of [a, b]) await takeCircleStep(who, setup.id, "accept");
      const crash = crashingAfter(calls);
      await stepCircle(services(crash.env), setup.id, { step: "accept", userId: c.id }).catch(() => undefined);
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * MINUTE });
      await settleCircles(services());
      await settleTrades(services());
      vi.useRealTimers();
      const { status } = await readCircle(a, setup.id);
      ends.add(status);
      const each = status === "accepted" ? "pending" : "active";
      expect(await statusesOf(setup.items), `after ${calls} calls: ${status}`).toEqual([each, each, each]);
      if (!crash.crashed()) break;
    }
    expect([...ends].sort()).toEqual(["accepted", "offered"]);
  }, 300_000);

  it("at any call of a handover leaves the item sold or locked, after the job", async () => {
    for (let calls = 0; ; calls++) {
      const setup = await createCircle();
      await acceptCircle(setup);
      await handOverLeg(setup, 1);
      const receiver = await readCircle(setup.people[1], setup.id);
      const code = receiver.legs[receiver.get]?.code ?? "";
      const crash = crashingAfter(calls);
      const userId = setup.people[0].id;
      await stepCircle(services(crash.env), setup.id, { step: "hand_over", userId, code }).catch(() => undefined);
      await settleTrades(services());
      const handed = (await readCircle(setup.people[0], setup.id)).legs[0]?.state === "handed_over";
      expect(await statusesOf(setup.items), `after ${calls} calls`).toEqual([
        handed ? "sold" : "pending",
        "sold",
        "pending",
      ]);
      if (!crash.crashed()) break;
    }
  }, 300_000);
});
