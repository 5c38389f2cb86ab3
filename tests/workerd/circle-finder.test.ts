/** Which swap circles are found and offered, to whom, and how often (D58; A121, A122). */
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import type { CirclePage } from "#contract/trades/circles";
import { findAllCircles, offerCirclesOf } from "../../worker/features/trades/circle-finder/jobs.ts";
import { readOffered, readPeopleAfter, readWants } from "../../worker/features/trades/circle-finder/queries.ts";
import {
  findCircle,
  findDueCircles,
  findUnannouncedCircles,
  listCircles,
} from "../../worker/features/trades/circles/queries.ts";
import { createServices } from "../../worker/services.ts";
import type { TestAccount } from "../support/workerd/accounts.ts";
import { createCirclePeople, FITZROY, takeCircleStep } from "../support/workerd/circles.ts";
import { eventually } from "../support/workerd/clock.ts";
import { createBuyer, DAY, hold, insertItem, reply } from "../support/workerd/deals.ts";
import { statementsOf, stepsLike } from "../support/workerd/query-plans.ts";
import { propose, proposeTrade, takeStep } from "../support/workerd/trades.ts";

const services = () => createServices(env, () => undefined);

const wish = async (who: TestAccount, item: string) =>
  expect((await who.request("PUT", `/api/wish-lists/entries/${item}`, {})).status).toBeLessThan(300);

const circlesOf = async (who: TestAccount) =>
  (await reply<CirclePage>(await who.request("GET", "/api/circles"), 200)).items;

/** Each of the three wants the item of the person before, so that the items move forwards. */
async function createWishes(valuesCents?: readonly number[]) {
  const setup = await createCirclePeople(valuesCents);
  for (const [index, person] of setup.people.entries()) await wish(person, setup.items[(index + 2) % 3] ?? "");
  return setup;
}

