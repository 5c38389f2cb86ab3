/** Swap circles: what each step does to the three people's items, who sees what, and what is refused (D58; A121–A123). */

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { BaggageEntry } from "#contract/admin/baggage";
import { MESSAGES } from "#contract/copy";
import type { DealRatings } from "#contract/orders/ratings";
import type { Page } from "#contract/page";
import type { CirclePage } from "#contract/trades/circles";
import type { BarCounts } from "#domain/notifications/bar-counts";
import { settleCircles } from "../../worker/features/trades/circles/jobs.ts";
import { createServices } from "../../worker/services.ts";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import {
  acceptCircle,
  circleNotices,
  circleStep,
  createCircle,
  createCirclePeople,
  enterCode,
  handOverLeg,
  offerCircle,
  readCircle,
  takeCircleStep,
} from "../support/workerd/circles.ts";
import { advance } from "../support/workerd/clock.ts";
import { createBuyer, DAY, hold, insertItem, refusal, reply } from "../support/workerd/deals.ts";
import { showRatings } from "../support/workerd/ratings.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";
import { proposeTrade, statusesOf, step } from "../support/workerd/trades.ts";

const services = () => createServices(env, () => undefined);

async function statusOf(id: string): Promise<string | undefined> {
  return (await firstRow<{ status: string }>`SELECT status FROM circles WHERE id = ${id}`)?.status;
}

