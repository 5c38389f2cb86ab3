import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { BaggageEntry } from "#contract/admin/baggage";
import type { TransactionView } from "#contract/checkout";
import { MESSAGES } from "#contract/copy";
import type { ErrorBody } from "#contract/errors";
import type { ConfirmationsReply, OrderView, PaymentConfirmationView } from "#contract/orders";
import type { Page } from "#contract/page";
import { IDEMPOTENCY_RETENTION_MS } from "#domain/account/retention";
import { businessDaysLater } from "#domain/places/business-days";
import { removeOldIdempotencyKeys } from "../../worker/http/idempotency.ts";
import { createServices } from "../../worker/services.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { advance, eventually, stopClock } from "../support/workerd/clock.ts";
import {
  ADDRESS,
  BANK,
  createBuyer,
  createSeller,
  DAY,
  hold,
  insertItem,
  itemRow,
  type OrderedItem,
  placeOrder,
  readOrder,
  refusal,
  reply,
  transact,
} from "../support/workerd/deals.ts";
import { emailTo } from "../support/workerd/email.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

beforeEach(() => stopClock());

const at = (ms: number) => vi.setSystemTime(ms);
const SECRETS = /Canary|98765432/;

async function confirmations(seller: TestAccount, status = "pending"): Promise<PaymentConfirmationView[]> {
  const response = await seller.request("GET", `/api/payment-confirmations?status=${status}`);
  return (await reply<ConfirmationsReply>(response, 200)).items;
}

async function pendingOf({ seller, order }: OrderedItem): Promise<PaymentConfirmationView> {
  const found = (await confirmations(seller)).find((entry) => entry.order_id === order.order_id);
  if (!found) throw new Error("no pending confirmation");
  return found;
}

function confirm(seller: TestAccount, confirmationId: string, sellerId = seller.id): Promise<Response> {
  return seller.request("POST", "/api/rpc/confirm_payment_received", {
    confirmation_id: confirmationId,
    seller_id: sellerId,
  });
}

const deny = (seller: TestAccount, confirmationId: string) =>
  seller.request("POST", `/api/payment-confirmations/${confirmationId}/not-received`, {});
const post = (person: TestAccount, order: TransactionView, verb: string, body: unknown = {}) =>
  person.request("POST", `/api/orders/${order.order_id}/${verb}`, body);

async function listOf(person: TestAccount, query: string): Promise<Page<OrderView>> {
  return reply(await person.request("GET", `/api/orders?${query}`), 200);
}

async function giftOrder(buyer: TestAccount, seller: TestAccount, collection_date?: number) {
  const itemId = await insertItem(seller, { price_cents: 0, ...(collection_date && { collection_date }) });
  await hold(buyer, itemId);
  const sent = { itemId, paymentMethod: "free", paymentStatus: "pending", amount: 0, acknowledged: true };
  return { itemId, order: await reply<TransactionView>(await transact(buyer, sent), 201) };
}

