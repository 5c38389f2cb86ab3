/**
 * What each job says or does about rows that another job is about to end, or has just ended. Where the table says what
 * ends a row, that is checked too.
 */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import type { ItemGiveawayReply } from "#contract/giveaways";
import type { PriceOfferView } from "#contract/offers";
import { DELETION_GRACE_MS } from "#domain/account/deletion";
import { DISPUTE_MS, HOUR_MS } from "#domain/deadlines";
import { STALE_ANSWER_MS, STALE_MS } from "#domain/selling/still-available";
import { CIRCLE_OPEN_MS } from "#domain/trades/circle";
import { settleGiveaways } from "../../worker/features/giveaways/jobs.ts";
import { deliverDueNotifications } from "../../worker/features/notifications/jobs.ts";
import { settlePriceOffers } from "../../worker/features/offers/jobs.ts";
import { settleDueItems } from "../../worker/features/orders/jobs.ts";
import { remindOfCollections } from "../../worker/features/orders/reminders/jobs.ts";
import { eraseDueAccounts } from "../../worker/features/own-data/jobs.ts";
import { followReversals, releasePayouts } from "../../worker/features/payments/jobs.ts";
import { endHolidays } from "../../worker/features/selling/holiday/holiday.ts";
import { settleCircles } from "../../worker/features/trades/circles/jobs.ts";
import { settleTrades } from "../../worker/features/trades/jobs.ts";
import { runScheduledJobs } from "../../worker/jobs/schedule.ts";
import { createServices, type Services } from "../../worker/services.ts";
import type { TestAccount } from "../support/workerd/accounts.ts";
import { createCircle, createCirclePeople } from "../support/workerd/circles.ts";
import { later } from "../support/workerd/clock.ts";
import { createBuyer, createSeller, DAY, insertItem, reply } from "../support/workerd/deals.ts";
import { createItem } from "../support/workerd/listings.ts";
import { emulator, paidCardOrder } from "../support/workerd/payments.ts";
import { roomOf, row } from "../support/workerd/rooms.ts";
import { allRows } from "../support/workerd/sql.ts";
import { createTradeSetup, proposeTrade } from "../support/workerd/trades.ts";