describe("an offered circle", () => {
  it("shows each of the three what they give, get and pay, and hides addresses and codes", async () => {
    const { people, id } = await createCircle([4_000, 4_500, 5_000]);
    const seen = await Promise.all(people.map((person) => readCircle(person, id)));
    // Ada gives the bike ($40) and gets the desk ($50), and so on. The differences add up to 0.
    expect(seen.map(({ difference }) => difference)).toEqual([10, -5, -5]);
    expect(seen.map(({ legs, give, get }) => [legs[give]?.item.title, legs[get]?.item.title])).toEqual([
      ["Bike", "Desk"],
      ["Lamp", "Bike"],
      ["Desk", "Lamp"],
    ]);
    // The lamp is in the middle: it moves without cash.
    expect(seen[0]?.legs.map(({ cash }) => cash)).toEqual([
      { amount: 5, from: "giver" },
      null,
      { amount: 5, from: "receiver" },
    ]);
    expect(seen[0]?.legs[0]?.giver).toEqual({ id: people[0].id, display_name: "Ada A.", you: true });
    for (const circle of seen) {
      expect(circle.status).toBe("offered");
      expect(circle.abilities).toEqual({
        accept: true,
        decline: true,
        withdraw: false,
        call_off: false,
        hand_over: false,
      });
      expect(circle.legs.flatMap(({ code, item }) => [code, item.collection_address])).toEqual(Array(6).fill(null));
    }
    const counts = async (of: TestAccount) =>
      (await reply<BarCounts>(await of.request("GET", "/api/notifications/counts"), 200)).trades;
    expect(await counts(people[1])).toBe(1);
    const list = await reply<CirclePage>(await people[1].request("GET", "/api/circles"), 200);
    expect(list.items.map((circle) => circle.id)).toEqual([id]);
  });

  it("is hidden from everyone else", async () => {
    const { id } = await createCircle();
    const stranger = await createBuyer();
    expect((await stranger.request("GET", `/api/circles/${id}`)).status).toBe(404);
    for (const action of ["accept", "decline", "withdraw", "call-off"] as const) {
      expect((await circleStep(stranger, id, action)).status).toBe(404);
    }
    expect((await enterCode(stranger, id, "000000")).status).toBe(404);
  });

  it("leaves the items on sale until the last of the three accepts, and then locks all of them", async () => {
    const { people, items, id } = await createCircle();
    await takeCircleStep(people[0], id, "accept");
    const twice = await takeCircleStep(people[0], id, "accept");
    expect(twice.legs.filter(({ accepted }) => accepted)).toHaveLength(1);
    await takeCircleStep(people[1], id, "accept");
    expect(await statusesOf(items)).toEqual(["active", "active", "active"]);
    const accepted = await takeCircleStep(people[2], id, "accept");
    expect(accepted.status).toBe("accepted");
    expect(await statusesOf(items)).toEqual(["pending", "pending", "pending"]);
    expect(await circleNotices(people[0], id)).toEqual([
      "Swap circle found",
      "Ben B. accepted the circle",
      "Your swap circle is on",
    ]);
    expect(await circleNotices(people[2], id)).toContain("Ada A. accepted the circle");
  });

  it("forgets an acceptance that is taken back", async () => {
    const { people, items, id } = await createCircle();
    await takeCircleStep(people[0], id, "accept");
    const back = await takeCircleStep(people[0], id, "withdraw");
    expect(back.legs.some(({ accepted }) => accepted)).toBe(false);
    expect(await circleNotices(people[1], id)).toContain("Ada A. took back their answer");
    expect(await circleNotices(people[0], id)).not.toContain("Ada A. took back their answer");
    for (const person of people.slice(1)) await takeCircleStep(person, id, "accept");
    expect(await statusesOf(items)).toEqual(["active", "active", "active"]);
    expect((await takeCircleStep(people[0], id, "accept")).status).toBe("accepted");
    const late = await refusal(await circleStep(people[0], id, "withdraw"), 409);
    expect(late.code).toBe("wrong_state");
  });

  it("ends when one declines, and the others learn who", async () => {
    const { people, items, id } = await createCircle();
    await takeCircleStep(people[0], id, "accept");
    const declined = await takeCircleStep(people[1], id, "decline");
    expect(declined).toMatchObject({ status: "declined", closed_by: { you: true } });
    expect((await readCircle(people[0], id)).closed_by).toMatchObject({ display_name: "Ben B.", you: false });
    expect(await circleNotices(people[2], id)).toContain("Swap circle declined");
    expect(await circleNotices(people[1], id)).not.toContain("Swap circle declined");
    expect((await circleStep(people[2], id, "accept")).status).toBe(409);
    expect(await statusesOf(items)).toEqual(["active", "active", "active"]);
  });

  it("lapses after 72 hours, also before the job marks it", async () => {
    const { people, id } = await createCircle();
    await takeCircleStep(people[0], id, "accept");
    advance(72 * 3_600_000 + 1);
    expect((await readCircle(people[1], id)).status).toBe("lapsed");
    expect((await circleStep(people[1], id, "accept")).status).toBe(409);
    await settleCircles(services());
    expect(await statusOf(id)).toBe("lapsed");
    expect(await circleNotices(people[1], id)).toContain("Swap circle lapsed");
  });

  it("ends when one of its items is sold, removed or repriced (A121)", async () => {
    for (const change of ["status = 'sold', sold_at = 7", "deleted_at = 7", "price_cents = 4001"]) {
      const { people, items, id } = await createCircle();
      await env.DB.prepare(`UPDATE items SET ${change} WHERE id = ?`).bind(items[0]).run();
      const ended = await readCircle(people[1], id);
      expect(ended, change).toMatchObject({ status: "void", void_item_title: "Bike" });
      // The item's dates may be older than the circle.
      expect(ended.updated_at).toBeGreaterThanOrEqual(ended.created_at);
      await settleCircles(services());
      expect(await circleNotices(people[2], id)).toEqual(["Swap circle ended"]);
      // Restores a state that the room would have written.
      await runSql`UPDATE items SET status = 'active', sold_at = NULL WHERE id = ${items[0]}`;
    }
  });

  it("cannot be accepted while an item is held, and can once it is free again", async () => {
    const { people, items, id } = await createCircle();
    const buyer = await createBuyer();
    await hold(buyer, items[1]);
    for (const person of people.slice(0, 2)) await takeCircleStep(person, id, "accept");
    const refused = await refusal(await circleStep(people[2], id, "accept"), 409);
    expect(refused.message).toContain("Lamp: Someone is holding this item");
    expect(await statusesOf(items)).toEqual(["active", "reserved but active in D1", "active"]);
    expect((await readCircle(people[2], id)).legs.filter(({ accepted }) => accepted)).toHaveLength(2);
    advance(11 * 60_000);
    expect((await takeCircleStep(people[2], id, "accept")).status).toBe("accepted");
  });

  it("ends when two of the three block each other, or one may not trade, without saying who (A122)", async () => {
    const changes = [
      async (a: string, b: string) => {
        await runSql`INSERT INTO blocks (blocker_id, blocked_id, at) VALUES (${a}, ${b}, 1)`;
      },
      async (a: string) => {
        await runSql`UPDATE profiles SET is_banned = 1, ban_reason = 'x' WHERE id = ${a}`;
      },
      async (a: string) => {
        await runSql`UPDATE profiles SET open_to_trades = 0 WHERE id = ${a}`;
      },
      async (a: string) => {
        await runSql`UPDATE items SET seller_away = 1 WHERE seller_id = ${a}`;
        await runSql`UPDATE profiles SET away_until = ${Date.now() + DAY} WHERE id = ${a}`;
      },
      async (a: string) => {
        await runSql`UPDATE profiles SET account_restricted = 1 WHERE id = ${a}`;
      },
    ];
    for (const change of changes) {
      const { people, items, id } = await createCircle();
      await change(people[0].id, people[1].id);
      const refused = await refusal(await circleStep(people[2], id, "accept"), 409);
      expect(refused.message).toBe("This circle can't go ahead any more.");
      expect(await readCircle(people[2], id)).toMatchObject({ status: "void", void_item_title: null });
      expect(await statusesOf(items)).toEqual(["active", "active", "active"]);
    }
  });
});