describe("a bank transfer", () => {
  it("goes from order to collection, and reveals the address exactly 24 hours before the collection date (A108)", async () => {
    const date = Date.now() + 3 * DAY;
    const deal = await placeOrder({}, { collection_date: date });
    const { buyer, seller, order, itemId } = deal;

    const placed = await readOrder(buyer, order.order_id);
    expect(placed).toMatchObject({
      status: "payment_pending_seller_confirmation",
      role: "buyer",
      seller_id: seller.id,
      counterparty: { display_name: "Sam S." },
      amount: 45.5,
      reference_number: deal.details.reference_number,
      bank_details: BANK,
      collection_address: null,
      collection_address_text: "Address will be revealed 24 hours before collection date",
      abilities: { submit_evidence: false, cancel: false, collect: false, confirm_payment: false, deny_payment: false },
    });
    expect(placed.events.map((event) => event.kind)).toEqual(["placed", "evidence_submitted"]);

    const current = await reply(await seller.request("GET", `/api/transactions/${placed.transaction_id}`), 200);
    expect(current).toMatchObject({ buyer_id: buyer.id, item_id: itemId, payment_status: "pending" });
    const bought = await reply<Page<TransactionView>>(await buyer.request("GET", "/api/transactions"), 200);
    expect(bought.items).toEqual([expect.objectContaining({ id: placed.transaction_id, seller_id: seller.id })]);

    const asked = await pendingOf(deal);
    expect(asked).toMatchObject({
      status: "pending",
      amount: 45.5,
      reference_number: deal.details.reference_number,
      confirmation_deadline: Math.min(businessDaysLater(Date.now(), 2, "Australia/Melbourne"), date),
      payment_confirmed_at: null,
      seller_id: seller.id,
      item: { id: itemId, title: "Brass reading lamp", image_urls: [] },
      buyer: { id: buyer.id, full_name: "Billie B.", email: `${buyer.email[0]}•••@example.com` },
    });
    expect(await reply(await seller.request("GET", "/api/notifications/counts"), 200)).toMatchObject({
      confirmations: 1,
    });

    const confirmed = await reply<OrderView>(await confirm(seller, asked.id), 200);
    expect(confirmed).toMatchObject({ status: "payment_confirmed", role: "seller", collection_address: ADDRESS });
    expect(await itemRow(itemId)).toMatchObject({ status: "sold" });
    expect(await confirmations(seller)).toEqual([]);
    expect(await confirmations(seller, "settled")).toMatchObject([{ id: asked.id, status: "confirmed" }]);

    at(date - DAY - 1);
    const waiting = await readOrder(buyer, order.order_id);
    expect(waiting).toMatchObject({ collection_address: null, collection_address_at: date - DAY });
    expect(JSON.stringify(waiting)).not.toMatch(SECRETS);
    at(date - DAY);
    expect(await readOrder(buyer, order.order_id)).toMatchObject({
      collection_address: ADDRESS,
      collection_address_text: ADDRESS,
      collection_address_at: null,
      abilities: { collect: true },
    });

    const done = await reply<OrderView>(await post(buyer, order, "collected"), 200);
    expect(done.status).toBe("completed");
    expect(done.events.map((event) => event.kind)).toEqual([
      "placed",
      "evidence_submitted",
      "payment_confirmed",
      "completed",
    ]);
    expect(await readOrder(seller, order.order_id)).toMatchObject({ status: "completed", role: "seller" });
    const transaction = env.DB.prepare("SELECT status, payment_status FROM transactions WHERE id = ?").bind(order.id);
    expect(await transaction.first()).toEqual({ status: "completed", payment_status: "completed" });

    advance(7 * DAY - 1);
    expect((await readOrder(buyer, order.order_id)).collection_address).toBe(ADDRESS);
    advance(1);
    expect((await readOrder(buyer, order.order_id)).collection_address).toBeNull();
    expect((await readOrder(seller, order.order_id)).collection_address).toBe(ADDRESS);
  });

  it("shows only its buyer the stored payment details until the payment is confirmed", async () => {
    const deal = await placeOrder({ evidence: false });
    await runSql`UPDATE profiles SET bank_details = NULL WHERE id = ${deal.seller.id}`;
    const awaiting = await readOrder(deal.buyer, deal.order.order_id);
    expect(awaiting).toMatchObject({
      status: "awaiting_payment",
      bank_details: BANK,
      abilities: { submit_evidence: true, cancel: true },
    });
    expect((await readOrder(deal.seller, deal.order.order_id)).bank_details).toBeNull();

    const wrong = await refusal(await post(deal.buyer, deal.order, "evidence", { referenceNumber: "GS00000000" }), 409);
    expect(wrong).toMatchObject({
      code: "values_changed",
      details: { current: { referenceNumber: deal.details.reference_number } },
    });
    const body = { referenceNumber: deal.details.reference_number };
    expect((await refusal(await post(deal.seller, deal.order, "evidence", body), 403)).code).toBe("forbidden");
    const sent = await reply<OrderView>(await post(deal.buyer, deal.order, "evidence", body), 200);
    // A buyer who sent the evidence too early still needs the account details.
    expect(sent).toMatchObject({ status: "payment_pending_seller_confirmation", bank_details: BANK });
    const twice = await reply<OrderView>(await post(deal.buyer, deal.order, "evidence", body), 200);
    expect(twice.events.length).toBe(2);
    expect((await confirmations(deal.seller)).length).toBe(1);
    const { id } = await pendingOf(deal);
    await reply(await deal.seller.request("POST", "/api/rpc/confirm_payment_received", { confirmation_id: id }), 200);
    expect((await readOrder(deal.buyer, deal.order.order_id)).bank_details).toBeNull();
  });

  it("returns to the buyer for 24 hours when the seller has not received it, and accepts new evidence", async () => {
    const deal = await placeOrder();
    const first = await pendingOf(deal);
    const denied = await reply<OrderView>(await deny(deal.seller, first.id), 200);
    expect(denied).toMatchObject({ status: "awaiting_payment", payment_deadline: Date.now() + DAY });
    expect(await confirmations(deal.seller, "settled")).toMatchObject([{ id: first.id, status: "not_received" }]);
    expect((await refusal(await confirm(deal.seller, first.id), 409)).code).toBe("wrong_state");

    const body = { referenceNumber: deal.details.reference_number };
    await reply(await post(deal.buyer, deal.order, "evidence", body), 200);
    const second = await pendingOf(deal);
    expect(second.id).not.toBe(first.id);
    expect((await reply<OrderView>(await confirm(deal.seller, second.id), 200)).status).toBe("payment_confirmed");
    // The first confirmation cannot be denied after the payment has been confirmed.
    expect((await refusal(await deny(deal.seller, second.id), 409)).code).toBe("wrong_state");
  });

  it("expires on read at its deadline when unpaid, and frees the item", async () => {
    const deal = await placeOrder({ evidence: false });
    advance(3 * DAY - 1);
    expect((await readOrder(deal.buyer, deal.order.order_id)).status).toBe("awaiting_payment");
    advance(1);
    expect(await readOrder(deal.buyer, deal.order.order_id)).toMatchObject({
      status: "expired",
      marked_incomplete: true,
      incomplete_reason: expect.any(String),
      bank_details: null,
      collection_address: null,
      abilities: { submit_evidence: false, cancel: false },
    });
    expect(await itemRow(deal.itemId)).toMatchObject({ status: "active", order_id: null });
    const body = { referenceNumber: deal.details.reference_number };
    expect((await refusal(await post(deal.buyer, deal.order, "evidence", body), 409)).code).toBe("wrong_state");
  });

  it("expires when a party opens the list of orders", async () => {
    const deal = await placeOrder({ evidence: false });
    advance(3 * DAY);
    await listOf(deal.seller, "role=seller");
    await eventually(async () => {
      const page = await listOf(deal.seller, "role=seller");
      expect(page.items[0]?.status).toBe("expired");
    });
    expect(await itemRow(deal.itemId)).toMatchObject({ status: "active" });
  });
});

