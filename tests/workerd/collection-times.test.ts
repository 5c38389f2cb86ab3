/** Collection windows, moving an agreed collection, and reminders of it (D54, D56). */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { CheckoutView, TransactionView } from "#contract/checkout";
import type { CartReply } from "#contract/checkout/cart";
import type { PurchaseReply } from "#contract/checkout/purchases";
import type { ItemDetail, OwnItem } from "#contract/items";
import type { OrderView } from "#contract/orders";
import { remindOfCollections } from "../../worker/features/orders/reminders/jobs.ts";
import { createServices } from "../../worker/services.ts";
import { call, type TestAccount } from "../support/workerd/accounts.ts";
import { stopClock } from "../support/workerd/clock.ts";
import {
  createBuyer,
  createSeller,
  DAY,
  hold,
  insertItem,
  readOrder,
  refusal,
  reply,
  transact,
} from "../support/workerd/deals.ts";
import { emailTo } from "../support/workerd/email.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

beforeEach(() => stopClock());

const HOUR = 3_600_000;
/** A window some hours from now, two hours long. */
const inHours = (hours: number) => {
  const from = Math.ceil(Date.now() / HOUR) * HOUR + hours * HOUR;
  return { from, until: from + 2 * HOUR };
};
const offered = (windows: { from: number; until: number }[]) => ({
  collection_windows: windows,
  collection_date: windows[0]?.from ?? null,
});

describe("collection windows", () => {
  it("are stored in order with the first one as the date, and a new date replaces them", async () => {
    const seller = await createSeller();
    const id = await insertItem(seller);
    const [late, early] = [inHours(72), inHours(48)];
    const patch = (body: object) => seller.request("PATCH", `/api/items/${id}`, body);
    const item = await reply<OwnItem>(await patch({ collection_windows: [late, early] }), 200);
    expect(item).toMatchObject({ collection_date: early.from, collection_windows: [early, late] });
    const one = await reply<OwnItem>(await patch({ collection_date: late.from }), 200);
    expect(one).toMatchObject({ collection_date: late.from, collection_windows: [] });
  });

  it("are refused when they overlap, are too short or have begun", async () => {
    const seller = await createSeller();
    const id = await insertItem(seller);
    const window = inHours(48);
    for (const wrong of [[window, window], [{ ...window, until: window.from + 60_000 }], [inHours(-3)]]) {
      const error = await refusal(
        await seller.request("PATCH", `/api/items/${id}`, { collection_windows: wrong }),
        422,
      );
      expect(error.details?.fields?.[0]?.field).toBe("collection_windows");
    }
  });

  it("are shown until they begin", async () => {
    const [first, second] = [inHours(2), inHours(48)];
    const id = await insertItem(await createSeller(), offered([first, second]));
    const read = async () => reply<ItemDetail>(await call("GET", `/api/items/${id}`), 200);
    expect((await read()).collection_windows).toEqual([first, second]);
    vi.setSystemTime(first.from);
    expect(await read()).toMatchObject({ collection_date: second.from, collection_windows: [second] });
  });
});