describe("an accepted circle", () => {
  it("shows each receiver the giver's address and a code, and nobody else's", async () => {
    const setup = await createCircle();
    const { people, id } = setup;
    await acceptCircle(setup);
    for (const [index, person] of people.entries()) {
      const seen = await readCircle(person, id);
      expect(seen.legs.map(({ code }) => code !== null)).toEqual(seen.legs.map((_, leg) => leg === seen.get));
      expect(seen.legs.map(({ item }) => item.collection_address)).toEqual(
        seen.legs.map((_, leg) => (leg === seen.get ? `${leg + 1} Circle Street, Fitzroy VIC 3065` : null)),
      );
      expect(seen.give).toBe(index);
    }
  });

  it("cannot be bought, traded or accepted into another circle (A123)", async () => {
    const setup = await createCircle();
    const { people, items } = setup;
    const other = await createCirclePeople([4_000, 4_500, 5_000]);
    const second = await offerCircle(
      [people[0], other.people[1], other.people[2]],
      [items[0], other.items[1], other.items[2]],
    );
    const offeror = await createBuyer();
    const offered = await insertItem(offeror);
    const trade = await proposeTrade({ seller: people[1], offeror, target: items[1], offered: [offered] });
    await acceptCircle(setup);
    expect((await step(people[1], trade, "accept")).status).toBe(409);
    for (const person of other.people.slice(1)) await takeCircleStep(person, second, "accept");
    const refused = await refusal(await circleStep(people[0], second, "accept"), 409);
    expect(refused.message).toContain("part of another accepted trade");
    expect(await statusesOf([...other.items, offered])).toEqual(["active", "active", "active", "active"]);
    const held = await offeror.request("POST", "/api/rpc/reserve_item", {
      item_id: items[2],
      reservation_type: "buy_now",
    });
    expect(held.status).toBe(409);
  });

  it("sells each item with its own handover, and is completed with the third", async () => {
    const setup = await createCircle();
    const { people, items, id } = setup;
    await acceptCircle(setup);
    expect((await handOverLeg(setup, 1)).status).toBe("accepted");
    expect(await statusesOf(items)).toEqual(["pending", "sold", "pending"]);
    await handOverLeg(setup, 0);
    const done = await handOverLeg(setup, 2);
    expect(done.status).toBe("completed");
    expect(await statusesOf(items)).toEqual(["sold", "sold", "sold"]);
    expect(await circleNotices(people[0], id)).toContain("Swap circle completed");
    // Each two of them have one deal, which both can rate.
    const seen = await readCircle(people[0], id);
    expect(seen.legs.map(({ order_id }) => order_id !== null)).toEqual([true, false, true]);
    const orderId = seen.legs[0]?.order_id ?? "";
    const rated = await people[0].request("POST", "/api/ratings", { order_id: orderId, rating: 5 });
    expect(rated.status, await rated.clone().text()).toBe(201);
    await showRatings();
    const deal = await reply<DealRatings>(await people[1].request("GET", `/api/ratings/deal?order_id=${orderId}`), 200);
    expect(deal.received).toMatchObject({ rating: 5 });
    expect((await people[2].request("GET", `/api/ratings/deal?order_id=${orderId}`)).status).toBe(404);
    const profile = await firstRow`SELECT rating_count FROM profiles WHERE id = ${people[1].id}`;
    expect(profile).toEqual({ rating_count: 1 });
    expect((await people[1].request("POST", `/api/items/${items[1]}/sold/undo`)).status).toBe(409);
  });

  it("counts wrong codes, pauses after five, and accepts the right one again after the pause (A121)", async () => {
    const setup = await createCircle();
    const { people, id } = setup;
    await acceptCircle(setup);
    const seen = await readCircle(people[1], id);
    const right = seen.legs[seen.get]?.code ?? "";
    const wrong = right === "123456" ? "123457" : "123456";
    for (const left of [4, 3, 2, 1]) {
      const refused = await refusal(await enterCode(people[0], id, wrong), 422);
      expect(refused.message).toContain(`You have ${left} `);
    }
    expect((await enterCode(people[0], id, wrong)).status).toBe(409);
    expect((await enterCode(people[0], id, right)).status).toBe(409);
    expect((await readCircle(people[0], id)).legs[0]?.code_locked_until).toBeGreaterThan(Date.now());
    advance(16 * 60_000);
    expect((await enterCode(people[0], id, right)).status).toBe(200);
    // The receiver of another leg has another code, and the giver cannot use it.
    expect((await enterCode(people[0], id, right)).status).toBe(200);
    expect((await enterCode(people[1], id, right)).status).toBe(422);
  });

  it("goes back on sale as a whole when one calls it off before a handover", async () => {
    const setup = await createCircle();
    const { people, items, id } = setup;
    await acceptCircle(setup);
    const off = await takeCircleStep(people[1], id, "call-off");
    expect(off).toMatchObject({ status: "failed", uneven: null, closed_by: { you: true } });
    expect(await statusesOf(items)).toEqual(["active", "active", "active"]);
    for (const person of people) expect(await circleNotices(person, id)).toContain("Swap circle called off");
    const counted = await firstRow`SELECT kind, about_id FROM failed_collections WHERE id = ${id}`;
    expect(counted).toEqual({ kind: "called_off", about_id: people[1].id });
    // The items can be bought again.
    await hold(await createBuyer(), items[0]);
  });

  it("waits seven days after a first handover before one may call it off (A121)", async () => {
    const setup = await createCircle();
    const { people, items, id } = setup;
    await acceptCircle(setup);
    await handOverLeg(setup, 0);
    const early = await refusal(await circleStep(people[1], id, "call-off"), 409);
    expect(early.details?.until).toBeGreaterThan(Date.now() + 6 * DAY);
    advance(7 * DAY + 1);
    const off = await takeCircleStep(people[1], id, "call-off");
    // Ada gave her bike and got nothing; Ben has it and keeps his lamp.
    expect(off.uneven).toMatchObject({ short: { id: people[0].id }, over: { id: people[1].id }, settled: false });
    expect(await statusesOf(items)).toEqual(["sold", "active", "active"]);
  });

  it("reopens what was not handed over within 14 days, and waits for staff when someone is short", async () => {
    const setup = await createCircle();
    const { people, items, id } = setup;
    await acceptCircle(setup);
    await handOverLeg(setup, 0);
    await handOverLeg(setup, 1);
    advance(14 * DAY + 1);
    await settleCircles(services());
    expect(await statusOf(id)).toBe("failed");
    expect(await statusesOf(items)).toEqual(["sold", "sold", "active"]);
    const seen = await readCircle(people[0], id);
    expect(seen).toMatchObject({
      closed_by: null,
      uneven: { short: { id: people[0].id }, over: { id: people[2].id } },
    });
    expect(await firstRow`SELECT 1 FROM failed_collections WHERE id = ${id}`).toBeNull();
  });
});

