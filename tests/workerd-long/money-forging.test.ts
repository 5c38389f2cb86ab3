/** Forges each field of every money call, one by one: the server trusts no amount, id or status from the browser (D17). */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { whenSettled } from "../support/workerd/clock.ts";
import { createBuyer, createSeller, insertItem } from "../support/workerd/deals.ts";
import { type MoneyCall, PAYMENT_WRITES, type ReadyCall } from "../support/workerd/money-calls.ts";
import {
  cardOrder,
  deliverIntentEvent,
  emulator,
  ledgerSums,
  paidCardOrder,
  provider,
  topupIntent,
} from "../support/workerd/payments.ts";
import { databaseSnapshot, differences } from "../support/workerd/snapshot.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

type Body = Record<string, unknown>;

/** Ids that belong to another user. */
let theirs: { user: string; item: string; order: string; intent: string };

beforeAll(async () => {
  await createBuyer();
  await holdDeliveries();
  const stranger = await createSeller();
  const deal = await paidCardOrder({}, { seller: stranger });
  const item = await insertItem(stranger, { price_cents: 100 });
  theirs = { user: stranger.id, item, order: deal.order.order_id, intent: deal.intentId };
});

/** Stops the provider's deliveries, which would change rows during a test. An idle emulator forgets this setting. */
function holdDeliveries(): Promise<void> {
  return emulator().planFaults({ hold: true });
}
beforeEach(holdDeliveries);

/** Forged values by field. Every call gets every one of them. */
function forgedFields(): Record<string, unknown[]> {
  const { user, item, order, intent } = theirs;
  return {
    amount: [0, 1, -1, 0.01, 45.49, 45.5001, 100, 99_999_999, "45.49", "1", null, 1e308],
    amount_cents: [1],
    price: [0.01],
    price_cents: [1],
    charged: [0.01],
    total: [0.01],
    discount: [100],
    bundle_price: [0.01],
    agreed: [{ listCents: 4_550, chargedCents: 1 }],
    currency: ["usd", "AUD", "btc", ""],
    status: ["payment_confirmed", "completed", "succeeded"],
    paymentStatus: ["completed", "paid", ""],
    payment_status: ["completed"],
    order_status: ["completed"],
    paymentMethod: ["free", "none", ""],
    payment_method: ["free"],
    paid_at: [1],
    userId: [user],
    user_id: [user],
    buyerId: [user],
    buyer_id: [user],
    sellerId: [user],
    itemId: [item],
    orderId: [order],
    order_id: [order],
    purchaseId: [order],
    bundleId: [item],
    transaction_id: [order],
    intentId: [intent],
    intent_id: [intent],
    payment_intent: [intent],
    confirmation_id: [order],
    seller_id: [user],
    item_id: [item],
    itemIds: [[item], []],
    quantity: [2, 0, -1],
    collectionDate: [1, "1999-01-01", 4_102_444_800_000],
    payment_deadline: [4_102_444_800_000],
    referenceNumber: ["GS00000000", "x"],
    bank_reference: ["GS00000000"],
    cryptoCurrency: ["xrp", "doge"],
    cryptoTxHash: ["0x1"],
    crypto_amount: ["0.00000001"],
    coin: ["xrp"],
    rate: [1],
    rate_cents: [1],
    address: ["bc1qforged"],
    metadata: [{ type: "balance_topup", user_id: user }, { amount: 1 }, { type: "payout" }],
    destination: ["acct_forged"],
    application_fee_amount: [1],
    refund_amount: [1],
    role: ["admin"],
    strike_exempt: [1],
    relist: ["yes"],
    outcome: ["paid"],
    kind: ["topup"],
    acknowledged: ["yes"],
  };
}

const send = ({ person, path }: ReadyCall, body: Body | undefined) => person.request("POST", path, body);

/** Stays below every route's rate limit. The counters are cleared between batches. */
const AT_ONCE = 20;

/** Returns the outcome of a call, without the values that differ between two equal calls. */
async function decided(call: ReadyCall, response: Response) {
  const text = await response.text();
  expect(response.status, text).toBe(call.status);
  const { results } = await allRows`SELECT o.status, o.amount_cents, o.payment_method, o.card_state, o.paid_at IS NULL
    AS unpaid, o.buyer_id = i.seller_id AS own, o.seller_id = i.seller_id AS sellers FROM orders o JOIN items i ON
    i.id = o.item_id WHERE o.item_id = ${call.itemId}`;
  const item = await firstRow`SELECT status, price_cents FROM items WHERE id = ${call.itemId}`;
  return { orders: results, item };
}

