import { beforeEach, describe, expect, it, vi } from "vitest";
import type { CheckoutView, PaymentDetailsReply, TransactionView } from "#contract/checkout";
import type { ReserveItemReply } from "#contract/holds";
import { DEFAULT_HOLD_MS } from "#domain/deadlines";
import { agreedCollectionDate } from "#domain/orders/collection";
import { call, createAccount } from "../support/workerd/accounts.ts";
import { advance, stopClock } from "../support/workerd/clock.ts";
import {
  ADDRESS,
  acknowledge,
  BANK,
  createBuyer,
  createSeller,
  DAY,
  hold,
  insertItem,
  itemRow,
  payload,
  paymentDetails,
  placeOrder,
  readOrder,
  readyToPay,
  refusal,
  reply,
  transact,
} from "../support/workerd/deals.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

beforeEach(() => stopClock());

const orderCount = async (itemId: string) =>
  (await firstRow<{ n: number }>`SELECT count(*) AS n FROM orders WHERE item_id = ${itemId}`)?.n;

describe("GET /api/items/:id/checkout", () => {
  it("shows the holder amount, methods and collection, without address or bank details", async () => {
    const seller = await createSeller({ accepted_payment_methods: ["crypto", "bank_transfer"] });
    const buyer = await createBuyer();
    const date = Date.now() + 5 * DAY;
    const itemId = await insertItem(seller, { collection_date: date });
    await hold(buyer, itemId);
    const response = await buyer.request("GET", `/api/items/${itemId}/checkout`);
    const view = await reply<CheckoutView>(response, 200);
    expect(view).toEqual({
      item_id: itemId,
      hold_id: expect.any(String),
      title: "Brass reading lamp",
      image_url: null,
      seller_id: seller.id,
      seller_name: "Sam S.",
      seller_is_new: true,
      amount: 45.5,
      listed: 45.5,
      discount: null,
      methods: ["bank_transfer"],
      too_late: [],
      cash_problem: null,
      pay_by: { bank_transfer: Date.now() + 3 * DAY },
      no_bank_details: null,
      last_method: null,
      coins: [],
      is_free: false,
      collection_date: date,
      collection_ends_at: date + 1_800_000,
      collection_times: [{ from: date, until: date + 1_800_000 }],
      collection_zone: "Australia/Melbourne",
      collection_summary: "Brunswick, Melbourne",
      centre: null,
      acknowledged: false,
      held_since: Date.now(),
      reserved_until: Date.now() + DEFAULT_HOLD_MS,
      server_now: Date.now(),
    });
    expect(JSON.stringify(view)).not.toMatch(/Canary|98765432/);
  });

  it("is also the answer to reserve_item, for a new hold and for a repeat", async () => {
    const seller = await createSeller({ accepted_payment_methods: ["bank_transfer"] });
    const buyer = await createBuyer();
    const itemId = await insertItem(seller);
    const reserve = async () =>
      reply<ReserveItemReply>(
        await buyer.request("POST", "/api/rpc/reserve_item", { item_id: itemId, reservation_type: "buy_now" }),
        200,
      );
    const view = async () => reply<CheckoutView>(await buyer.request("GET", `/api/items/${itemId}/checkout`), 200);
    const taken = await reserve();
    expect(taken.checkout).toEqual(await view());
    expect(taken.checkout).toMatchObject({ hold_id: taken.hold_id, acknowledged: false, amount: 45.5, listed: 45.5 });
    await acknowledge(buyer, itemId);
    await reply(await paymentDetails(buyer, itemId), 200);
    // Details that were shown stay available, although the seller no longer accepts the method.
    await runSql`UPDATE profiles SET accepted_payment_methods = '[]' WHERE id = ${seller.id}`;
    const again = await reserve();
    expect(again.checkout).toEqual(await view());
    expect(again).toMatchObject({
      hold_id: taken.hold_id,
      checkout: { acknowledged: true, methods: ["bank_transfer"] },
    });
  });

  it("proposes a date seven days after the hold began when the item has none or a past one", async () => {
    const seller = await createSeller();
    for (const collection_date of [null, Date.now() - DAY]) {
      const buyer = await createBuyer();
      const itemId = await insertItem(seller, { collection_date });
      await hold(buyer, itemId);
      const began = Date.now();
      advance(60_000);
      const view = await reply<CheckoutView>(await buyer.request("GET", `/api/items/${itemId}/checkout`), 200);
      expect(view.collection_date).toBe(agreedCollectionDate(null, began, "Australia/Melbourne"));
    }
  });

  it("refuses everyone but the holder, with the reason (A48)", async () => {
    const seller = await createSeller();
    const [holder, other] = await Promise.all([createBuyer(), createBuyer()]);
    const itemId = await insertItem(seller);
    const path = `/api/items/${itemId}/checkout`;
    expect((await refusal(await holder.request("GET", path), 409)).code).toBe("hold_expired");
    await hold(holder, itemId);
    expect(await refusal(await other.request("GET", path), 409)).toMatchObject({
      code: "item_unavailable",
      message: "This item is currently being processed by another user.",
    });
    expect((await refusal(await seller.request("GET", path), 403)).code).toBe("own_item");
    expect((await refusal(await call("GET", path), 401)).message).toBe("Not authenticated");
    advance(DEFAULT_HOLD_MS);
    expect((await refusal(await holder.request("GET", path), 409)).code).toBe("hold_expired");
    expect((await refusal(await holder.request("GET", "/api/items/itm_00000000nope/checkout"), 404)).code).toBe(
      "not_found",
    );
    expect((await refusal(await holder.request("GET", "/api/items/%27--/checkout"), 404)).code).toBe("not_found");
  });

  it("refuses the next steps to suspended, banned and restricted buyers", async () => {
    const seller = await createSeller();
    const blockedAccounts = [
      { is_suspended: true, suspension_end_date: Date.now() + DAY },
      { is_banned: true, ban_reason: "x" },
      { account_restricted: true, restriction_reason: "x" },
    ];
    const codes: string[] = [];
    for (const overrides of blockedAccounts) {
      const person = await createAccount(overrides);
      const itemId = await insertItem(seller);
      await hold(person, itemId);
      const path = `/api/items/${itemId}/checkout/acknowledgement`;
      codes.push((await refusal(await person.request("POST", path, { acknowledged: true }), 403)).code);
      const sent = await transact(person, { itemId, paymentMethod: "bank_transfer", acknowledged: true });
      expect((await refusal(sent, 403)).code).toBe(codes.at(-1));
    }
    expect(codes).toEqual(["suspended", "banned", "restricted"]);
  });
});