describe("a circle of wishes", () => {
  it("joins only people within 25 km of each other, and says how far each has to go (D77)", async () => {
    const { people, items } = await createWishes();
    const move = (lat: number | null) =>
      env.DB.prepare("UPDATE items SET lat = ? WHERE id = ?").bind(lat, items[1]).run();
    for (const lat of [-27.48, FITZROY.lat - 0.3, null]) {
      await move(lat);
      expect(await offerCirclesOf(services(), [people[0].id]), String(lat)).toBe(0);
    }
    await move(FITZROY.lat - 0.05);
    expect(await offerCirclesOf(services(), [people[0].id])).toBe(1);
    const [circle] = await circlesOf(people[2]);
    // Which leg comes first depends on the ids.
    expect(circle?.legs.map(({ item }) => `${item.collection_summary} ${item.distance_km}`).toSorted()).toEqual([
      "Fitzroy, Melbourne 0.5",
      "Fitzroy, Melbourne 5.6",
      "Fitzroy, Melbourne 5.6",
    ]);
  });

  it("is offered once to the three, with the items in the order in which they move", async () => {
    const { people, items } = await createWishes();
    expect(await offerCirclesOf(services(), [people[1].id])).toBe(1);
    expect(await offerCirclesOf(services(), [people[0].id])).toBe(0);
    for (const [index, person] of people.entries()) {
      const [circle, ...more] = await circlesOf(person);
      expect(more).toEqual([]);
      expect(circle?.legs[circle.give]?.item.id).toBe(items[index]);
      expect(circle?.legs[circle.get]?.item.id).toBe(items[(index + 2) % 3]);
    }
    const told = await env.DB.prepare(
      "SELECT count(*) AS n FROM notifications WHERE user_id IN (?, ?, ?) AND kind = 'trade'",
    )
      .bind(...people.map(({ id }) => id))
      .first();
    expect(told).toEqual({ n: 3 });
    // A declined circle is not offered again.
    const [circle] = await circlesOf(people[0]);
    await takeCircleStep(people[0], circle?.id ?? "", "decline");
    expect(await offerCirclesOf(services(), [people[0].id])).toBe(0);
    // It does not take the place of another one.
    const lamp = await insertItem(people[1], { ...FITZROY, title: "Lamp", price_cents: 4_400 });
    await wish(people[2], lamp);
    expect(await offerCirclesOf(services(), [people[0].id])).toBe(1);
  });

  it("counts an open trade offer, a declined one and the newest match of a saved search", async () => {
    const { people, items } = await createCirclePeople();
    const [a, b, c] = people;
    // Ada's search found the desk, Ben's offer for the bike was declined, and Cleo's for the lamp is open.
    await reply(await a.request("POST", "/api/saved-searches", { filters: { q: "desk" } }), 201);
    await env.DB.prepare("UPDATE saved_searches SET found_item_id = ? WHERE owner_id = ?").bind(items[2], a.id).run();
    const declined = await proposeTrade({ seller: a, offeror: b, target: items[0], offered: [items[1]] });
    await takeStep(a, declined, "decline");
    expect(await offerCirclesOf(services(), [a.id])).toBe(0);
    // The offer itself looks for circles.
    await reply(await propose(c, { target_item_id: items[1], offered_item_ids: [items[2]] }), 201);
    await eventually(async () => expect(await circlesOf(a)).toHaveLength(1));
  });

  it("is not offered when one of the items or people does not qualify (A122)", async () => {
    const change = (sql: string) => (id: string) => env.DB.prepare(sql).bind(id).run();
    const person = {
      banned: change("UPDATE profiles SET is_banned = 1, ban_reason = 'x' WHERE id = ?"),
      suspended: change("UPDATE profiles SET is_suspended = 1, suspension_end_date = 9999999999999 WHERE id = ?"),
      restricted: change("UPDATE profiles SET account_restricted = 1 WHERE id = ?"),
      "not open to trades": change("UPDATE profiles SET open_to_trades = 0 WHERE id = ?"),
    };
    const item = {
      inactive: change("UPDATE items SET status = 'inactive' WHERE id = ?"),
      free: change("UPDATE items SET price_cents = 0 WHERE id = ?"),
      held: async (id: string) => hold(await createBuyer(), id),
    };
    for (const [name, apply] of Object.entries(person)) {
      const { people } = await createWishes();
      await apply(people[0].id);
      for (const { id } of people) expect(await offerCirclesOf(services(), [id]), name).toBe(0);
    }
    for (const [name, apply] of Object.entries(item)) {
      const { people, items } = await createWishes();
      await apply(items[1]);
      for (const { id } of people) expect(await offerCirclesOf(services(), [id]), name).toBe(0);
    }
    const away = await createWishes();
    const until = new Date(Date.now() + 10 * DAY).toISOString().slice(0, 10);
    expect((await away.people[2].request("PUT", "/api/selling/holiday", { back_on: until })).status).toBe(200);
    expect(await offerCirclesOf(services(), [away.people[0].id]), "away").toBe(0);
    const blocked = await createWishes();
    await reply(await blocked.people[0].request("POST", "/api/blocks", { user_id: blocked.people[1].id }), 201);
    for (const { id } of blocked.people) expect(await offerCirclesOf(services(), [id]), "blocked").toBe(0);
  });

  it("is not offered when the values are too different", async () => {
    const { people } = await createWishes([4_000, 4_500, 9_000]);
    for (const { id } of people) expect(await offerCirclesOf(services(), [id])).toBe(0);
  });

  it("is offered to nobody with two open circles, or three in a week (A122)", async () => {
    const [ada, ...others] = (await createCirclePeople()).people;
    const rounds = 4;
    const offered: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const [ben, cleo] = [await createBuyer(), await createBuyer()];
      const [bike, lamp, desk] = [
        await insertItem(ada, FITZROY),
        await insertItem(ben, FITZROY),
        await insertItem(cleo, FITZROY),
      ];
      await wish(ada, lamp);
      await wish(ben, desk);
      await wish(cleo, bike);
      offered.push(await offerCirclesOf(services(), [ben.id]));
      // After the third round, one open circle is declined: the weekly limit remains.
      if (round === 1 || round === 2) {
        const open = (await circlesOf(ada)).find(({ status }) => status === "offered");
        await takeCircleStep(ada, open?.id ?? "", "decline");
      }
    }
    expect(others).toHaveLength(2);
    expect(offered).toEqual([1, 1, 1, 0]);
    expect(await circlesOf(ada)).toHaveLength(3);
  });

  it("is found by the daily job, which looks once a day at everyone", async () => {
    const { people } = await createWishes();
    await findAllCircles(services());
    for (let run = 0; run < 20 && (await circlesOf(people[0])).length === 0; run++) await findAllCircles(services());
    expect(await circlesOf(people[0])).toHaveLength(1);
    for (let run = 0; run < 20; run++) await findAllCircles(services());
    const later = await createWishes();
    await findAllCircles(services());
    expect(await circlesOf(later.people[0])).toEqual([]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + DAY + 1 });
    for (let run = 0; run < 20; run++) await findAllCircles(services());
    vi.useRealTimers();
    expect(await circlesOf(later.people[0])).toHaveLength(1);
  });
});

it("reads wants and circles from indexes, in one statement for any number of people", async () => {
  const person = "acc_00000000000000000000";
  const statements = await statementsOf(async (db) => {
    await readWants(db, [person, person], 1, [person]);
    await readOffered(db, ["itm_a:itm_b:itm_c"]);
    await readPeopleAfter(db, person, 100);
    await findCircle(db, "cir_00000000000000000000", 1);
    await listCircles(db, person, { cursor: undefined, limit: 20, now: 1 });
    await findDueCircles(db, 1, 1, 50);
    await findUnannouncedCircles(db, 1, 50);
  });
  expect(statements).toHaveLength(9);
  expect(await stepsLike(/^SCAN (?!\(|w\b|who\b|k\b|json_each|CONSTANT)/, statements)).toEqual([]);
});