/** Whether the value is already part of the call, or the caller may choose it. */
function ownChoice(name: string, body: Body, field: string, value: unknown): boolean {
  if (JSON.stringify(body[field]) === JSON.stringify(value)) return true;
  return name === "POST /api/cart" && field === "item_id" && value === theirs.item;
}

const bodyless = /\/(cancel|collected|not-received)$/;
const named = (calls: readonly MoneyCall[]) =>
  calls.map((call) => [`${call.route}${call.kind ? ` (${call.kind})` : ""}`, call] as const);

/** Sends every forgery, some at once. @returns those that were accepted. */
async function believed(ready: ReadyCall, forgeries: readonly Body[]): Promise<string[]> {
  const taken: string[] = [];
  for (let at = 0; at < forgeries.length; at += AT_ONCE) {
    await runSql`DELETE FROM throttles`;
    const tries = forgeries.slice(at, at + AT_ONCE).map(async (forged) => {
      const response = await send(ready, { ...ready.body, ...forged });
      const text = await response.text();
      if (response.status < 400) taken.push(`${JSON.stringify(forged)} → ${text}`);
      else expect([400, 404, 409, 422], `${JSON.stringify(forged)} → ${text}`).toContain(response.status);
    });
    await Promise.all(tries);
  }
  await runSql`DELETE FROM throttles`;
  return taken;
}

describe("a forged field", () => {
  it.each(named(PAYMENT_WRITES.filter(({ route }) => !bodyless.test(route))))(
    "of %s is refused and changes no row, while the genuine call then succeeds (A03, A37, A59)",
    async (name, call) => {
      const ready = await call.prepare();
      const before = await whenSettled(databaseSnapshot);
      const forgeries = Object.entries(forgedFields()).flatMap(([field, values]) =>
        values.filter((value) => !ownChoice(name, ready.body ?? {}, field, value)).map((value) => ({ [field]: value })),
      );
      expect(await believed(ready, forgeries), "forged values that were taken").toEqual([]);
      expect(differences(before, await whenSettled(databaseSnapshot)), "rows").toEqual([]);

      const twin = await call.prepare();
      const [genuine, unforged] = [await send(ready, ready.body), await send(twin, twin.body)];
      // A refund continues after the reply.
      await whenSettled(databaseSnapshot);
      expect(await decided(ready, genuine)).toEqual(await decided(twin, unforged));
    },
  );

  it.each(named(PAYMENT_WRITES.filter(({ route }) => bodyless.test(route))))(
    "sent to %s, which reads no body, changes nothing about the result",
    async (_name, call) => {
      const [ready, twin] = [await call.prepare(), await call.prepare()];
      const everything = Object.fromEntries(Object.entries(forgedFields()).map(([field, [value]]) => [field, value]));
      const forged = await send(ready, everything);
      const unforged = await send(twin, twin.body);
      expect(await decided(ready, forged)).toEqual(await decided(twin, unforged));
    },
  );
});

describe("the amount charged at the provider", () => {
  it.each([undefined, 4_550])("is that of the order and not of the request (amount: %s)", async (amount) => {
    const { buyer, order, itemId } = await cardOrder();
    // The seller's later price does not apply to this buyer.
    await runSql`UPDATE items SET price_cents = 1 WHERE id = ${itemId}`;
    const response = await buyer.request("POST", "/api/payments/intents", { orderId: order.order_id, amount });
    const { paymentIntentId } = (await response.json()) as { paymentIntentId: string };
    expect((await provider().paymentIntents.retrieve(paymentIntentId)).amount).toBe(4_550);
    const row = await firstRow`SELECT amount_cents FROM payments WHERE intent_id = ${paymentIntentId}`;
    expect(row).toEqual({ amount_cents: 4_550 });
  });

  it("and its purpose are those of our record, and not of an event's metadata (A56)", async () => {
    const [payer, other] = [await createSeller(), await createSeller()];
    const { paymentIntentId } = await topupIntent(payer, 2_500);
    await provider().paymentIntents.confirm(paymentIntentId, { payment_method: "pm_card_visa" });
    const metadata = { kind: "topup", user_id: other.id, amount: "9999999", order_id: theirs.order };
    await deliverIntentEvent(paymentIntentId, (intent) => ({ ...intent, amount: 9_999_999, metadata }));
    expect(await ledgerSums("account IN (?, ?)", `ad_credit:${payer.id}`, `ad_credit:${other.id}`)).toEqual({
      [`ad_credit:${payer.id}`]: -2_500,
    });
  });
});