describe("POST /api/items/:id/checkout/payment-details", () => {
  it("shows bank details only to the holder after the acknowledgement, always with the same reference (A41, A48, A106)", async () => {
    const seller = await createSeller();
    const [buyer, other] = await Promise.all([createBuyer(), createBuyer()]);
    const itemId = await insertItem(seller);
    await hold(buyer, itemId);

    const early = await refusal(await paymentDetails(buyer, itemId), 422);
    expect(early).toMatchObject({
      code: "acknowledgement_required",
      message: "You must acknowledge the collection details to proceed.",
    });
    expect((await acknowledge(buyer, itemId)).acknowledged).toBe(true);
    for (const stranger of [other, seller]) {
      const response = await paymentDetails(stranger, itemId);
      expect(response.ok).toBe(false);
      expect(await response.text()).not.toMatch(/Canary|98765432/);
    }

    const shown = await reply<PaymentDetailsReply>(await paymentDetails(buyer, itemId), 200);
    expect(shown).toMatchObject({ method: "bank_transfer", bank_details: BANK, amount: 45.5 });
    expect(shown.reference_number).toMatch(/^GS\d{8}$/);
    advance(5_000);
    const again = await reply<PaymentDetailsReply>(await paymentDetails(buyer, itemId), 200);
    expect(again.reference_number).toBe(shown.reference_number);
    const { results } = await allRows`SELECT buyer_id, seller_id, reference
      FROM payment_reveals WHERE item_id = ${itemId}`;
    expect(results).toEqual([{ buyer_id: buyer.id, seller_id: seller.id, reference: shown.reference_number }]);
  });

  it("issues different references for holds of the same millisecond (A63)", async () => {
    const seller = await createSeller();
    const deals = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const buyer = await createBuyer();
        const itemId = await insertItem(seller);
        await hold(buyer, itemId);
        await acknowledge(buyer, itemId);
        return { buyer, itemId };
      }),
    );
    const shown = await Promise.all(
      deals.map(async ({ buyer, itemId }) => reply<PaymentDetailsReply>(await paymentDetails(buyer, itemId), 200)),
    );
    expect(new Set(shown.map((entry) => entry.reference_number)).size).toBe(8);
  });

  it("does not offer bank transfer without an account, and refuses the order (A40, D22)", async () => {
    const seller = await createSeller({ bank_details: null });
    const buyer = await createBuyer();
    const itemId = await insertItem(seller);
    await hold(buyer, itemId);
    await acknowledge(buyer, itemId);
    const shown = await reply<PaymentDetailsReply>(await paymentDetails(buyer, itemId), 200);
    expect(shown.bank_details).toBeNull();
    const view = await reply<CheckoutView>(await buyer.request("GET", `/api/items/${itemId}/checkout`), 200);
    expect(view).toMatchObject({ methods: ["stripe"], no_bank_details: null });
    const sent = await refusal(await transact(buyer, { itemId, paymentMethod: "bank_transfer" }), 422);
    expect(sent).toMatchObject({ code: "method_not_accepted", message: "Bank Details Not Available" });

    const row = JSON.stringify(BANK);
    await runSql`UPDATE profiles SET bank_details = ${row} WHERE id = ${seller.id}`;
    const completed = await reply<PaymentDetailsReply>(await paymentDetails(buyer, itemId), 200);
    expect(completed).toMatchObject({ bank_details: BANK, reference_number: shown.reference_number });
  });

  it("refuses methods that the seller does not accept, and free items (A40)", async () => {
    const buyer = await createBuyer();
    const strict = await createSeller({ accepted_payment_methods: ["crypto"] });
    const gifts = await createSeller();
    for (const itemId of [await insertItem(strict), await insertItem(gifts, { price_cents: 0 })]) {
      await hold(buyer, itemId);
      await acknowledge(buyer, itemId);
      expect((await refusal(await paymentDetails(buyer, itemId), 422)).code).toBe("method_not_accepted");
    }
  });

  it("shows the bank details of at most ten sellers a day, also when requested concurrently (A106)", async () => {
    const buyer = await createBuyer();
    const itemIds: string[] = [];
    const sellers = await Promise.all(Array.from({ length: 13 }, () => createSeller()));
    for (const seller of sellers) itemIds.push(await insertItem(seller));
    const tryOne = async (itemId: string) => {
      await hold(buyer, itemId);
      await acknowledge(buyer, itemId);
      return (await paymentDetails(buyer, itemId)).status;
    };
    // Release each hold before the next, because a buyer may have only two unconfirmed payments (A47).
    const lookAndLetGo = async (itemId: string) => {
      const status = await tryOne(itemId);
      await reply(await buyer.request("DELETE", `/api/items/${itemId}/reservation`), 200);
      return status;
    };
    const statuses: number[] = [];
    for (const itemId of itemIds.slice(0, 9)) statuses.push(await lookAndLetGo(itemId));
    statuses.push(...(await Promise.all(itemIds.slice(9, 11).map(tryOne))));
    for (const itemId of itemIds.slice(9, 11)) {
      await reply(await buyer.request("DELETE", `/api/items/${itemId}/reservation`), 200);
    }
    for (const itemId of itemIds.slice(11)) statuses.push(await lookAndLetGo(itemId));
    expect(statuses.filter((status) => status === 200).length).toBe(10);
    expect(statuses.filter((status) => status === 429).length).toBe(3);

    // Another item of a known seller does not count, and the limit starts again after a day.
    const known = sellers[statuses.indexOf(200)];
    if (!known) throw new Error("nobody was shown");
    expect(await tryOne(await insertItem(known))).toBe(200);
    advance(DAY + 1);
    expect(await tryOne(itemIds[statuses.indexOf(429)] ?? "")).toBe(200);
  });
});

