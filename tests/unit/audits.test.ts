/**
 * Checks that each audit finds its inconsistency: each test inserts one into a database with the real schema. Where a
 * constraint or trigger would refuse it, the test drops that guard first.
 */
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MIGRATIONS } from "../../worker/db/migrations.generated.ts";
import { auditStatements } from "../../worker/jobs/run-audits.ts";
import { brokenInvariants } from "../support/node/audit-state.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Value = string | number | null;
type Row = Record<string, Value>;

let database: DatabaseSync;
let counter = 0;

/** Inserts a row and fills required columns that were left out. @returns the value of its first column. */
function put(table: string, row: Row = {}): string {
  const columns = database.prepare(`PRAGMA table_info(${table})`).all() as unknown as {
    name: string;
    type: string;
    notnull: number;
    dflt_value: string | null;
    pk: number;
  }[];
  const whole: Row = { ...row };
  for (const { name, type, notnull, dflt_value, pk } of columns) {
    const integer = type.toLowerCase() === "integer";
    // SQLite assigns row numbers itself.
    if (integer && pk > 0) continue;
    const needed = (notnull === 1 && dflt_value === null) || pk > 0;
    if (needed && !(name in whole)) whole[name] = integer ? 1 : `${table}-${++counter}`;
  }
  const names = Object.keys(whole);
  database
    .prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`)
    .run(...Object.values(whole));
  const first = columns[0]?.name === "rid" ? "id" : (columns[0]?.name ?? "");
  return String(whole[first]);
}

const drop = (...names: string[]) => {
  for (const name of names) database.exec(`DROP ${name}`);
};

const person = (row: Row = {}) => put("profiles", { updated_at: NOW, ...row });
const item = (row: Row = {}) => put("items", { seller_id: "seller", price_cents: 4_500, ...row });
const freeItem = (row: Row = {}) => item({ price_cents: 0, giveaway: "draw", ...row });
const giveaway = (row: Row = {}) =>
  put("giveaways", {
    item_id: row.item_id ?? freeItem(),
    giver_id: "seller",
    mode: "draw",
    status: "open",
    opened_at: NOW - 2 * DAY,
    closes_at: NOW + DAY,
    ...row,
  });
const order = (row: Row = {}) => {
  const { item_id = item(), ...rest } = row;
  return put("orders", {
    item_id,
    buyer_id: "buyer",
    seller_id: "seller",
    status: "awaiting_payment",
    payment_method: "bank_transfer",
    amount_cents: 4_500,
    payment_deadline: NOW + DAY,
    collection_date: NOW + 7 * DAY,
    collection_ends_at: NOW + 7 * DAY + HOUR,
    updated_at: NOW,
    ...rest,
  });
};
/** A thread between the buyer and the seller. */
const conversation = () => {
  const conversation_id = put("conversations", { low_id: "buyer", high_id: "seller" });
  put("conversation_members", { conversation_id, user_id: "buyer", other_id: "seller" });
  put("conversation_members", { conversation_id, user_id: "seller", other_id: "buyer" });
  return conversation_id;
};
const message = (row: Row) => put("messages", { kind: "text", text: "Hello", seq: 1, at: NOW, ...row });
/** Inserts an order whose item has the matching status. */
const settled = (status: string, itemStatus: string, row: Row = {}) =>
  order({ item_id: item({ status: itemStatus, rev: 3 }), status, ...row });
/** Inserts an order paid at pick-up that owns its item. */
const cash = (row: Row = {}) => {
  const terms = { payment_method: "cash", payment_deadline: null, ...row };
  const id = settled("awaiting_collection", "pending_payment", terms);
  update("items SET order_id = ? WHERE id = (SELECT item_id FROM orders WHERE id = ?)", id, id);
  return id;
};
/** Inserts a transaction of a completed deal that is worth less than a dollar, so that its ratings do not count. */
const completedDeal = () =>
  put("transactions", {
    order_id: settled("completed", "sold", { paid_at: NOW - DAY, completed_at: NOW - DAY }),
    buyer_id: "buyer",
    seller_id: "seller",
    status: "completed",
    amount_cents: 1,
  });
const rated = (transaction_id: string, row: Row = {}) =>
  put("ratings", {
    transaction_id,
    rated_user_id: "seller",
    rated_by_user_id: "buyer",
    rating: 5,
    role: "buyer_rating_seller",
    ...row,
  });
const missed = (row: Row = {}) => settled("expired", "active", { marked_incomplete: 1, ...row });
const strike = (orderId: string, row: Row = {}) =>
  put("strikes", {
    order_id: orderId,
    buyer_id: "buyer",
    seq: ++counter,
    event_id: orderId,
    at: NOW - DAY,
    applied_at: NOW - DAY,
    counted: 1,
    ...row,
  });
/** Inserts a bundle purchase of one hour ago, with one order for each status. */
const bundlePurchase = (statuses: string[], row: Row = {}) => {
  const id = put("purchases", { kind: "bundle", bundle_id: "bundle", status: "placed", amount_cents: 0, ...row });
  const orders = statuses.map((status) => {
    const locks = status === "cancelled" ? "active" : "pending_payment";
    const deadlines = { payment_deadline: NOW + DAY, confirmation_deadline: NOW + DAY };
    const order_id = settled(status, locks, { ...deadlines, updated_at: NOW - HOUR });
    put("purchase_orders", { purchase_id: id, order_id, amount_cents: 4_500 });
    return order_id;
  });
  update("purchases SET amount_cents = ? WHERE id = ?", 4_500 * statuses.length, id);
  return { id, orders };
};
/** Inserts a chargeback of the payment of one order, with matching ledger entries. */
const reversed = (row: Row, status: string) => {
  const gone = status === "refunded";
  const orderId = settled(status, gone ? "inactive" : "sold", { paid_at: NOW - DAY, payment_method: "stripe" });
  const intent = payment();
  part(intent, orderId, { outcome: "paid" });
  const withdrawn_cents = row.status === "open" ? 4_500 : 0;
  const id = put("payment_reversals", {
    intent_id: intent,
    amount_cents: 4_500,
    withdrawn_cents,
    created_at: NOW,
    ...row,
  });
  if (row.status === "open") {
    entry("opened", "dispute_hold", 4_500);
    entry("opened", "stripe_clearing", -4_500);
  }
  return { id, intent, orderId };
};
/** Inserts a completed card sale with a platform fee of 5%. */
const soldWithFee = () => {
  const orderId = settled("completed", "sold", { paid_at: NOW - DAY, payment_method: "stripe" });
  const intent = payment();
  part(intent, orderId, { outcome: "paid", fee_cents: 225 });
  return { intent, orderId };
};
/** Inserts the seller's proceeds of a completed sale. */
const payoutOf = (row: Row): string => {
  const order_id = settled("completed", "sold", { paid_at: NOW - DAY });
  put("transfers", { order_id, seller_id: "seller", intent_id: "pi_1", amount_cents: 4_500, ...row });
  return order_id;
};
/** Inserts a chargeback of a top-up that raised the ad balance to $20. */
const topupReversal = (row: Row) => {
  const user = person();
  const intent = payment({ kind: "topup", user_id: user, amount_cents: 2_000 });
  put("balance_transactions", { user_id: user, amount_cents: 2_000, type: "topup", ref: `topup:${intent}` });
  const id = put("payment_reversals", { intent_id: intent, status: "lost", applied_status: "lost", ...row });
  return { id, user };
};
const sellerRefund = (order_id: string): Row => ({
  order_id,
  seller_id: "seller",
  buyer_id: "buyer",
  bundle_id: order_id,
  amount_cents: 4_500,
  relist: 0,
  is_limited: 1,
  status: "refunded",
  requested_at: NOW,
});
const moneyReturn = (order_id: string, row: Row = {}): Row => ({
  order_id,
  buyer_id: "buyer",
  seller_id: "seller",
  amount_cents: 4_500,
  status: "account_needed",
  due_at: NOW + DAY,
  next_at: NOW + DAY,
  rev: 1,
  created_at: NOW,
  ...row,
});
const payment = (row: Row = {}) =>
  put("payments", {
    kind: "order",
    user_id: "buyer",
    amount_cents: 4_500,
    status: "succeeded",
    settled_at: NOW,
    updated_at: NOW,
    ...row,
  });
const part = (intent: string, orderId: string, row: Row = {}) =>
  put("payment_parts", { intent_id: intent, order_id: orderId, amount_cents: 4_500, ...row });
const refund = (intent: string, cents: number, row: Row = {}) =>
  put("refunds", { intent_id: intent, amount_cents: cents, ...row });
const entry = (
  txn: string,
  account: string,
  cents: number,
  intent: string | null = null,
  orderId: string | null = null,
) =>
  put("ledger", {
    txn_id: txn,
    account,
    amount_cents: cents,
    intent_id: intent,
    order_id: orderId,
    ref: `${txn}:${account}`,
  });
const movingSale = (row: Row = {}) =>
  put("moving_sales", {
    seller_id: "seller",
    title: "Moving out",
    description: "",
    collection_windows: JSON.stringify([{ from: NOW + HOUR, until: NOW + 2 * HOUR }]),
    collection_zone: "Australia/Melbourne",
    ends_at: NOW + 2 * HOUR,
    status: "active",
    ...row,
  });
const priceOffer = (row: Row = {}) =>
  put("price_offers", {
    item_id: item(),
    buyer_id: "buyer",
    seller_id: "seller",
    rev: 1,
    status: "open",
    turn: "seller",
    amount_cents: 3_900,
    buyer_cents: 3_900,
    list_cents: 4_500,
    rounds: 1,
    note: "",
    expires_at: NOW + HOUR,
    ref: "ref_1",
    created_at: NOW,
    updated_at: NOW,
    ...row,
  });
const accepted = (negotiation_id: string, item_id: string, row: Row = {}) =>
  put("accepted_offers", {
    negotiation_id,
    item_id,
    buyer_id: "buyer",
    amount_cents: 4_200,
    list_cents: 4_500,
    accepted_at: NOW,
    ...row,
  });
/** Inserts a trade in which the buyer offers one item for one item of the seller. */
const trade = (row: Row = {}, target: Row = {}, offered: Row = {}) => {
  const id = put("trades", {
    offeror_id: "buyer",
    seller_id: "seller",
    updated_at: NOW,
    expires_at: NOW + DAY,
    ...row,
  });
  put("trade_items", { trade_id: id, item_id: item(target), side: "target" });
  put("trade_items", { trade_id: id, item_id: item({ seller_id: "buyer", ...offered }), side: "offered" });
  return id;
};
/** Inserts a swap circle of seller, buyer and other, who each give an item for $45 to the next one. */
const circle = (row: Row = {}, legs: readonly [Row, Row, Row] = [{}, {}, {}], items: Row = {}) => {
  const id = put("circles", { status: "offered", updated_at: NOW, expires_at: NOW + DAY, ...row });
  const people = ["seller", "buyer", "other"];
  for (const [position, leg] of legs.entries()) {
    const giver_id = people[position] ?? "";
    put("circle_legs", {
      circle_id: id,
      position,
      giver_id,
      receiver_id: people[(position + 1) % 3] ?? "",
      item_id: leg.item_id ?? item({ seller_id: giver_id, ...items }),
      value_cents: 4_500,
      cash_cents: 0,
      ...leg,
    });
  }
  return id;
};
const lockedLeg = { state: "locked", code: "123456" };
const handedLeg = { state: "handed_over", code: "123456", handed_over_at: NOW - HOUR };
const inCircle = { status: "accepted", accepted_at: NOW };
const locked = { status: "pending" };
const update = (sql: string, ...values: Value[]) => database.prepare(`UPDATE ${sql}`).run(...values);

/** Inserts an order that a staff member decided. */
const decided = (actor_id: string) => {
  const order_id = settled("completed", "sold", { paid_at: NOW });
  put("order_events", { order_id, rev: 1, kind: "completed", actor_id, at: NOW, staff: 1 });
  return order_id;
};
const audited = (actor_id: string, action: string, subject: string) => {
  put("audit_log", { actor_id, action, subject, at: NOW });
  return subject;
};

/** By kind of case: inserts a decision that one of its parties made as staff. */
const OWN_CASES: Record<string, () => string> = {
  "their own purchase": () => decided("buyer"),
  "a report about them": () => put("reports", { kind: "report", about_id: "other", decided_by: "other" }),
  "a report of theirs": () =>
    put("reports", { kind: "report", about_id: "seller", reporter_id: "other", decided_by: "other" }),
  "their own appeal": () => put("appeals", { user_id: "other", decided_by: "other" }),
  "their own swap circle": () => audited("buyer", "circle_settled", circle()),
  "their own trade": () => audited("buyer", "trade_called_off", trade({ status: "failed", closed_at: NOW })),
  "the refund of their own purchase": () => audited("buyer", "refund_by_hand", refund(payment(), 4_500)),
  "their own payout": () =>
    audited(
      "seller",
      "payout_retried",
      put("transfers", { order_id: settled("completed", "sold"), seller_id: "seller" }),
    ),
  "their own suspension": () => audited("other", "lift_suspension", "other"),
};

/** By audit: inserts the inconsistency it looks for and returns the id that it must report. */
/** Each leaves something of a person whose account was erased. */
const LEFT_OVERS: Record<string, (id: string) => void> = {
  emails: (user_id) => put("support_requests", { user_id, issue_description: "Help", user_email: "" }),
  messages: (owner_id) => put("quick_replies", { owner_id, texts: "[]" }),
  wishes: (owner_id) => put("wish_lists", { owner_id, name: "Kitchen" }),
  trades: (buyer_id) => priceOffer({ buyer_id, note: "Cash", status: "declined" }),
  selling: (owner_id) => put("stores", { owner_id }),
  orders: (seller_id) =>
    order({
      seller_id,
      item_id: item({ seller_id, deleted_at: 1 }),
      status: "cancelled",
      collection_address: "1 Quiet Street",
    }),
  listings: (owner_id) => put("images", { owner_id }),
  notifications: (user_id) => {
    drop("TRIGGER notifications_not_to_erased");
    put("notifications", { user_id, link: "/" });
  },
  account: (id) => database.prepare("UPDATE profiles SET phone = '0400 000 000' WHERE id = ?").run(id),
};

function erased(): string {
  const id = put("profiles", {
    email: "",
    full_name: "Former member",
    updated_at: NOW,
    erased_at: NOW,
  });
  database.prepare("UPDATE profiles SET email = 'erased:' || id WHERE id = ?").run(id);
  put("account_deletions", { account_id: id, due_at: 1, erased_at: NOW });
  return id;
}

const INCONSISTENCIES: Record<string, () => string> = {
  ...Object.fromEntries(
    Object.entries(LEFT_OVERS).map(([area, leave]) => [
      `something personal is left of an erased account: ${area} (D61)`,
      () => {
        const id = erased();
        leave(id);
        return id;
      },
    ]),
  ),
  "an account is erased in one table and not in the other (D61)": () => person({ erased_at: NOW - 30 * DAY }),
  "a deletion is due and nothing has happened for a day (D61)": () =>
    put("account_deletions", { account_id: "buyer", due_at: 1, next_at: NOW - DAY - 1 }),
  "the file of an expired export is still there (D61)": () =>
    put("data_exports", { account_id: "buyer", file_key: "exports/x.zip", status: "ready", expires_at: NOW - DAY - 1 }),
  "a seller was sent more for an order than it brought in": () => {
    const id = settled("completed", "sold", { completed_at: NOW });
    entry("proceeds", "order_held", 100, "pi_1");
    put("ledger", {
      txn_id: "proceeds",
      account: "seller_payable:other",
      amount_cents: -100,
      ref: "p",
      order_id: "another",
    });
    put("ledger", { txn_id: "sent", account: "seller_payable:other", amount_cents: 100, ref: "s", order_id: id });
    entry("sent", "stripe_clearing", -100);
    return id;
  },
  "what a seller has of an order differs between transfers and ledger": () =>
    payoutOf({ status: "reversing", at_seller_cents: 4_500, next_at: NOW }),
  "a payout says it was sent and the seller has another amount": () =>
    payoutOf({ status: "sent", at_seller_cents: 0, next_at: NOW }),
  "what was kept for a seller's debts differs between set-offs and ledger, or from a payout that was stopped (D72)":
    () => {
      const order_id = payoutOf({ status: "payable", at_seller_cents: 0, next_at: NOW });
      const owed = { owed_order_id: "ord_other", kept_order_id: order_id, amount_cents: 100, created_at: NOW };
      put("payout_set_offs", { id: `set_${order_id}`, seller_id: "seller", ...owed });
      return order_id;
    },
  "proceeds that are to be fetched back have not been tried for a day": () =>
    payoutOf({ status: "reversing", at_seller_cents: 0, next_at: NOW - 25 * HOUR }),
  "a seller refunded a buyer and still has the proceeds (D68)": () => {
    const order_id = payoutOf({ status: "sent", at_seller_cents: 4_500, next_at: NOW });
    put("seller_refunds", sellerRefund(order_id));
    return order_id;
  },
  "a payment was taken back and its order goes on (A65)": () => {
    const { orderId } = reversed({ status: "open", applied_status: "open" }, "payment_confirmed");
    return orderId;
  },
  "an item was handed over while a bank had its payment (A65)": () => {
    const { orderId } = reversed({ status: "open", applied_status: "open" }, "disputed");
    put("order_events", { order_id: orderId, rev: 4, kind: "chargeback_opened" });
    put("order_events", { order_id: orderId, rev: 5, kind: "handed_over" });
    return orderId;
  },
  "a seller has the proceeds of a payment that was charged back": () => {
    const { id, orderId, intent } = reversed({ status: "open", applied_status: "open" }, "disputed");
    put("chargeback_shares", { reversal_id: id, order_id: orderId, amount_cents: 4_500 });
    return put("transfers", { order_id: orderId, intent_id: intent, amount_cents: 4_500, status: "sent" });
  },
  "proceeds and platform fee are not the price of the order": () => {
    const { orderId, intent } = soldWithFee();
    entry("fee", "order_held", 225, intent, orderId);
    entry("fee", "platform_fees", -225, intent, orderId);
    return put("transfers", { order_id: orderId, intent_id: intent, amount_cents: 4_500 });
  },
  "a card order's price differs from its payment, or a lower price was not refunded (D82)": () => {
    const { orderId } = soldWithFee();
    update("orders SET amount_cents = 4_000 WHERE id = ?", orderId);
    return orderId;
  },
  "a platform fee is not in the ledger, or was kept although the buyer has the price back": () => {
    const { orderId, intent } = soldWithFee();
    return put("transfers", { order_id: orderId, intent_id: intent, amount_cents: 4_275 });
  },
  "what the card provider charged for a payment is unknown after a week": () =>
    payment({ status: "succeeded", fee_check_at: NOW, updated_at: NOW - 8 * DAY, settled_at: NOW }),
  "a lost chargeback left money for its orders": () => {
    const { id, orderId, intent } = reversed({ status: "lost", applied_status: "lost" }, "refunded");
    put("chargeback_shares", { reversal_id: id, order_id: orderId, amount_cents: 4_500 });
    entry("paid", "card_received", 4_500);
    entry("paid", "order_held", -4_500, intent, orderId);
    return id;
  },
  "a reversal was not carried out for an hour": () =>
    reversed({ status: "open", created_at: NOW - 2 * HOUR }, "payment_confirmed").id,
  "what banks have of our money differs between chargebacks and ledger": () => {
    entry("chargeback", "dispute_hold", 100);
    entry("chargeback", "stripe_clearing", -100);
    return "dispute_hold";
  },
  "ad credit taken back differs between a reversal and the statement (D28)": () =>
    topupReversal({ taken_cents: 1_000, amount_cents: 1_000 }).id,
  "a user has ad credit while they owe some (D28)": () => topupReversal({ taken_cents: 0, amount_cents: 1_000 }).user,
  "a purchase was cancelled and one of its orders stands (D38)": () =>
    bundlePurchase(["cancelled", "awaiting_payment"], { decision: "cancelled", decided_at: NOW - HOUR }).id,
  "a part of a bundle or group offer was cancelled and another stands (D38)": () =>
    bundlePurchase(["cancelled", "payment_pending_seller_confirmation"]).orders[0] ?? "",
  "a purchase was being paid for or cancelled and nobody finished it (D38)": () =>
    bundlePurchase(["awaiting_payment"], { decision: "committing", decided_at: NOW - HOUR }).id,
  "a price offer was accepted, and the item is not held for its buyer at that price (D52)": () =>
    priceOffer({ status: "accepted", accepted_id: "agr_1" }),
  "an item is held for an agreed price that nobody agreed on (D52)": () =>
    item({ holder_id: "buyer", hold_id: "agr_2", hold_started_at: NOW, hold_until: NOW + HOUR }),
  "a price offer waits past its end (D52)": () => priceOffer({ expires_at: NOW - HOUR }),
  "a price offer is open for an item that was sold, removed or repriced (D52)": () => priceOffer({ list_cents: 4_000 }),
  "an order at an agreed price charges another amount (D52)": () => {
    priceOffer({ status: "bought", accepted_id: "agr_1" });
    const item_id = item({ status: "pending_payment" });
    const order_id = order({ item_id, hold_id: "agr_1", amount_cents: 4_500 });
    update("items SET order_id = ? WHERE id = ?", order_id, item_id);
    return order_id;
  },
  "a giveaway offers an item that is not held for its recipient (D57)": () =>
    giveaway({ status: "offered", hold_id: "gwh_1", confirm_by: NOW + HOUR }),
  "an item is held for someone no giveaway offers it to (D57)": () =>
    item({ holder_id: "buyer", hold_id: "gwh_2", hold_started_at: NOW, hold_until: NOW + HOUR }),
  "an item has an order of someone other than its giveaway's recipient (D57)": () => {
    const item_id = freeItem({ status: "sold" });
    const id = giveaway({ item_id, status: "given" });
    put("giveaway_entries", { giveaway_id: id, user_id: "other", note: "", status: "given", entered_at: NOW - DAY });
    order({ item_id, status: "completed", amount_cents: 0, created_at: NOW });
    return id;
  },
  "a giveaway waits past its time (D57)": () => giveaway({ closes_at: NOW - HOUR }),
  "a giveaway runs for an item that is removed or has a price (D57)": () =>
    giveaway({ item_id: freeItem({ price_cents: 100 }) }),
  "an item and its giveaway disagree on how it is given away (D57)": () => item({ giveaway: "draw" }),
  "a drawn order has a gap (D57)": () => {
    const giveaway_id = giveaway({ drawn_at: NOW });
    for (const place of [1, 3]) {
      put("giveaway_entries", { giveaway_id, user_id: `p${place}`, note: "", status: "entered", place });
    }
    return giveaway_id;
  },
  "a moving sale contains another seller's item (A128)": () => {
    const sale_id = movingSale();
    put("moving_sale_items", { sale_id, item_id: item({ seller_id: "buyer" }) });
    return sale_id;
  },
  "an item is in two live moving sales (A128)": () => {
    const item_id = item();
    for (const sale_id of [movingSale(), movingSale()]) put("moving_sale_items", { sale_id, item_id });
    return item_id;
  },
  "a moving sale does not end with its last pickup time (A128)": () => movingSale({ ends_at: NOW + 3 * HOUR }),
  "an item belongs to two orders": () => {
    drop("INDEX orders_one_live_per_item");
    const item_id = item({ status: "pending_payment" });
    order({ item_id });
    order({ item_id });
    return item_id;
  },
  "an order is paid and its item is not sold": () => settled("payment_confirmed", "active"),
  "an item is sold by an order that is not paid": () => {
    const item_id = item({ status: "sold" });
    const order_id = order({ item_id, status: "refunded" });
    update("items SET order_id = ? WHERE id = ?", order_id, item_id);
    return item_id;
  },
  "an item is sold and nobody bought it": () => item({ status: "sold", rev: 2 }),
  "an order waits for its payment or collection and its item is not locked": () =>
    settled("awaiting_payment", "active"),
  "a user holds an item that is not for sale, or their own": () => item({ holder_id: "seller" }),
  "a hold has no start, or ends before it": () =>
    item({ holder_id: "buyer", hold_id: "hld_1", hold_started_at: NOW, hold_until: NOW }),
  "an item waits for a payment nobody owes": () => item({ status: "pending_payment" }),
  "a user bought their own item": () => settled("cancelled", "active", { buyer_id: "seller" }),
  "an order names another seller than its item": () => settled("cancelled", "active", { seller_id: "other" }),
  "an overdue order was not swept (D33)": () =>
    settled("awaiting_payment", "pending_payment", { payment_deadline: NOW - HOUR }),
  "a silent seller was not swept (D31)": () =>
    settled("payment_pending_seller_confirmation", "pending_payment", { confirmation_deadline: NOW - HOUR }),
  "an order paid at pick-up was not ended (D53)": () =>
    cash({ collection_date: NOW - 2 * DAY, collection_ends_at: NOW - DAY - HOUR }),
  "an order paid at pick-up has a payment deadline, a payment before its code, or a missed payment (D53)": () =>
    cash({ payment_deadline: NOW + DAY }),
  "money of an order paid at pick-up passed through Goodstreet (D53)": () => {
    const id = cash();
    entry("txn_cash", "stripe_clearing", 4_500, null, id);
    entry("txn_cash", "sellers", -4_500, null, id);
    return id;
  },
  "an item awaits a collection for an order that does not own it (D53)": () => {
    const id = cash();
    update("items SET order_id = NULL WHERE order_id = ?", id);
    return id;
  },
  "a buyer has more open orders paid at pick-up than allowed (A118)": () => {
    const buyer_id = person();
    for (let n = 0; n < 3; n++) cash({ buyer_id });
    return buyer_id;
  },
  "an order has a deadline after its collection (D55)": () =>
    settled("awaiting_payment", "pending_payment", { payment_deadline: NOW + HOUR, collection_date: NOW }),
  "an item's date is not the start of its first collection window (D54)": () =>
    item({ collection_date: NOW, collection_windows: JSON.stringify([{ from: NOW + DAY, until: NOW + DAY + HOUR }]) }),
  "a collection was moved without agreement, or one party proposed twice (D54)": () => {
    const order_id = settled("payment_confirmed", "sold", { paid_at: NOW });
    put("order_events", { order_id, rev: 3, kind: "time_accepted", actor_id: "buyer", at: NOW });
    return order_id;
  },
  "a price or an end was agreed on by one party alone, after the handover, or more than twice (D82)": () => {
    const order_id = settled("payment_confirmed", "sold", { paid_at: NOW });
    put("order_events", { order_id, rev: 3, kind: "price_proposed", actor_id: "buyer", at: NOW });
    put("order_events", { order_id, rev: 4, kind: "price_agreed", actor_id: "buyer", at: NOW });
    return order_id;
  },
  "a missed collection was reported and not recorded, or between others (D57)": () => {
    const order_id = settled("cancelled", "active");
    put("order_events", { order_id, rev: 3, kind: "collection_missed", actor_id: "buyer", at: NOW });
    return order_id;
  },
  "an order was undone and nobody follows its refund from seller to buyer": () => settled("refunded", "inactive"),
  "a refund from seller to buyer was not followed up": () => {
    const order_id = settled("refunded", "inactive");
    put("money_returns", moneyReturn(order_id, { next_at: NOW - 2 * HOUR }));
    return order_id;
  },
  "an order expired although it was paid": () => settled("expired", "active", { paid_at: NOW }),
  "a balance is not the sum of its ledger": () => {
    update("profiles SET seller_balance_cents = 100 WHERE id = 'seller'");
    return "seller";
  },
  "a movement of money does not add up to nothing": () => {
    entry("txn-1", "order_held", -4_500);
    entry("txn-1", "stripe_clearing", 4_499);
    return "txn-1";
  },
  "ad credit differs between the statement and the double entry (D19)": () => {
    drop("TRIGGER balance_transactions_ledger");
    put("balance_transactions", { user_id: "seller", amount_cents: 500, type: "topup" });
    return "seller";
  },
  "money came in and has no outcome": () => payment({ settled_at: null, updated_at: NOW - HOUR }),
  "a top-up was paid and not credited": () => payment({ kind: "topup" }),
  "a card was charged in another currency": () => payment({ status: "open", currency: "usd" }),
  "an order was paid twice": () => {
    drop("INDEX payment_parts_paid_once");
    const order_id = settled("payment_confirmed", "sold", { paid_at: NOW });
    for (const intent of [payment(), payment()]) part(intent, order_id, { outcome: "paid" });
    return order_id;
  },
  "a card took money for an order that does not know it": () => {
    const order_id = settled("cancelled", "active");
    part(payment(), order_id, { outcome: "paid" });
    return order_id;
  },
  "a card took another amount than its orders cost": () => {
    const intent = payment();
    part(intent, settled("payment_confirmed", "sold", { paid_at: NOW }), { outcome: "paid", amount_cents: 4_400 });
    return intent;
  },
  "more was given back than came in": () => {
    const intent = payment();
    refund(intent, 4_000);
    refund(intent, 501);
    return intent;
  },
  "card money came in, has its outcome, and lies nowhere": () => {
    const intent = payment();
    entry("charge", "stripe_clearing", 4_500, intent);
    entry("charge", "card_received", -4_500, intent);
    return intent;
  },
  "what is owed back differs between refunds and ledger": () => {
    const intent = payment({ status: "canceled" });
    refund(intent, 4_500);
    return intent;
  },
  "a seller's proceeds were sent without being due": () => {
    entry("sent", "seller_payable:seller", 4_500);
    entry("sent", "stripe_clearing", -4_500);
    return "seller_payable:seller";
  },
  "one crypto payment pays two orders": () => {
    for (const crypto_currency of ["eth", "usdt"]) {
      const order_id = settled("cancelled", "active");
      put("transactions", { order_id, status: "cancelled", crypto_currency, crypto_tx_hash: "0xab12" });
    }
    return "0xab12";
  },
  "a purchase does not cost what its orders cost": () => {
    const purchase_id = put("purchases", { kind: "cart", amount_cents: 9_000 });
    put("purchase_orders", { purchase_id, amount_cents: 8_999 });
    return purchase_id;
  },
  "a strike count is not the number of strikes": () => {
    strike(missed());
    return "buyer";
  },
  "two strikes in a year and no ban": () => {
    for (const at of [NOW - 9 * DAY, NOW - DAY]) strike(missed(), { at, applied_at: at });
    update("profiles SET incomplete_transaction_count = 2 WHERE id = 'buyer'");
    return "buyer";
  },
  "banned and suspended at once": () => {
    strike(missed());
    update("profiles SET is_banned = 1, is_suspended = 1, incomplete_transaction_count = 1 WHERE id = 'buyer'");
    return "buyer";
  },
  "a strike for an order that was paid or exempt": () => {
    const order_id = missed({ strike_exempt: 1 });
    strike(order_id);
    update("profiles SET incomplete_transaction_count = 1 WHERE id = 'buyer'");
    return order_id;
  },
  "a missed order nobody counted": () => missed({ updated_at: NOW - DAY }),
  "a person's pickups are not those recorded (D56)": () => person({ pickups: 4, pickups_missed: 1 }),
  "a notification has a link that acts without a session (D59)": () =>
    put("notifications", { link: "/StillAvailable?token=a.b.c", at: NOW, kind: "listing" }),
  "a rating without a completed deal, of oneself, or out of range": () => {
    drop("TRIGGER ratings_only_after_completion");
    return put("ratings", { rated_user_id: "seller", rated_by_user_id: "buyer", rating: 5 });
  },
  "both sides of a deal have rated, and one rating is hidden (D43)": () => {
    const deal = completedDeal();
    rated(deal, { rated_user_id: "buyer", rated_by_user_id: "seller", published_at: NOW - HOUR });
    return rated(deal, { visible_from: NOW + DAY });
  },
  "a rating was visible before its time (D43)": () =>
    rated(completedDeal(), { visible_from: NOW, published_at: NOW - HOUR }),
  "a rating is hidden although its time has come (D43)": () => rated(completedDeal(), { visible_from: NOW - 2 * HOUR }),
  "a sale made elsewhere and its order do not agree (D36)": () => {
    const item_id = item({ status: "sold", sold_outside: 1 });
    const id = order({ item_id, status: "completed", payment_method: "bank_transfer" });
    database.prepare("UPDATE items SET order_id = ? WHERE id = ?").run(id, item_id);
    return item_id;
  },
  "a promotion was not paid for once, or given back otherwise than it says": () =>
    put("promotions", { owner_id: "seller", amount_cents: 500 }),
  "a seller's stars are not the mean of their ratings": () => {
    update("profiles SET rating_count = 1, average_rating_hundredths = 500 WHERE id = 'seller'");
    return "seller";
  },
  "Knowzee has named less than the seller's minimum (A68)": () => {
    const item_id = item();
    put("item_knowledge", { item_id, minimum_price_cents: 4_000, updated_at: NOW - DAY });
    put("negotiations", { item_id, buyer_id: "other", offer_cents: 4_000, offer_until: NOW });
    return put("negotiations", { item_id, buyer_id: "buyer", offer_cents: 3_999, offer_until: NOW });
  },
  "a price below the seller's minimum was accepted (D40)": () => {
    const item_id = item();
    put("item_knowledge", { item_id, minimum_price_cents: 4_000, updated_at: NOW - DAY });
    const negotiation_id = put("negotiations", { item_id, buyer_id: "buyer" });
    return accepted(negotiation_id, item_id, { amount_cents: 3_999 });
  },
  "a user negotiated with themselves, or accepted another user's offer (A69)": () => {
    const item_id = item();
    const negotiation_id = put("negotiations", { item_id, buyer_id: "other" });
    return accepted(negotiation_id, item_id);
  },
  "recovery codes of an account without a second factor (D62)": () => {
    put("authenticator_apps", { account_id: "buyer", confirmed_at: null });
    put("recovery_codes", { account_id: "buyer" });
    return "buyer";
  },
  "a conversation has lost one of its sides": () => {
    const conversation_id = put("conversations", { low_id: "buyer", high_id: "seller" });
    put("conversation_members", { conversation_id, user_id: "buyer", other_id: "seller" });
    return conversation_id;
  },
  "a user's unread messages are miscounted": () => {
    const conversation_id = conversation();
    message({ conversation_id, sender_id: "buyer" });
    database.exec("UPDATE conversation_members SET unread = 0 WHERE user_id = 'seller'");
    return `${conversation_id} seller`;
  },
  "a message is in the conversation of two others (A01)": () =>
    message({ conversation_id: conversation(), sender_id: "other", state: "declined" }),
  "staff have decided about a held message and it is still held": () => {
    const held = message({ conversation_id: conversation(), sender_id: "buyer", state: "held" });
    put("reports", { kind: "held_message", subject_id: held, status: "decided", decided_at: NOW });
    return held;
  },
  "a listing in review is on sale (D63)": () => {
    const id = item();
    put("reports", { kind: "held_listing", subject_type: "item", subject_id: id, created_at: NOW - HOUR });
    return id;
  },
  "a message is held and in nobody's queue": () =>
    message({ conversation_id: conversation(), sender_id: "buyer", state: "held" }),
  "a user wrote to another across a block": () => {
    put("blocks", { blocker_id: "seller", blocked_id: "buyer", at: NOW - HOUR });
    const conversation_id = conversation();
    message({ conversation_id, sender_id: "buyer", at: NOW - HOUR - DAY });
    return message({ conversation_id, sender_id: "buyer", seq: 2 });
  },
  "a user watches an item that is on none of their wish lists, or their own": () => {
    const item_id = item();
    put("wish_list_items", { list_id: put("wish_lists", { owner_id: "other" }), item_id });
    put("wish_watches", { user_id: "buyer", item_id });
    return item_id;
  },
  "an item is hidden although its seller is not away, or the reverse (D60)": () => item({ seller_away: 1 }),
  "a saved search has found something and no notice is due": () =>
    put("saved_searches", { owner_id: "buyer", frequency: "daily", found: 2 }),
  "people wait in line for an item that nobody has": () =>
    item({ line: JSON.stringify([{ id: "lin_1", user_id: "buyer", joined_at: NOW }]) }),
  "a user waits twice, for their own item, or for one that they hold already": () =>
    item({
      holder_id: "buyer",
      hold_started_at: NOW,
      hold_until: NOW + HOUR,
      line: JSON.stringify([{ id: "lin_1", user_id: "buyer", joined_at: NOW }]),
    }),
  "an item is locked for a trade or swap circle that does not have it": () => {
    trade({ status: "failed", closed_at: NOW - HOUR, updated_at: NOW - HOUR }, { id: "left-behind", ...locked });
    return "left-behind";
  },
  "a trade is accepted and one of its things is not locked": () =>
    trade({ status: "accepted", accepted_at: NOW }, locked, { status: "active" }),
  "one thing was traded twice": () => {
    const item_id = item(locked);
    for (const other of [
      trade({ status: "accepted" }, locked, locked),
      trade({ status: "completed", closed_at: NOW }),
    ]) {
      put("trade_items", { trade_id: other, item_id, side: "target" });
    }
    return item_id;
  },
  "a trade is completed and one of its things is not sold": () =>
    trade({ status: "completed", closed_at: NOW - HOUR }, { status: "sold", sold_outside: 1 }, { status: "active" }),
  "a user trades an item that is not theirs (A08)": () => trade({}, {}, { seller_id: "other" }),
  "a trade was called off by a user outside it, or names who did although it was not called off (D56)": () =>
    trade({ status: "failed", closed_at: NOW, called_off_by: "other" }),
  "an offer of a trade was not ended, or its acceptance not finished (D39)": () =>
    trade({ accepting_at: NOW - HOUR, attempt: 1 }, locked, locked),
  "a swap circle has other than three people who each give one item and get one (D58)": () =>
    circle({}, [{}, { receiver_id: "nobody" }, {}]),
  "a swap circle holds some of its items (D58)": () => circle(inCircle, [lockedLeg, lockedLeg, {}], locked),
  "an item of an accepted swap circle is not locked (D58)": () => circle(inCircle, [lockedLeg, lockedLeg, lockedLeg]),
  "an item was handed over in a swap circle and is not sold (D58)": () =>
    circle(inCircle, [handedLeg, lockedLeg, lockedLeg], locked),
  "an item was traded and also handed over in a swap circle (D58)": () => {
    const item_id = item(locked);
    circle(inCircle, [{ ...lockedLeg, item_id }, lockedLeg, lockedLeg], locked);
    put("trade_items", { trade_id: trade({ status: "accepted" }, locked, locked), item_id, side: "target" });
    return item_id;
  },
  "a user gives an item that is not theirs in a swap circle (A08)": () =>
    circle({}, [{ item_id: item({ seller_id: "buyer" }) }, {}, {}]),
  "the cash of a swap circle does not make up for its items (D58)": () => circle({}, [{ cash_cents: 500 }, {}, {}]),
  "a swap circle was not ended, or its acceptance not finished (D58)": () => circle({ expires_at: NOW - HOUR }),
  "a swap circle is open for an item that was sold, removed or repriced (D58)": () =>
    circle({}, [{}, {}, {}], { status: "inactive", price_cents: 4_600 }),
  "a user gave an item in a failed swap circle, got nothing, and staff do not see it (D58)": () =>
    circle(
      { status: "failed", accepted_at: NOW, closed_at: NOW, settled_at: NOW },
      [handedLeg, { state: "reopened" }, { state: "reopened" }],
      { status: "sold", sold_outside: 1 },
    ),
  "a request has found its own author's listing": () =>
    put("request_matches", {
      request_id: put("requests", { user_id: "seller" }),
      item_id: item(),
      source: "found",
      at: NOW,
    }),
  "a charity is named without an ABN, or a mere cause with one (D49)": () =>
    put("item_causes", { item_id: item({ price_cents: 0 }), kind: "charity", name: "Vinnies", abn: null }),

  "staff have decided their own order, report, appeal or trade (D34)": () => decided("seller"),
  "staff have settled their own money, or decided about their own account (D34)": () =>
    audited("other", "ban", "other"),
  "a decision of staff about an order is not in the audit log (D34)": () => decided("other"),
  "the chain over the audit log has a gap (D34)": () =>
    put("audit_seals", { entry_id: 77, prev_hash: "0".repeat(64), hash: "b" }),

  "an entry of the audit log has waited an hour for its seal": () => put("audit_log", { id: 1, at: NOW - HOUR - 1 }),
};

beforeAll(() => {
  database = new DatabaseSync(":memory:");
  for (const { statements } of MIGRATIONS) for (const statement of statements) database.exec(statement);
  database.exec("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON");
  for (const id of ["seller", "buyer", "other"]) person({ id });
});
afterAll(() => database.close());
beforeEach(() => database.exec("BEGIN"));
afterEach(() => database.exec("ROLLBACK"));

describe("audits", () => {
  it("report nothing for a consistent database", () => {
    settled("awaiting_payment", "pending_payment");
    settled("payment_pending_seller_confirmation", "pending_payment", { confirmation_deadline: NOW + DAY });
    settled("completed", "sold", { paid_at: NOW });
    put("money_returns", moneyReturn(settled("refunded", "active", { paid_at: NOW })));
    missed();
    trade();
    trade({ status: "accepted", accepted_at: NOW }, locked, locked);
    trade({ status: "failed", closed_at: NOW - HOUR });
    trade({ accepting_at: NOW - 60_000, attempt: 1 }, locked);
    circle();
    circle(inCircle, [lockedLeg, lockedLeg, lockedLeg], locked);
    circle({ status: "failed", accepted_at: NOW, closed_at: NOW, settled_at: NOW }, [
      { state: "reopened" },
      { state: "reopened" },
      { state: "reopened" },
    ]);
    const conversation_id = conversation();
    message({ conversation_id, sender_id: "buyer" });
    const held = message({ conversation_id, sender_id: "seller", state: "held", seq: 2 });
    put("reports", { kind: "held_message", subject_id: held, status: "open" });
    // The block is newer than the messages, so they are allowed.
    put("blocks", { blocker_id: "seller", blocked_id: "buyer", at: NOW });
    expect(brokenInvariants(database, NOW)).toEqual([]);
  });

  it.each(auditStatements(NOW).map(({ name }) => name))("report that %s (A30)", (name) => {
    const insert = INCONSISTENCIES[name];
    expect(insert, "every audit needs an inconsistency to find").toBeDefined();
    const id = insert?.();
    const found = brokenInvariants(database, NOW);
    expect(found).toContain(`${name}: ${id}`);
  });

  it.each(Object.keys(OWN_CASES))("report staff who decided %s", (name) => {
    const id = OWN_CASES[name]?.();
    expect(brokenInvariants(database, NOW)).toContainEqual(expect.stringMatching(`^staff have .*: ${id}$`));
  });
});