describe("a seller who does not confirm in time", () => {
  it("is restricted while the item stays locked for the buyer, and unrestricted after confirming", async () => {
    const deal = await placeOrder();
    const { buyer, seller, order, itemId } = deal;
    const asked = await pendingOf(deal);
    at(asked.confirmation_deadline);
    await env.ITEM_ROOM.getByName(itemId).settle();

    expect(await readOrder(buyer, order.order_id)).toMatchObject({ status: "disputed", marked_incomplete: false });
    expect(await itemRow(itemId)).toMatchObject({ status: "pending_payment" });
    const restriction = env.DB.prepare(
      "SELECT account_restricted, is_suspended, incomplete_transaction_count FROM profiles WHERE id = ?",
    );
    expect(await restriction.bind(seller.id).first()).toMatchObject({ account_restricted: 1 });
    expect(await restriction.bind(buyer.id).first()).toEqual({
      account_restricted: 0,
      is_suspended: 0,
      incomplete_transaction_count: 0,
    });

    // A restricted seller still sees the pending confirmation and can confirm it.
    expect(await pendingOf(deal)).toMatchObject({ id: asked.id, status: "lapsed" });
    expect(await reply(await seller.request("GET", "/api/notifications/counts"), 200)).toMatchObject({
      confirmations: 1,
    });
    expect((await refusal(await deny(seller, asked.id), 409)).code).toBe("wrong_state");
    expect((await reply<OrderView>(await confirm(seller, asked.id), 200)).status).toBe("payment_confirmed");
    expect(await restriction.bind(seller.id).first()).toMatchObject({ account_restricted: 0 });
    expect(await confirmations(seller)).toEqual([]);
  });
});