describe("POST /api/transactions", () => {
  it("turns the hold into an order that awaits the seller's confirmation when the reference is sent", async () => {
    const deal = await readyToPay();
    const made = await reply<TransactionView>(await transact(deal.buyer, payload(deal)), 201);
    expect(made).toEqual({
      id: expect.stringMatching(/^txn_/),
      order_id: expect.stringMatching(/^ord_/),
      item_id: deal.itemId,
      seller_id: deal.seller.id,
      buyer_id: deal.buyer.id,
      payment_method: "bank_transfer",
      payment_status: "pending",
      status: "pending",
      order_status: "payment_pending_seller_confirmation",
      amount: 45.5,
      collection_date: deal.view.collection_date,
      crypto_currency: null,
      crypto_tx_hash: null,
      crypto_amount: null,
      reference_number: deal.details.reference_number,
      payment_deadline: expect.any(Number),
      created_at: Date.now(),
      server_now: Date.now(),
    });
    expect(await itemRow(deal.itemId)).toMatchObject({ status: "pending_payment", order_id: made.order_id });
  });

  it("creates an order that awaits payment for three days when no reference is sent", async () => {
    const seller = await createSeller();
    const buyer = await createBuyer();
    const itemId = await insertItem(seller);
    await hold(buyer, itemId);
    const sent = { itemId, paymentMethod: "bank_transfer", acknowledged: true };
    const made = await reply<TransactionView>(await transact(buyer, sent), 201);
    expect(made.order_status).toBe("awaiting_payment");
    expect(made.payment_deadline).toBe(Date.now() + 3 * DAY);
    expect(made.reference_number).toMatch(/^GS\d{8}$/);
  });

  it("accepts the collection date as a timestamp, a day or a date and time (A42)", async () => {
    const seller = await createSeller();
    const date = Date.UTC(new Date().getUTCFullYear() + 1, 0, 10, 1);
    // 01:00 UTC is noon of the same day in Melbourne.
    const day = new Date(date).toISOString().slice(0, 10);
    vi.setSystemTime(date - 20 * DAY);
    for (const collectionDate of [date, day, new Date(date).toISOString()]) {
      const deal = await readyToPay({ collection_date: date }, seller);
      const sent = await transact(deal.buyer, { ...payload(deal), collectionDate });
      expect((await reply<TransactionView>(sent, 201)).collection_date).toBe(date);
    }
  });

  it("refuses any forged value, answers with the server's values and changes nothing (A37, A42, A63)", async () => {
    const deal = await readyToPay();
    const good = payload(deal);
    const stranger = await createBuyer();
    const forged: Record<string, unknown>[] = [
      { buyerId: stranger.id },
      { sellerId: stranger.id },
      { amount: 0.01 },
      { amount: 45.49 },
      { amount: "0" },
      { collectionDate: Date.now() + DAY },
      { collectionDate: new Date(Date.now() + DAY).toISOString() },
      { collectionDate: null },
      { referenceNumber: "GS00000000" },
    ];
    for (const forgery of forged) {
      const error = await refusal(await transact(deal.buyer, { ...good, ...forgery }), 409);
      expect(error.code, JSON.stringify(forgery)).toBe("values_changed");
      expect(error.details?.current).toEqual({
        buyerId: deal.buyer.id,
        sellerId: deal.seller.id,
        amount: 45.5,
        collectionDate: deal.view.collection_date,
        paymentStatus: "pending",
        referenceNumber: deal.details.reference_number,
      });
      expect(JSON.stringify(error)).not.toContain("Canary");
    }
    const invalid: Record<string, unknown>[] = [
      { paymentStatus: "completed" },
      { amount: 45.505 },
      { amount: -1 },
      { amount: "1e3" },
      { collectionDate: "tomorrow" },
      { referenceNumber: "GS1" },
      { paymentMethod: "cash" },
      { itemId: "1 OR 1=1" },
      { seller_id: deal.seller.id },
      { status: "completed" },
    ];
    for (const forgery of invalid) {
      expect((await transact(deal.buyer, { ...good, ...forgery })).status, JSON.stringify(forgery)).toBe(422);
    }
    expect(await orderCount(deal.itemId)).toBe(0);
    expect(await itemRow(deal.itemId)).toMatchObject({ status: "active", holder_id: deal.buyer.id });
    await reply(await transact(deal.buyer, good), 201);
  });

  it("accepts the method free only for free items, and other methods only when the seller does (A38, A40)", async () => {
    const deal = await readyToPay({}, await createSeller({ accepted_payment_methods: ["bank_transfer"] }));
    const sent = { itemId: deal.itemId, paymentMethod: "free" };
    expect(await refusal(await transact(deal.buyer, sent), 409)).toMatchObject({
      code: "item_not_free",
      message: "This item is not free.",
    });
    for (const paymentMethod of ["stripe", "crypto"]) {
      const error = await refusal(await transact(deal.buyer, { ...sent, paymentMethod }), 422);
      expect(error.message).toBe("This seller does not accept that payment method.");
    }
    const gift = await insertItem(deal.seller, { price_cents: 0 });
    await hold(deal.buyer, gift);
    await acknowledge(deal.buyer, gift);
    const paid = await refusal(await transact(deal.buyer, { itemId: gift, paymentMethod: "bank_transfer" }), 422);
    expect(paid.code).toBe("method_not_accepted");
    expect(await orderCount(deal.itemId)).toBe(0);
    expect(await orderCount(gift)).toBe(0);
  });

  it("refuses an order without the acknowledgement or a live hold (A30, A36, A41, A48)", async () => {
    const seller = await createSeller();
    const buyer = await createBuyer();
    const itemId = await insertItem(seller);
    const sent = { itemId, paymentMethod: "bank_transfer" };
    expect((await refusal(await transact(buyer, { ...sent, acknowledged: true }), 409)).code).toBe("hold_expired");
    await hold(buyer, itemId);
    for (const acknowledged of [undefined, false]) {
      const error = await refusal(await transact(buyer, { ...sent, acknowledged }), 422);
      expect(error.message).toBe("You must acknowledge the collection details to proceed.");
    }
    advance(DEFAULT_HOLD_MS);
    expect((await refusal(await transact(buyer, { ...sent, acknowledged: true }), 409)).code).toBe("hold_expired");
    expect((await refusal(await transact(seller, { ...sent, acknowledged: true }), 403)).code).toBe("own_item");
    expect(await orderCount(itemId)).toBe(0);
  });

  it("refuses sold, taken, inactive, deleted and unknown items (A36)", async () => {
    const { seller, itemId, buyer, ...deal } = await readyToPay();
    await reply(await transact(buyer, payload({ seller, itemId, buyer, ...deal })), 201);
    const other = await createBuyer();
    const sent = { paymentMethod: "bank_transfer", acknowledged: true };
    expect((await refusal(await transact(other, { ...sent, itemId }), 409)).code).toBe("item_unavailable");
    const sold = await insertItem(seller, { status: "sold", sold_at: Date.now() });
    expect(await refusal(await transact(other, { ...sent, itemId: sold }), 409)).toMatchObject({
      code: "item_sold",
      message: "This item was just sold to another buyer.",
    });
    const inactive = await insertItem(seller, { status: "inactive" });
    expect((await refusal(await transact(other, { ...sent, itemId: inactive }), 409)).code).toBe("item_unavailable");
    const removed = await insertItem(seller, { status: "inactive", deleted_at: Date.now() });
    expect((await refusal(await transact(other, { ...sent, itemId: removed }), 404)).code).toBe("not_found");
    expect((await refusal(await transact(other, { ...sent, itemId: "itm_00000000nope" }), 404)).code).toBe("not_found");
  });

  it("sells to the second buyer when the first buyer's hold has lapsed", async () => {
    const seller = await createSeller();
    const [slow, quick] = await Promise.all([createBuyer(), createBuyer()]);
    const itemId = await insertItem(seller);
    await hold(slow, itemId);
    advance(DEFAULT_HOLD_MS + 1);
    await hold(quick, itemId);
    const sent = { itemId, paymentMethod: "bank_transfer", acknowledged: true };
    const [lost, won] = await Promise.all([transact(slow, sent), transact(quick, sent)]);
    expect((await refusal(lost, 409)).code).toBe("item_unavailable");
    await reply(won, 201);
    expect(await orderCount(itemId)).toBe(1);
  });
});