describe("the checkout of an item with windows", () => {
  it("offers methods and deadlines for the chosen time, and the order carries it", async () => {
    const [soon, later] = [inHours(3), inHours(96)];
    const [seller, buyer] = [await createSeller(), await createBuyer()];
    const id = await insertItem(seller, offered([soon, later]));
    await hold(buyer, id);
    const path = `/api/items/${id}/checkout`;
    const first = await reply<CheckoutView>(await buyer.request("GET", path), 200);
    // A bank transfer has to arrive a day before the collection (D55).
    expect(first).toMatchObject({ collection_date: soon.from, too_late: ["bank_transfer"] });
    expect(first.collection_times).toEqual([soon, later]);
    const chosen = await reply<CheckoutView>(
      await buyer.request("POST", `${path}/acknowledgement`, { acknowledged: true, collection_date: later.from }),
      200,
    );
    expect(chosen).toMatchObject({ collection_date: later.from, collection_ends_at: later.until });
    expect(chosen.methods).toContain("bank_transfer");
    expect(chosen.pay_by.bank_transfer).toBeLessThanOrEqual(later.from - DAY);
    const body = { itemId: id, paymentMethod: "bank_transfer", collectionDate: later.from };
    const { order_id } = await reply<TransactionView>(await transact(buyer, body), 201);
    expect(await readOrder(buyer, order_id)).toMatchObject({
      collection_date: later.from,
      collection_ends_at: later.until,
    });
  });

  it("refuses a time that the seller has taken back, and names the current one", async () => {
    const [first, second] = [inHours(72), inHours(96)];
    const [seller, buyer] = [await createSeller(), await createBuyer()];
    const id = await insertItem(seller, offered([first, second]));
    await hold(buyer, id);
    await runSql`UPDATE items SET collection_windows = ${JSON.stringify([first, inHours(120)])} WHERE id = ${id}`;
    const body = { itemId: id, paymentMethod: "bank_transfer", collectionDate: second.from, acknowledged: true };
    const error = await refusal(await transact(buyer, body), 409);
    expect(error).toMatchObject({ code: "values_changed", details: { current: { collectionDate: first.from } } });
  });

  it("takes one time for each item of a cart", async () => {
    const [seller, buyer] = [await createSeller(), await createBuyer()];
    const [first, second] = [inHours(72), inHours(96)];
    const ids = [
      await insertItem(seller, { price_cents: 0, ...offered([first, second]) }),
      await insertItem(seller, { price_cents: 0, ...offered([first, second]) }),
    ];
    const [one = "", two = ""] = ids;
    for (const item_id of ids) await reply(await buyer.request("POST", "/api/cart", { item_id }), 201);
    const query = `?collections=${two}:${second.from}`;
    const cart = await reply<CartReply>(await buyer.request("GET", `/api/cart${query}`), 200);
    const lines = cart.groups.flatMap((group) => group.lines);
    const shown = new Map(lines.map((line) => [line.item_id, line.collection_date]));
    expect([shown.get(one), shown.get(two)]).toEqual([first.from, second.from]);
    const buy = (collections: object) =>
      buyer.request("POST", "/api/purchases", { kind: "cart", paymentMethod: "free", acknowledged: true, collections });
    expect((await refusal(await buy({ [one]: second.from + 1 }), 409)).code).toBe("values_changed");
    const { orders } = await reply<PurchaseReply>(await buy({ [two]: second.from }), 201);
    const dates = new Map(orders.map((order) => [order.item_id, order.collection_date]));
    expect([dates.get(one), dates.get(two)]).toEqual([first.from, second.from]);
  });
});

interface Gift {
  seller: TestAccount;
  buyer: TestAccount;
  id: string;
  window: { from: number; until: number };
}

/** A giveaway to be collected in some hours. */
async function gift(hours: number): Promise<Gift> {
  const window = inHours(hours);
  const [seller, buyer] = [await createSeller(), await createBuyer()];
  const itemId = await insertItem(seller, { price_cents: 0, ...offered([window]) });
  await hold(buyer, itemId);
  const sent = { itemId, paymentMethod: "free", acknowledged: true };
  const { order_id } = await reply<TransactionView>(await transact(buyer, sent), 201);
  return { seller, buyer, id: order_id, window };
}

const post = (who: TestAccount, id: string, verb: string, body: object = {}) =>
  who.request("POST", `/api/orders/${id}/${verb}`, body, { "Idempotency-Key": crypto.randomUUID() });