describe("staff", () => {
  const admin = () => createAccount({ full_name: "Alex Admin", role: "admin" });
  const baggage = async (staff: TestAccount, kind: string, id: string) =>
    (await reply<Page<BaggageEntry>>(await staff.request("GET", `/api/admin/baggage/${kind}`), 200)).items.find(
      (entry) => entry.id === id,
    );

  it("cannot decide about their own circle", async () => {
    const setup = await createCircle();
    await acceptCircle(setup);
    await runSql`UPDATE profiles SET role = 'admin' WHERE id = ${setup.people[0].id}`;
    const answer = await setup.people[0].request("POST", `/api/admin/circles/${setup.id}/call-off`, {
      note: "I want my bike back.",
    });
    expect((await refusal(answer, 403)).message).toBe(MESSAGES.ownCase);
  });

  it("call off an accepted circle with a reason, and settle one in which someone is short", async () => {
    const setup = await createCircle();
    const { people, items, id } = setup;
    const staff = await admin();
    const note = { note: "Ben can't be reached, so we called this off." };
    expect((await staff.request("POST", `/api/admin/circles/${id}/call-off`, note)).status).toBe(409);
    await acceptCircle(setup);
    await handOverLeg(setup, 0);
    expect((await baggage(staff, "circles", id))?.detail).toContain(
      "Ada Ash gives Bike (handed over); Ben Birch gives Lamp;",
    );
    expect((await staff.request("POST", `/api/admin/circles/${id}/settle`, note)).status).toBe(409);
    expect((await staff.request("POST", `/api/admin/circles/${id}/call-off`, note)).status).toBe(200);
    expect(await statusesOf(items)).toEqual(["sold", "active", "active"]);
    expect(await circleNotices(people[0], id)).toContain("Our team called off a swap circle");
    // The general text of the same event never comes beside or before it.
    expect(await circleNotices(people[0], id)).not.toContain("Swap circle called off");
    expect((await readCircle(people[0], id)).uneven).toMatchObject({ settled: false });
    expect(await baggage(staff, "circles", id)).toBeUndefined();
    const [short, over] = (await baggage(staff, "circle_cases", id))?.people ?? [];
    expect([short, over].map((one) => [one?.role, one?.person.id])).toEqual([
      ["Got nothing", people[0].id],
      ["Still has theirs", people[1].id],
    ]);
    expect((await readCircle(people[2], id)).staff_note).toBe(note.note);
    const long = `Ben returned the bike. ${"We spoke with all three of you. ".repeat(12)}`.trim();
    const settled = await staff.request("POST", `/api/admin/circles/${id}/settle`, { note: long });
    expect(settled.status).toBe(200);
    expect((await readCircle(people[2], id)).staff_note).toBe(long);
    expect(await circleNotices(people[2], id)).toContain("Our team closed your swap circle");
    expect((await readCircle(people[0], id)).uneven).toMatchObject({ settled: true });
    expect(await baggage(staff, "circle_cases", id)).toBeUndefined();
    expect((await staff.request("POST", `/api/admin/circles/${id}/settle`, note)).status).toBe(409);
    const { results } = await allRows`SELECT action FROM audit_log WHERE subject = ${id} ORDER BY rowid`;
    expect(results).toEqual([{ action: "circle_called_off" }, { action: "circle_settled" }]);
  });
});