describe("repeated POST /api/transactions", () => {
  it("answers with the same order for the same key, in sequence and concurrently (A43)", async () => {
    const deal = await readyToPay();
    const key = crypto.randomUUID();
    const replies = await Promise.all(Array.from({ length: 4 }, () => transact(deal.buyer, payload(deal), key)));
    const orders = await Promise.all(replies.map((response) => reply<TransactionView>(response, 201)));
    const first = orders[0];
    expect(orders).toEqual(Array(4).fill(first));
    expect(replies.filter((response) => response.headers.get("Idempotency-Replayed") === "true").length).toBe(3);
    advance(60_000);
    const repeat = await transact(deal.buyer, payload(deal), key);
    expect(repeat.headers.get("Idempotency-Replayed")).toBe("true");
    expect(await reply(repeat, 201)).toEqual(first);
    expect(await orderCount(deal.itemId)).toBe(1);
  });

  it("answers order_exists with another key or none (A43)", async () => {
    const deal = await readyToPay();
    const first = await reply<TransactionView>(await transact(deal.buyer, payload(deal)), 201);
    const other = await refusal(await transact(deal.buyer, payload(deal)), 409);
    expect(other).toMatchObject({ code: "order_exists", details: { order_id: first.order_id } });
    const without = await deal.buyer.request("POST", "/api/transactions", payload(deal));
    expect((await refusal(without, 409)).details?.order_id).toBe(first.order_id);
  });

  it("creates one order for concurrent requests with different keys (A43)", async () => {
    const deal = await readyToPay();
    const replies = await Promise.all(Array.from({ length: 6 }, () => transact(deal.buyer, payload(deal))));
    const statuses = replies.map((response) => response.status).sort();
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409]);
    expect(await orderCount(deal.itemId)).toBe(1);
  });

  it("answers with the same order when a crash lost the stored key (A111)", async () => {
    const deal = await readyToPay();
    const key = crypto.randomUUID();
    const first = await reply<TransactionView>(await transact(deal.buyer, payload(deal), key), 201);
    await runSql`DELETE FROM idempotency_keys WHERE key = ${key}`;
    const again = await transact(deal.buyer, payload(deal), key);
    expect(again.headers.get("Idempotency-Replayed")).toBeNull();
    expect(await reply(again, 201)).toEqual(first);

    // The key still leads to its order after that order was cancelled.
    const awaiting = await readyToPay();
    const sent = { itemId: awaiting.itemId, paymentMethod: "bank_transfer" };
    const second = await reply<TransactionView>(await transact(awaiting.buyer, sent, key), 201);
    await reply(await awaiting.buyer.request("POST", `/api/orders/${second.order_id}/cancel`), 200);
    await runSql`DELETE FROM idempotency_keys WHERE key = ${key}`;
    const late = await reply<TransactionView>(await transact(awaiting.buyer, sent, key), 201);
    expect(late).toMatchObject({ order_id: second.order_id, order_status: "cancelled", status: "cancelled" });
  });

  it("refuses the same key with other details, and keeps the keys of users apart (A44)", async () => {
    const key = crypto.randomUUID();
    const [one, two] = await Promise.all([readyToPay(), readyToPay()]);
    const first = await reply<TransactionView>(await transact(one.buyer, payload(one), key), 201);
    const changed = await refusal(await transact(one.buyer, { ...payload(one), amount: 1 }, key), 422);
    expect(changed).toMatchObject({
      code: "idempotency_mismatch",
      message: "This request was already used with different details.",
    });
    const second = await reply<TransactionView>(await transact(two.buyer, payload(two), key), 201);
    expect(second.order_id).not.toBe(first.order_id);
  });

  it("evaluates the request again after a refusal with the same key", async () => {
    const seller = await createSeller();
    const buyer = await createBuyer();
    const itemId = await insertItem(seller);
    const key = crypto.randomUUID();
    const sent = { itemId, paymentMethod: "bank_transfer", acknowledged: true };
    expect((await refusal(await transact(buyer, sent, key), 409)).code).toBe("hold_expired");
    await hold(buyer, itemId);
    await reply(await transact(buyer, sent, key), 201);
  });
});