describe("a giveaway", () => {
  it("belongs to the buyer at once, without payment or confirmation", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const date = Date.now() + 2 * DAY;
    const { itemId, order } = await giftOrder(buyer, seller, date);
    expect(order).toMatchObject({
      payment_method: "free",
      payment_status: "pending",
      order_status: "payment_confirmed",
      amount: 0,
      reference_number: null,
      payment_deadline: null,
    });
    expect(await itemRow(itemId)).toMatchObject({ status: "sold" });
    expect(await confirmations(seller)).toEqual([]);
    expect(await readOrder(buyer, order.order_id)).toMatchObject({
      bank_details: null,
      collection_address: null,
      collection_address_at: date - DAY,
    });
    at(date - DAY);
    expect((await readOrder(buyer, order.order_id)).collection_address).toBe(ADDRESS);
    expect((await reply<OrderView>(await post(buyer, order, "collected"), 200)).status).toBe("completed");
    expect((await reply<OrderView>(await post(buyer, order, "collected"), 200)).events.length).toBe(3);
  });
});

describe("a giveaway that fails (D57)", () => {
  const date = () => Date.now() + 2 * DAY;
  /** How long a collection at one time lasts. */
  const WINDOW = 30 * 60_000;
  const REPORT = { reason: "I stood at the door for an hour and rang twice." };
  const strikes = (id: string) => firstRow`SELECT count(*) AS n FROM strikes WHERE buyer_id = ${id}`;

  it.each(["buyer", "seller"] as const)(
    "is called off by its %s, which returns the item to sale without a strike",
    async (side) => {
      const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
      const { itemId, order } = await giftOrder(buyer, seller, date());
      const [caller, other] = side === "buyer" ? [buyer, seller] : [seller, buyer];
      expect((await readOrder(caller, order.order_id)).abilities).toMatchObject({
        call_off: true,
        report_missed: false,
      });
      const off = await reply<OrderView>(await post(caller, order, "call-off"), 200);
      expect(off).toMatchObject({ status: "cancelled", abilities: { call_off: false } });
      expect(off.events.at(-1)).toMatchObject({ kind: "called_off", by: side });
      expect(await itemRow(itemId)).toMatchObject({ status: "active", order_id: null });
      expect((await emailTo(other.email, "Giveaway called off")).text).toContain("has called it off");
      expect(await strikes(buyer.id)).toEqual({ n: 0 });
      // A repeated call by the other party finds the order already cancelled.
      expect((await reply<OrderView>(await post(other, order, "call-off"), 200)).status).toBe("cancelled");
    },
  );

  it("cannot be called off after its collection time, nor can a paid order", async () => {
    const [seller, buyer, stranger] = await Promise.all([createSeller(), createBuyer(), createBuyer()]);
    const when = date();
    const { order } = await giftOrder(buyer, seller, when);
    expect((await refusal(await post(stranger, order, "call-off"), 404)).code).toBe("not_found");
    expect((await refusal(await post(buyer, order, "missed"), 409)).code).toBe("wrong_state");
    at(when);
    expect((await refusal(await post(buyer, order, "call-off"), 409)).code).toBe("wrong_state");
    const paid = await placeOrder();
    await reply(await confirm(paid.seller, (await pendingOf(paid)).id), 200);
    for (const verb of ["call-off", "missed"]) {
      expect((await refusal(await post(paid.seller, paid.order, verb), 409)).code).toBe("wrong_state");
    }
  });

  it("is reported as not collected, recorded with both parties, and listed again", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const when = date();
    const { itemId, order } = await giftOrder(buyer, seller, when);
    at(when + WINDOW);
    const over = await reply<OrderView>(await post(seller, order, "missed"), 200);
    expect(over.events.at(-1)).toMatchObject({ kind: "collection_missed", by: "seller" });
    expect(await itemRow(itemId)).toMatchObject({ status: "active" });
    const row = await firstRow`SELECT * FROM failed_collections WHERE id = ${order.order_id}`;
    expect(row).toMatchObject({
      kind: "no_show",
      about_id: buyer.id,
      recorded_by: seller.id,
      created_at: when + WINDOW,
    });
    expect((await emailTo(buyer.email, "Pickup missed")).text).toContain("tell us on the order page");
    expect((await readOrder(buyer, order.order_id)).no_show).toMatchObject({
      about: "buyer",
      contest_until: when + WINDOW + 2 * DAY,
      can_contest: true,
    });
    expect((await readOrder(seller, order.order_id)).no_show).toMatchObject({ can_contest: false });
    expect(await strikes(buyer.id)).toEqual({ n: 0 });
  });

  it("is contested within 48 hours by the reported party, and decided by staff who are no party to it", async () => {
    const staff = await createAccount({ role: "admin" });
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const when = date();
    const { order } = await giftOrder(buyer, seller, when);
    at(when + WINDOW);
    await reply(await post(buyer, order, "missed"), 200);
    expect((await refusal(await post(buyer, order, "contest", REPORT), 409)).code).toBe("wrong_state");
    expect((await refusal(await post(seller, order, "contest", { reason: "No." }), 422)).code).toBe("invalid");
    const contested = await reply<OrderView>(await post(seller, order, "contest", REPORT), 200);
    expect(contested.no_show).toMatchObject({
      about: "seller",
      contested_at: when + WINDOW,
      can_contest: false,
      outcome: null,
    });

    const path = "/api/admin/baggage/no_shows";
    const listed = await reply<Page<BaggageEntry>>(await staff.request("GET", path), 200);
    expect(listed.items.find(({ id }) => id === order.order_id)).toMatchObject({ actions: ["uphold", "dismiss"] });
    const decide = (body: unknown) => staff.request("POST", `${path}/${order.order_id}`, body);
    expect((await decide({ action: "dismiss" })).status).toBe(422);
    const note = "Both were at different doors of the same house.";
    await runSql`UPDATE profiles SET role = 'admin' WHERE id = ${seller.id}`;
    const own = await refusal(
      await seller.request("POST", `${path}/${order.order_id}`, { action: "dismiss", note }),
      403,
    );
    expect(own.message).toBe(MESSAGES.ownCase);
    await reply(await decide({ action: "dismiss", note }), 200);
    expect((await decide({ action: "uphold", note })).status).toBe(409);
    for (const person of [buyer, seller]) {
      expect((await readOrder(person, order.order_id)).no_show).toMatchObject({ outcome: "dismissed", note });
    }
    const audit = await allRows`SELECT actor_id, action FROM audit_log WHERE subject = ${order.order_id}`;
    expect(audit.results).toEqual([{ actor_id: staff.id, action: "no_show_dismissed" }]);
  });

  it("cannot be contested after 48 hours", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const when = date();
    const { order } = await giftOrder(buyer, seller, when);
    at(when + WINDOW);
    await reply(await post(seller, order, "missed"), 200);
    at(when + WINDOW + 2 * DAY);
    expect((await readOrder(buyer, order.order_id)).no_show).toMatchObject({ can_contest: false });
    expect((await refusal(await post(buyer, order, "contest", REPORT), 409)).message).toContain("48 hours");
  });
});