describe("moving an agreed collection", () => {
  it("asks the other party by email, and moves order, transaction and calendar when they accept", async () => {
    const { seller, buyer, id } = await gift(72);
    const other = inHours(100);
    const before = await (await buyer.request("GET", `/api/orders/${id}/calendar.ics`)).text();
    const proposed = await reply<OrderView>(await post(buyer, id, "proposals", other), 200);
    expect(proposed.proposal).toMatchObject({ by: "buyer", ...other, state: "open" });
    expect(proposed.abilities).toMatchObject({ propose_time: false, answer_time: false });
    expect((await emailTo(seller.email, "Another pickup time proposed")).text).toContain("The buyer of");

    const view = await readOrder(seller, id);
    expect(view.abilities).toMatchObject({ propose_time: false, answer_time: true });
    const path = `proposals/${view.proposal?.id}`;
    expect((await refusal(await post(buyer, id, path, { accept: true }), 409)).code).toBe("wrong_state");
    const moved = await reply<OrderView>(await post(seller, id, path, { accept: true }), 200);
    expect(moved).toMatchObject({ collection_date: other.from, collection_ends_at: other.until });
    expect(moved.events.at(-1)).toMatchObject({ kind: "time_accepted", by: "seller" });
    for (const person of [seller, buyer]) await emailTo(person.email, "Pickup moved");
    const row = await firstRow`SELECT collection_date FROM transactions WHERE order_id = ${id}`;
    expect(row).toEqual({ collection_date: other.from });

    const after = await (await buyer.request("GET", `/api/orders/${id}/calendar.ics`)).text();
    const sequence = (file: string) => Number(/SEQUENCE:(\d+)/.exec(file)?.[1]);
    const uid = (file: string) => /UID:(.*)/.exec(file)?.[1];
    expect(uid(after)).toBe(uid(before));
    expect(sequence(after)).toBeGreaterThan(sequence(before));
    expect(after).not.toBe(before);
    // The order is read back from D1 with its proposals.
    expect((await refusal(await post(buyer, id, "proposals", inHours(120)), 409)).code).toBe("wrong_state");
    expect((await readOrder(seller, id)).abilities.propose_time).toBe(true);
  });

  it("keeps the time when the other party declines, or does not answer in 24 hours", async () => {
    const { seller, buyer, id, window } = await gift(96);
    const first = await reply<OrderView>(await post(seller, id, "proposals", inHours(120)), 200);
    const kept = await reply<OrderView>(
      await post(buyer, id, `proposals/${first.proposal?.id}`, { accept: false }),
      200,
    );
    expect(kept).toMatchObject({ collection_date: window.from, proposal: { state: "declined" } });
    await emailTo(seller.email, "Pickup time unchanged");
    const second = await reply<OrderView>(await post(buyer, id, "proposals", inHours(110)), 200);
    vi.setSystemTime(Date.now() + DAY);
    const late = await refusal(await post(seller, id, `proposals/${second.proposal?.id}`, { accept: true }), 409);
    expect(late.code).toBe("wrong_state");
    expect((await readOrder(seller, id)).proposal?.state).toBe("expired");
  });

  it("is not possible for strangers, in a dispute, or with an invalid time (A117)", async () => {
    const { seller, buyer, id } = await gift(72);
    const stranger = await createBuyer();
    expect((await refusal(await post(stranger, id, "proposals", inHours(100)), 404)).code).toBe("not_found");
    const short = { ...inHours(100), until: inHours(100).from + 1 };
    expect((await refusal(await post(buyer, id, "proposals", short), 422)).code).toBe("invalid");
    await reply(await post(buyer, id, "dispute", { reason: "The photos show another lamp." }), 200);
    expect((await refusal(await post(seller, id, "proposals", inHours(100)), 409)).code).toBe("wrong_state");
  });

  it("cancels the calendar entry when the order ends", async () => {
    const { buyer, id } = await gift(72);
    await reply(await post(buyer, id, "call-off"), 200);
    const file = await (await buyer.request("GET", `/api/orders/${id}/calendar.ics`)).text();
    expect(file).toContain("STATUS:CANCELLED");
    expect(file).not.toContain("VALARM");
  });
});