const services: Services = createServices(env, () => undefined);
const run = (sql: string, ...values: (string | number)[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

beforeEach(() => emulator().planFaults({ hold: true }));

/** Returns the titles that these people were sent, as far as their keys match. */
async function sent(people: readonly TestAccount[], key = "%"): Promise<string[]> {
  const { results } = await allRows<{ title: string }>`SELECT title FROM notifications WHERE user_id IN (SELECT value
    FROM json_each(${JSON.stringify(people.map(({ id }) => id))})) AND dedupe_key LIKE ${key} ORDER BY at, rowid`;
  return results.map(({ title }) => title);
}

const stored = async (column: string, table: string, id: string) =>
  (await row<{ value: unknown }>(`SELECT ${column} AS value FROM ${table} WHERE id = ?`, id))?.value;

/** Something that a job deals with at a time. */
interface Case {
  /** How much later the job runs. */
  at: number;
  job: (services: Services) => Promise<unknown>;
  /** What the job has done about it. */
  done: () => Promise<unknown>;
  /** What ends it, if not this job, and how that shows. */
  end?: () => Promise<unknown>;
  ended?: () => Promise<unknown>;
  as?: unknown;
}

/** An open offer, whose reminder is due two hours before its end. */
async function openOffer(item: { decline_below?: number } = {}, amount = 80) {
  const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
  const { id: itemId } = await createItem(seller, { price: 100, ...item });
  const body = { amount, list_price: 100 };
  const offer = await reply<PriceOfferView>(await buyer.request("POST", `/api/items/${itemId}/price-offer`, body), 201);
  return {
    seller,
    buyer,
    itemId,
    id: offer.id,
    status: () => stored("status", "price_offers", offer.id),
    at: 22.5 * HOUR_MS,
    job: settlePriceOffers,
    done: () => sent([seller, buyer], "price-offer:%:reminder"),
  };
}

/** A free item that is offered to a person, who is reminded four hours before their time to confirm ends. */
async function offeredItem() {
  const [giver, person] = await Promise.all([createSeller(), createBuyer()]);
  const itemId = await insertItem(giver, { price_cents: 0 });
  const path = `/api/items/${itemId}/giveaway`;
  const { giveaway } = await reply<ItemGiveawayReply>(await giver.request("PUT", path, { mode: "pick" }), 200);
  const giveaway_id = giveaway?.id ?? "";
  await reply(await person.request("PUT", `${path}/entry`, { giveaway_id, note: "Please." }), 200);
  const seen = await reply<ItemGiveawayReply>(await giver.request("GET", path), 200);
  const entry_id = seen.giveaway?.requests?.[0]?.entry_id ?? "";
  await reply(await giver.request("POST", `${path}/pick`, { giveaway_id, entry_id }), 200);
  return {
    person,
    path,
    giveaway_id,
    entry: () => stored("status", "giveaway_entries", entry_id),
    at: 21 * HOUR_MS,
    job: settleGiveaways,
    done: () => sent([person], "giveaway:%:reminder"),
  };
}

/** An order that is paid by card. */
async function paidOrder() {
  const { seller, buyer, itemId, intentId, order } = await paidCardOrder();
  /** As after a crash between the bank's message and what follows from it. */
  const takeBack = () =>
    run(
      `INSERT INTO payment_reversals (id, kind, intent_id, amount_cents, next_at, created_at)
       VALUES (?, 'chargeback', ?, 4550, 0, ?)`,
      `dp_${itemId}`,
      intentId,
      Date.now(),
    );
  return { seller, buyer, id: order.order_id, takeBack, status: () => stored("status", "orders", order.order_id) };
}

/** An agreed pickup, of which both are reminded a day before. */
async function pickup() {
  const order = await paidOrder();
  const done = () => sent([order.buyer], `pickup:day:${order.id}:%`);
  return { ...order, at: 6 * DAY, job: remindOfCollections, done };
}

/** An order whose proceeds fall due, because nobody has reported a problem in time. */
async function payout() {
  const order = await paidOrder();
  const done = () => row("SELECT count(*) AS transfers FROM transfers WHERE order_id = ?", order.id);
  return { ...order, at: 7 * DAY + DISPUTE_MS, job: releasePayouts, done };
}

/** A trade offer whose first notification failed. */
async function untoldTrade() {
  const setup = await createTradeSetup();
  const id = await proposeTrade(setup);
  await run("DELETE FROM notifications WHERE user_id = ?", setup.seller.id);
  await run("UPDATE trades SET untold = 1 WHERE id = ?", id);
  const overIn = Number(await stored("expires_at", "trades", id)) - Date.now();
  const done = () => sent([setup.seller]);
  return { id, overIn, at: HOUR_MS, job: settleTrades, done, status: () => stored("status", "trades", id) };
}

/** A swap circle whose first notifications failed. */
async function untoldCircle() {
  const { people, id } = await createCircle();
  const done = () => sent([people[0]], `circle:${id}:%`);
  return { at: HOUR_MS, job: settleCircles, done };
}

/** Three who want each other's items in turn. The job is the whole run, which also pauses old listings. */
async function wishes() {
  const { people, items } = await createCirclePeople();
  for (const [index, person] of people.entries()) {
    await reply(await person.request("PUT", `/api/wish-lists/entries/${items[(index + 2) % 3]}`, {}), 200);
  }
  await run("DELETE FROM service_state WHERE name = 'circles'");
  const at = STALE_MS + STALE_ANSWER_MS;
  await run(
    "UPDATE items SET updated_at = ? WHERE seller_id IN (?, ?, ?)",
    Date.now() + at,
    ...people.map(({ id }) => id),
  );
  return { items, at, job: runScheduledJobs, done: () => sent([people[0]]) };
}

/** A seller on holiday until tomorrow. */
async function sellerAway() {
  const seller = await createSeller();
  const itemId = await insertItem(seller, { seller_away: true });
  await run("UPDATE profiles SET away_until = ? WHERE id = ?", Date.now() + DAY, seller.id);
  return { seller, at: DAY, job: endHolidays, done: () => stored("listed_as", "items", itemId) };
}

const CASES: [job: string, about: string, done: unknown, make: () => Promise<Case>][] = [
  ["settle-price-offers", "an open offer", ["An offer ends in 2 hours"], () => openOffer()],
  [
    "settle-price-offers",
    "an offer that is declined automatically",
    [],
    async () => {
      const offer = await openOffer({ decline_below: 70 }, 60);
      return { ...offer, end: () => roomOf(offer.itemId).settle(), ended: offer.status, as: "declined" };
    },
  ],
  [
    "settle-price-offers",
    "an offer whose room has missed the time to decline it",
    "declined",
    async () => {
      const offer = await openOffer({ decline_below: 70 }, 60);
      return { ...offer, at: HOUR_MS, done: offer.status };
    },
  ],
  [
    "settle-price-offers",
    "an offer between two of whom one has blocked the other",
    [],
    async () => {
      const offer = await openOffer();
      await run("INSERT INTO blocks (blocker_id, blocked_id, at) VALUES (?, ?, 1)", offer.seller.id, offer.buyer.id);
      return { ...offer, ended: offer.status, as: "void" };
    },
  ],
  [
    "settle-price-offers",
    "an offer whose time is over",
    [],
    async () => {
      const offer = await openOffer();
      return { ...offer, at: DAY + 1, ended: offer.status, as: "expired" };
    },
  ],
  ["settle-giveaways", "an item that is offered to a person", ["Confirm soon"], () => offeredItem()],
  [
    "settle-giveaways",
    "an item whose person has not confirmed in time",
    [],
    async () => {
      const item = await offeredItem();
      return { ...item, at: DAY + 1, end: () => settleDueItems(services), ended: item.entry, as: "lapsed" };
    },
  ],
  ["remind-of-collections", "an agreed pickup", ["Pickup reminder: Brass reading lamp"], () => pickup()],
  [
    "remind-of-collections",
    "a pickup whose payment the bank has taken back",
    [],
    async () => {
      const order = await pickup();
      await order.takeBack();
      return { ...order, end: () => followReversals(services), ended: order.status, as: "disputed" };
    },
  ],
  ["release-payouts", "a collected order", { transfers: 1 }, () => payout()],
  [
    "release-payouts",
    "an order whose payment the bank has taken back",
    { transfers: 0 },
    async () => {
      const order = await payout();
      await order.takeBack();
      return { ...order, end: () => followReversals(services), ended: order.status, as: "disputed" };
    },
  ],
  ["settle-trades", "a trade offer that nobody was told about", ["New trade offer"], () => untoldTrade()],
  [
    "settle-trades",
    "a trade offer that nobody was told about, and whose time is over",
    [],
    async () => {
      const trade = await untoldTrade();
      return { ...trade, at: trade.overIn, ended: trade.status, as: "expired" };
    },
  ],
  [
    "settle-trades",
    "a trade that is being accepted when its time is over",
    "proposed",
    async () => {
      const trade = await untoldTrade();
      await run("UPDATE trades SET accepting_at = ?, attempt = 1 WHERE id = ?", Date.now() + trade.overIn, trade.id);
      return { ...trade, at: trade.overIn, done: trade.status };
    },
  ],
  ["settle-circles", "a swap circle that nobody was told about", ["Swap circle found"], () => untoldCircle()],
  [
    "settle-circles",
    "a swap circle that nobody was told about, and whose time is over",
    ["Swap circle lapsed"],
    async () => ({ ...(await untoldCircle()), at: CIRCLE_OPEN_MS }),
  ],
  ["find-circles", "items that three people want of each other", ["Swap circle found"], () => wishes()],
  [
    "find-circles",
    "an item that the same run pauses, because its seller has not answered",
    ["Paused: Bike"],
    async () => {
      const { items, ...rest } = await wishes();
      const asked = Date.now() + rest.at - STALE_ANSWER_MS;
      await run("UPDATE items SET updated_at = ?, asked_at = ? WHERE id = ?", asked - STALE_MS, asked, items[0]);
      return rest;
    },
  ],
  ["end-holidays", "the items of a seller who is back", "active", () => sellerAway()],
  [
    "end-holidays",
    "the items of a seller whose account is about to be deleted",
    null,
    async () => {
      const { seller, ...rest } = await sellerAway();
      await reply(await seller.request("POST", "/api/account/deletion"), 200);
      const gone = () => row("SELECT erased_at IS NOT NULL AS gone FROM profiles WHERE id = ?", seller.id);
      // The cron has been down for more than the day that the items stay hidden beyond the time of the deletion.
      return {
        ...rest,
        at: DELETION_GRACE_MS + 2 * DAY,
        end: () => eraseDueAccounts(services),
        ended: gone,
        as: { gone: 1 },
      };
    },
  ],
];

it.each(CASES)("%s, about %s: %o", async (_, __, done, make) => {
  const about = await make();
  await later(about.at, async () => {
    await about.job(services);
    expect(await about.done()).toEqual(done);
    await about.end?.();
    if (about.ended) expect(await about.ended()).toEqual(about.as);
  });
});

describe("a reminder that waits for the end of quiet hours", () => {
  const minuteIn = (ms: number) => Math.floor((Date.now() + ms) / 60_000) % 1_440;

  /** Makes what it is about, and lets the reminder wait an hour for the person's quiet hours to end. */
  async function reminded<Made extends Case>(person: (made: Made) => TestAccount, make: () => Promise<Made>) {
    const made = await make();
    const who = person(made);
    const quiet = { from: minuteIn(made.at - HOUR_MS), to: minuteIn(made.at + HOUR_MS) };
    await reply(await who.request("PATCH", "/api/notifications/preferences", { quiet, zone: "UTC" }), 200);
    await later(made.at, () => made.job(services));
    const [title] = await sent([who], "%:reminder");
    const emailed = () =>
      later(made.at + 1.1 * HOUR_MS, async () => {
        await deliverDueNotifications(services);
        return row(
          "SELECT count(*) AS emails FROM mail_outbox WHERE to_address = ? AND subject = ?",
          who.email,
          title ?? "",
        );
      });
    await later(made.at, () => deliverDueNotifications(services));
    return { ...made, who, emailed };
  }
  const offer = () => reminded(({ seller }) => seller, openOffer);
  const giveaway = () => reminded(({ person }) => person, offeredItem);

  it.each([
    ["an offer", offer],
    ["an offered item", giveaway],
  ] as const)("is sent then about %s", async (_, make) => {
    expect(await (await make()).emailed()).toEqual({ emails: 1 });
  });

  it("is not sent any more about an offer that has ended", async () => {
    const { buyer, id, emailed } = await offer();
    await reply(await buyer.request("POST", `/api/price-offers/${id}/withdraw`, { rev: 1 }), 200);
    expect(await emailed()).toEqual({ emails: 0 });
  });

  it("is not sent any more about an item that the person has declined", async () => {
    const { person, path, giveaway_id, emailed } = await giveaway();
    await reply(await person.request("DELETE", `${path}/entry`, { giveaway_id }), 200);
    expect(await emailed()).toEqual({ emails: 0 });
  });
});