describe("POST /api/orders/:id/cancel", () => {
  it("frees the item before the buyer has sent evidence, and is refused afterwards", async () => {
    const deal = await placeOrder({ evidence: false });
    expect((await refusal(await post(deal.seller, deal.order, "cancel"), 403)).code).toBe("forbidden");
    const cancelled = await reply<OrderView>(await post(deal.buyer, deal.order, "cancel"), 200);
    expect(cancelled.status).toBe("cancelled");
    expect(await itemRow(deal.itemId)).toMatchObject({ status: "active", order_id: null });
    expect((await reply<OrderView>(await post(deal.buyer, deal.order, "cancel"), 200)).events.length).toBe(2);
    await hold(await createBuyer(), deal.itemId);

    const paid = await placeOrder();
    expect((await refusal(await post(paid.buyer, paid.order, "cancel"), 409)).code).toBe("wrong_state");
    expect((await refusal(await post(paid.buyer, paid.order, "collected"), 409)).code).toBe("wrong_state");
  });

  it("is open to a suspended buyer, like sending evidence (A16)", async () => {
    const [one, two] = await Promise.all([placeOrder({ evidence: false }), placeOrder({ evidence: false })]);
    for (const { buyer } of [one, two]) {
      await runSql`UPDATE profiles
        SET is_suspended = 1, suspension_end_date = ${Date.now() + DAY} WHERE id = ${buyer.id}`;
    }
    await reply(await post(one.buyer, one.order, "cancel"), 200);
    const body = { referenceNumber: two.details.reference_number };
    await reply(await post(two.buyer, two.order, "evidence", body), 200);
    expect((await readOrder(two.buyer, two.order.order_id)).status).toBe("payment_pending_seller_confirmation");
  });
});