describe("bank transfer shortly before the collection (D55)", () => {
  const HOUR = DAY / 24;
  const viewOf = async (collection_date: number) => {
    const seller = await createSeller({ accepted_payment_methods: ["bank_transfer", "stripe"] });
    const buyer = await createBuyer();
    const itemId = await insertItem(seller, { collection_date });
    await hold(buyer, itemId);
    await acknowledge(buyer, itemId);
    const read = async () => reply<CheckoutView>(await buyer.request("GET", `/api/items/${itemId}/checkout`), 200);
    return { buyer, itemId, read };
  };

  it("is not offered, and is refused, when it cannot be completed in time", async () => {
    const { buyer, itemId, read } = await viewOf(Date.now() + 24 * HOUR);
    expect(await read()).toMatchObject({ methods: ["stripe"], too_late: ["bank_transfer"] });
    const message = "Bank transfer needs at least a day before pickup.";
    expect(await refusal(await paymentDetails(buyer, itemId), 422)).toMatchObject({ message });
    expect(await refusal(await transact(buyer, { itemId, paymentMethod: "bank_transfer" }), 422)).toMatchObject({
      code: "method_not_accepted",
      message,
    });
  });

  it("must be paid a day before the collection, and confirmed by its start", async () => {
    const collection_date = Date.now() + 40 * HOUR;
    const unpaid = await placeOrder({ evidence: false }, { collection_date });
    expect(unpaid.order.payment_deadline).toBe(collection_date - DAY);
    const sent = await placeOrder({}, { collection_date });
    expect((await readOrder(sent.buyer, sent.order.order_id)).confirmation_deadline).toBe(collection_date);
  });

  it("stays available to a buyer who saw the bank details in time", async () => {
    const { buyer, itemId, read } = await viewOf(Date.now() + 25 * HOUR);
    expect(await read()).toMatchObject({ methods: ["bank_transfer", "stripe"], too_late: [] });
    await reply(await paymentDetails(buyer, itemId), 200);
    advance(5 * 60_000);
    expect(await read()).toMatchObject({ methods: ["bank_transfer", "stripe"], too_late: [] });
  });
});