describe("reminders", () => {
  const run = () => remindOfCollections(createServices(env, () => undefined));
  const remindersOf = async (who: TestAccount) => {
    const { results } = await allRows<{ title: string; body: string; link: string; at: number }>`SELECT title, body,
      link, at FROM notifications WHERE user_id = ${who.id} AND kind = 'pickup' ORDER BY at`;
    return results;
  };

  it("go to both parties once, a day and two hours before, and say who has not confirmed", async () => {
    const { seller, buyer, id, window } = await gift(40);
    await run();
    expect(await remindersOf(buyer)).toEqual([]);
    vi.setSystemTime(window.from - DAY);
    await run();
    await run();
    for (const person of [buyer, seller]) {
      const [only, ...more] = await remindersOf(person);
      expect(more).toEqual([]);
      expect(only).toMatchObject({ link: `/MyOrders/${id}#coming`, at: window.from - DAY });
      expect(only?.body).toContain("Press “I'm coming”");
    }
    const sure = await reply<OrderView>(await post(buyer, id, "coming"), 200);
    expect(sure.coming).toEqual({ you: true, them: false });
    expect((await readOrder(seller, id)).coming).toEqual({ you: false, them: true });
    vi.setSystemTime(window.from - 2 * HOUR);
    await run();
    expect((await remindersOf(buyer))[1]?.body).toContain("Sam S. hasn't confirmed yet.");
    expect((await remindersOf(seller))[1]?.body).toContain("Billie B. is coming.");
    expect((await remindersOf(buyer))[1]?.link).toBe(`/MyOrders/${id}`);
    // Opening the order marks both as read, whatever part of it they link to.
    const link = `/MyOrders/${id}`;
    for (const person of [buyer, seller])
      await reply(await person.request("POST", "/api/notifications/read", { link }), 200);
    const unread = "SELECT count(*) AS n FROM notifications WHERE kind = 'pickup' AND read_at IS NULL AND link LIKE ?";
    expect(await env.DB.prepare(unread).bind(`${link}%`).first("n")).toBe(0);
    expect(await run()).toBe(0);
  });

  it("come before quiet hours, and never after the start", async () => {
    const { seller, buyer, window } = await gift(40);
    // Quiet from 8 hours before the collection until it begins.
    const minute = (at: number) => (Math.floor(at / 60_000) % 1_440) as number;
    const quiet = { from: minute(window.from - 8 * HOUR), to: minute(window.from) };
    await reply(await buyer.request("PATCH", "/api/notifications/preferences", { quiet, zone: "UTC" }), 200);
    vi.setSystemTime(window.from - 8 * HOUR - 15 * 60_000);
    await run();
    expect((await remindersOf(buyer)).map(({ title }) => title)).toEqual(["Pickup soon: Brass reading lamp"]);
    expect(await remindersOf(seller)).toEqual([]);
    vi.setSystemTime(window.from);
    await run();
    expect(await remindersOf(seller)).toEqual([]);
  });

  it("are sent anew for a moved collection, whose parties are asked again", async () => {
    const { seller, buyer, id, window } = await gift(40);
    vi.setSystemTime(window.from - DAY);
    await run();
    await reply(await post(buyer, id, "coming"), 200);
    const other = { from: window.from + 2 * DAY, until: window.until + 2 * DAY };
    const { proposal } = await reply<OrderView>(await post(buyer, id, "proposals", other), 200);
    const moved = await reply<OrderView>(await post(seller, id, `proposals/${proposal?.id}`, { accept: true }), 200);
    expect(moved.coming).toBeNull();
    expect((await refusal(await post(buyer, id, "coming"), 409)).code).toBe("wrong_state");
    vi.setSystemTime(other.from - DAY);
    await run();
    expect(await remindersOf(buyer)).toHaveLength(2);
    expect((await readOrder(seller, id)).coming).toEqual({ you: false, them: false });
    vi.setSystemTime(other.from - 2 * HOUR);
    await run();
    expect((await remindersOf(seller)).at(-1)?.body).toContain("Billie B. hasn't confirmed yet.");
  });

  it("reads due orders from an index", async () => {
    const { results } = await allRows<{ detail: string }>`EXPLAIN QUERY PLAN SELECT o.id FROM orders o INDEXED BY
      orders_uncollected WHERE o.status IN ('payment_confirmed','awaiting_collection') AND o.collection_date > 1 AND
      o.collection_date <= 2 ORDER BY o.collection_date, o.id LIMIT 100`;
    expect(results.map(({ detail }) => detail).join()).toContain("orders_uncollected");
    expect(results.map(({ detail }) => detail).join()).not.toContain("TEMP B-TREE");
  });
});