describe("POST /api/orders/:id/evidence", () => {
  it("takes no transaction hash for a bank transfer", async () => {
    const { buyer, order } = await placeOrder({ evidence: false });
    const answer = await post(buyer, order, "evidence", { txHash: "a".repeat(64) });
    expect((await refusal(answer, 422)).code).toBe("invalid");
    expect((await readOrder(buyer, order.order_id)).status).toBe("awaiting_payment");
  });
});

describe("another user's", () => {
  it("order answers every request like an order that does not exist, and stays unchanged (A01)", async () => {
    const deal = await placeOrder({ evidence: false });
    const stranger = await createBuyer();
    const body = { referenceNumber: deal.details.reference_number };
    const asked = async (id: string) => {
      const path = `/api/orders/${id}`;
      const responses = await Promise.all([
        stranger.request("GET", path),
        stranger.request("POST", `${path}/evidence`, body),
        stranger.request("POST", `${path}/cancel`, {}),
        stranger.request("POST", `${path}/collected`, {}),
      ]);
      return Promise.all(
        responses.map(async (response) => {
          const { error } = (await response.json()) as ErrorBody;
          return { status: response.status, code: error.code, message: error.message, details: error.details };
        }),
      );
    };
    const foreign = await asked(deal.order.order_id);
    expect(foreign).toEqual(await asked("ord_00000000000000000000"));
    expect(foreign).toEqual(
      Array(4).fill({ status: 404, code: "not_found", message: "Not found.", details: undefined }),
    );
    expect((await call("GET", `/api/orders/${deal.order.order_id}`)).status).toBe(401);
    expect((await listOf(stranger, "role=buyer")).items).toEqual([]);
    expect((await listOf(stranger, "role=seller")).items).toEqual([]);
    expect((await readOrder(deal.buyer, deal.order.order_id)).status).toBe("awaiting_payment");
  });

  it("payment confirmation answers 404 for every seller id in the request (A01, A05)", async () => {
    const deal = await placeOrder();
    const asked = await pendingOf(deal);
    const other = await createSeller();
    for (const sellerId of [other.id, deal.seller.id]) {
      expect((await refusal(await confirm(other, asked.id, sellerId), 404)).message).toBe("Not found.");
    }
    // The right seller who names another seller is refused as well (A05).
    expect((await refusal(await confirm(deal.seller, asked.id, other.id), 404)).code).toBe("not_found");
    expect((await refusal(await confirm(deal.buyer, asked.id), 404)).code).toBe("not_found");
    expect((await refusal(await deny(other, asked.id), 404)).code).toBe("not_found");
    expect((await refusal(await confirm(deal.seller, "pcf_00000000nope"), 404)).code).toBe("not_found");
    expect(await confirmations(other)).toEqual([]);
    expect(await confirmations(deal.buyer)).toEqual([]);
    expect((await readOrder(deal.buyer, deal.order.order_id)).status).toBe("payment_pending_seller_confirmation");
  });
});