describe("data copied into an order", () => {
  it("is what the buyer saw, even when the seller edits it before or after (A66)", async () => {
    const deal = await readyToPay();
    const thief = JSON.stringify({ account_name: "Thief", bsb: "000-000", account_number: "11111" });
    await runSql`UPDATE profiles
      SET bank_details = ${thief}, collection_address = 'elsewhere' WHERE id = ${deal.seller.id}`;
    const { referenceNumber: _later, ...sent } = payload(deal);
    const made = await reply<TransactionView>(await transact(deal.buyer, sent), 201);
    await runSql`UPDATE items SET title = 'Something else', collection_address = 'elsewhere' WHERE id = ${deal.itemId}`;
    const order = await firstRow<{ bank_details: string; collection_address: string; item_title: string }>`SELECT
      bank_details, collection_address, item_title FROM orders WHERE id = ${made.order_id}`;
    expect(JSON.parse(order?.bank_details ?? "null")).toEqual(BANK);
    expect(order).toMatchObject({ collection_address: ADDRESS, item_title: "Brass reading lamp" });
  });

  it("uses the seller's address when the item has none", async () => {
    const seller = await createSeller({ collection_address: "1 Own Street" });
    const buyer = await createBuyer();
    const itemId = await insertItem(seller, { collection_address: null, price_cents: 0 });
    await hold(buyer, itemId);
    const made = await reply<TransactionView>(
      await transact(buyer, { itemId, paymentMethod: "free", acknowledged: true, amount: 0 }),
      201,
    );
    const order = await firstRow`SELECT collection_address FROM orders WHERE id = ${made.order_id}`;
    expect(order).toEqual({ collection_address: "1 Own Street" });
  });
});