describe("order lists", () => {
  it("page through purchases and sales newest first without gaps, and refuse a cursor of another list", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const placed: string[] = [];
    for (let i = 0; i < 5; i++) {
      // The first two orders share a millisecond, so the id decides their order.
      if (i !== 1) advance(1_000);
      placed.push((await giftOrder(buyer, seller)).order.order_id);
    }
    for (const [person, role] of [
      [buyer, "buyer"],
      [seller, "seller"],
    ] as const) {
      const seen: OrderView[] = [];
      let cursor: string | null = null;
      do {
        const page: Page<OrderView> = await listOf(person, `role=${role}&limit=2${cursor ? `&cursor=${cursor}` : ""}`);
        seen.push(...page.items);
        cursor = page.next_cursor;
      } while (cursor);
      expect(new Set(seen.map((order) => order.id))).toEqual(new Set(placed));
      expect(seen.length).toBe(5);
      expect(seen.map((order) => order.created_at)).toEqual(
        seen.map((order) => order.created_at).toSorted((a, b) => b - a),
      );
      expect(seen.every((order) => order.role === role && order.events.length === 2)).toBe(true);
    }
    const mine = await listOf(buyer, "limit=1");
    expect(mine.items[0]?.role).toBe("buyer");
    for (const query of [
      `role=seller&cursor=${mine.next_cursor}`,
      "cursor=abc",
      "limit=0",
      "limit=101",
      "role=admin",
      "x=1",
    ]) {
      expect((await buyer.request("GET", `/api/orders?${query}`)).status, query).toBe(422);
    }
  });

  it("show pending confirmations by deadline", async () => {
    const seller = await createSeller();
    const deals: OrderedItem[] = [];
    for (let i = 0; i < 3; i++) {
      const buyer = await createBuyer();
      const itemId = await insertItem(seller);
      await hold(buyer, itemId);
      const shown = await reply<TransactionView>(
        await transact(buyer, { itemId, paymentMethod: "bank_transfer", acknowledged: true }),
        201,
      );
      deals.push({ seller, buyer, itemId, order: shown } as OrderedItem);
    }
    for (const { buyer, order } of deals.toReversed()) {
      advance(60_000);
      await reply(await post(buyer, order, "evidence", { referenceNumber: order.reference_number }), 200);
    }
    const ids = (await confirmations(seller)).map((entry) => entry.order_id);
    expect(ids).toEqual(deals.map((deal) => deal.order.order_id).toReversed());
  });
});

describe("an order whose D1 row lags behind its room", () => {
  it("is shown in the state of the room", async () => {
    const deal = await placeOrder();
    const asked = await pendingOf(deal);
    // Puts the row back to an earlier state, as after a failed projection.
    await reply(await confirm(deal.seller, asked.id), 200);
    await runSql`UPDATE orders
      SET status = 'payment_pending_seller_confirmation', rev = 2 WHERE id = ${deal.order.order_id}`;
    const read = await readOrder(deal.buyer, deal.order.order_id);
    expect(read.status).toBe("payment_confirmed");
    expect(read.events.map((event) => event.kind)).toContain("payment_confirmed");
    // No alarm repairs this row, because no write is outstanding. The audits after the test need it correct.
    await runSql`UPDATE orders SET status = ${read.status}, rev = ${3} WHERE id = ${read.id}`;
  });
});

describe("idempotency keys", () => {
  it("replay the first answer of a command", async () => {
    const deal = await placeOrder({ evidence: false });
    const path = `/api/orders/${deal.order.order_id}/cancel`;
    const headers = { "Idempotency-Key": "cancel-1" };
    const first = await deal.buyer.request("POST", path, {}, headers);
    const second = await deal.buyer.request("POST", path, {}, headers);
    expect(second.headers.get("Idempotency-Replayed")).toBe("true");
    expect(await reply(second, 200)).toEqual(await reply(first, 200));
    const unusable = await deal.buyer.request("POST", path, {}, { "Idempotency-Key": "two words" });
    expect((await refusal(unusable, 422)).code).toBe("invalid");
  });

  it("are deleted after a day", async () => {
    const { db, now } = createServices(env, () => undefined);
    const count = async () => (await firstRow<{ n: number }>`SELECT count(*) AS n FROM idempotency_keys`)?.n;
    // Earlier tests moved the clock, so the stored keys lie up to weeks apart.
    at(Date.now() + 365 * DAY);
    await runSql`DELETE FROM idempotency_keys`;
    await placeOrder();
    const stored = await count();
    expect(stored).toBeGreaterThan(0);
    expect(await removeOldIdempotencyKeys({ db, now: () => now() + IDEMPOTENCY_RETENTION_MS })).toBe(0);
    expect(await count()).toBe(stored);
    expect(await removeOldIdempotencyKeys({ db, now: () => now() + IDEMPOTENCY_RETENTION_MS + 1 })).toBe(stored);
    expect(await count()).toBe(0);
  });
});
