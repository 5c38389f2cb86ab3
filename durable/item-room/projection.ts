/**
 * Statements a room writes to D1: one batch, which is one transaction. Every statement is a full snapshot fenced by a
 * rev, so repeats, late writes of a dead instance and reordering change nothing.
 */

import { type SQL, sql } from "drizzle-orm";
import { isRefundedByUs } from "#domain/checkout/undone-order";
import { holdLength } from "#domain/holds/hold-length";
import { owedInFull, PRICE_REFUND, priceRefundId } from "#domain/orders/deal-changes";
import { openDirectRefund } from "#domain/orders/direct-refund";
import { type Confirmation, type Order, type OrderEvent, RESTRICTION_REASON } from "#domain/orders/order";
import { orderEmails } from "#domain/orders/order-emails";
import { refundOwed } from "#domain/payments/ledger";
import { insertAuditEntry } from "../../worker/db/audit-log.ts";
import { insertLedgerTransaction, insertRefund } from "../../worker/db/ledger.ts";
import { otherLiveHolds } from "../../worker/db/live-holds.ts";
import { insertNotification } from "../../worker/db/notifications.ts";
import { orders, paymentConfirmations, transactions } from "../../worker/db/schema/orders.ts";
import type { Row } from "../../worker/db/stored-row.ts";
import { upsert } from "../../worker/db/upsert.ts";
import type { StoredHold } from "./command.ts";
import { orderEmailRow, purchaseEmailRows } from "./email-rows.ts";
import { giveawayRows } from "./giveaway-rows.ts";
import { priceOfferRows } from "./offer-rows.ts";
import { currentOrder, isOrderUnprojected, isOver, liveGiveaway, type RoomState } from "./state.ts";

/**
 * Returns the statements for everything D1 has not received. Ended orders come before the live one, which the unique
 * index of one live order per item would refuse otherwise.
 */
export function projectionOf(state: RoomState, origin: string, now: number): SQL[] {
  const unseen = state.orders.filter((order) => isOrderUnprojected(state, order));
  const ordered = [...unseen.filter(isOver), ...unseen.filter((order) => !isOver(order))];
  return [
    endedOfferNotification(state, now),
    itemRow(state),
    ...offeredHoldNotification(state),
    ...priceOfferRows(state),
    ...giveawayRows(state),
    ...ordered.flatMap((order) => {
      const seen = state.outbox.order_revs[order.id] ?? 0;
      const events = order.events.filter((event) => event.rev > seen);
      return [
        orderRow(order),
        ...events.flatMap((event) => sellerRestriction(order, event)),
        ...events.flatMap((event) => moneyReturnRows(order, event)),
        ...events.flatMap((event) => priceRefundRows(order, event)),
        // Before the event itself, whose row marks this as written.
        ...events.flatMap((event) => staffRow(order, event)),
        ...events.map((event) => eventRow(order, event)),
        ...events.flatMap((event) => noShowRow(order, event)),
        transactionRow(order),
        ...ratingsToExamine(order),
        ...order.confirmations.map((confirmation) => confirmationRow(order, confirmation)),
        ...events.flatMap((event) =>
          mailRows(order, event, { origin, offSale: state.item.status === "inactive" }, now),
        ),
      ];
    }),
  ];
}

function itemRow(state: RoomState): SQL {
  const { item, rev } = state;
  const { hold } = item;
  const removed = item.status === "removed";
  return sql`UPDATE items SET status = ${removed ? "inactive" : item.status}, price_cents = ${item.price_cents},
      fence = ${item.fence}, holder_id = ${hold?.user_id ?? null}, hold_id = ${hold?.hold_id ?? null},
      hold_kind = ${hold?.kind ?? null}, hold_started_at = ${hold?.started_at ?? null},
      hold_until = ${hold?.until ?? null}, order_id = ${item.order_id}, sold_at = ${item.sold_at},
      sold_outside = ${item.marked ? 1 : 0}, giveaway = ${liveGiveaway(state)?.mode ?? null}, line = ${item.line?.length ? JSON.stringify(item.line) : null},
      deleted_at = coalesce(deleted_at, ${removed ? state.touched_at : null}), rev = ${rev}
    WHERE id = ${state.item_id} AND rev < ${rev}`;
}

/**
 * Updates the notification of an offered hold that has ended since D1 was written, so that it stops claiming the item.
 * It is unread again when the hold lapsed, but not when the buyer declined. It runs before the item's row, which clears
 * the hold. A hold that became an order keeps its notification.
 */
function endedOfferNotification(state: RoomState, now: number): SQL {
  const held = state.item.hold?.hold_id ?? null;
  const ordered = currentOrder(state)?.hold_id ?? null;
  return sql`UPDATE notifications SET title = 'Your hold has ended', body = i.title || ' is no longer held for you.',
      at = ${now}, next_at = NULL,
      read_at = CASE WHEN i.hold_until <= ${now} THEN NULL ELSE coalesce(read_at, ${now}) END
    FROM items i WHERE i.id = ${state.item_id} AND i.rev < ${state.rev} AND i.hold_id LIKE 'lin_%'
      AND i.hold_id IS NOT ${held} AND i.hold_id IS NOT ${ordered}
      AND notifications.id = 'ntf_' || substr(i.hold_id, 5)
    RETURNING user_id`;
}

/** Returns the user whose offered hold ended according to the batch, or null. */
export function endedOfferOf([rows]: Row[][]): string | null {
  const user = rows?.[0]?.user_id;
  return typeof user === "string" ? user : null;
}

/** Counts the other items this holder holds. Goes last in the batch that writes the hold (D35). */
export function otherHoldsQuery({ item_id, item: { hold } }: RoomState, now: number): SQL[] {
  if (!hold) return [];
  return [otherLiveHolds(hold.user_id, item_id, now)];
}

/** Reads the result of `otherHoldsQuery`, if the batch had it. */
export function otherHoldsOf({ item: { hold } }: RoomState, replies: Row[][]): StoredHold | null {
  const otherHolds = replies.at(-1)?.[0]?.holds;
  return hold && typeof otherHolds === "number" ? { holdId: hold.hold_id, otherHolds } : null;
}

/**
 * Notifies the user who was offered the hold. Written with every projection while it lasts; only the first insert has
 * an effect.
 */
function offeredHoldNotification({ item_id, item: { hold } }: RoomState): SQL[] {
  const title = hold?.turn?.item_title;
  if (!hold || typeof title !== "string") return [];
  return [
    insertNotification({
      id: hold.hold_id.replace(/^[a-z]+_/, "ntf_"),
      user_id: hold.user_id,
      kind: "line",
      dedupe_key: `line:${hold.hold_id}`,
      title: "It's your turn",
      body: `We're holding ${title} for you for ${holdLength(hold.until - hold.started_at)}. After that, it goes to the next person in the queue.`,
      link: `/ItemDetail/${item_id}`,
      at: hold.started_at,
    }),
  ];
}

function orderRow(order: Order): SQL {
  return upsert(
    orders,
    {
      id: order.id,
      item_id: order.item_id,
      buyer_id: order.buyer_id,
      seller_id: order.seller_id,
      hold_id: order.hold_id,
      payment_method: order.payment_method,
      bank_reference: order.bank_reference,
      bank_details: order.bank_details,
      item_title: order.item_title,
      item_image_url: order.item_image_url,
      collection_zone: order.collection_zone,
      collection_summary: order.collection_summary,
      collection_address: order.collection_address,
      purchase_id: order.purchase_id,
      created_at: order.created_at,
    },
    {
      status: order.status,
      amount_cents: order.amount_cents,
      collection_date: order.collection_date,
      collection_ends_at: order.collection_ends_at,
      proposals: order.proposals,
      changes: order.changes?.length ? order.changes : null,
      payment_deadline: order.payment_deadline,
      confirmation_deadline: order.confirmation_deadline,
      marked_incomplete: order.marked_incomplete,
      incomplete_reason: order.incomplete_reason,
      crypto: order.crypto,
      card_intent_id: order.card?.intent_id ?? null,
      card_state: order.card?.state ?? null,
      card_failed_at: order.card_failed_at,
      strike_exempt: order.strike_exempt,
      handover: order.handover,
      dispute: order.dispute,
      reversals: order.reversals?.length ? order.reversals : null,
      rev: order.rev,
      updated_at: order.updated_at,
      paid_at: order.paid_at,
      completed_at: order.completed_at,
    },
    sql`excluded.rev > orders.rev`,
  );
}

/** Condition: D1 does not have this event yet. */
function unwritten(order: Order, event: OrderEvent): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM order_events WHERE order_id = ${order.id} AND rev = ${event.rev})`;
}

/** Audit entry of a staff decision, in the same batch as the decision (D34). */
function staffRow(order: Order, event: OrderEvent): SQL[] {
  const { actor_id } = event;
  if (!event.staff || actor_id === null) return [];
  const details = { event: event.kind, ...(event.note !== undefined && { note: event.note }) };
  const entry = { actor_id, action: "order_decided", subject: order.id, details, at: event.at };
  return [insertAuditEntry(entry, unwritten(order, event))];
}

function eventRow(order: Order, { rev, kind, actor_id, at, staff }: OrderEvent): SQL {
  return sql`INSERT OR IGNORE INTO order_events (order_id, rev, kind, actor_id, at, staff)
    VALUES (${order.id}, ${rev}, ${kind}, ${actor_id}, ${at}, ${staff ? 1 : 0})`;
}

/** Records the user who missed a collection, as reported by the other party (D57). */
function noShowRow(order: Order, { kind, actor_id, at }: OrderEvent): SQL[] {
  if (kind !== "collection_missed" || actor_id === null) return [];
  const about = actor_id === order.buyer_id ? order.seller_id : order.buyer_id;
  return [
    sql`INSERT OR IGNORE INTO failed_collections (id, kind, about_id, recorded_by, created_at)
      VALUES (${order.id}, 'no_show', ${about}, ${actor_id}, ${at})`,
  ];
}

/** The order's row is earlier in the same batch. If D1 already has a newer one, this older state is not written. */
function isCurrent({ rev }: Order): SQL {
  return sql`(SELECT rev FROM orders WHERE id = excluded.order_id) = ${rev}`;
}

/** Has the ratings of and by two people examined again whose completed deal does not stand any more (D88). */
function ratingsToExamine({ status, completed_at, buyer_id, seller_id }: Order): SQL[] {
  if (status !== "refunded" || completed_at === null) return [];
  const parties = sql`(${buyer_id}, ${seller_id})`;
  return [
    sql`UPDATE ratings SET examined_at = NULL
      WHERE (rated_by_user_id IN ${parties} OR rated_user_id IN ${parties}) AND left_out IS NOT 'unproven'`,
  ];
}

function transactionRow(order: Order): SQL {
  return upsert(
    transactions,
    {
      id: order.transaction_id,
      order_id: order.id,
      item_id: order.item_id,
      seller_id: order.seller_id,
      buyer_id: order.buyer_id,
      payment_method: order.payment_method,
      reference_number: order.bank_reference,
      created_at: order.created_at,
    },
    {
      amount_cents: order.amount_cents,
      collection_date: order.collection_date,
      crypto_currency: order.crypto?.coin ?? null,
      crypto_tx_hash: order.crypto?.tx_hash ?? null,
      crypto_amount: order.crypto?.amount_text ?? null,
      payment_status: order.paid_at === null ? "pending" : "completed",
      // A completed deal and its ratings stay, even if its payment is reversed later (A65).
      status: order.completed_at !== null ? "completed" : isOver(order) ? "cancelled" : "pending",
    },
    isCurrent(order),
  );
}

function confirmationRow(order: Order, confirmation: Confirmation): SQL {
  return upsert(
    paymentConfirmations,
    {
      id: confirmation.id,
      order_id: order.id,
      item_id: order.item_id,
      buyer_id: order.buyer_id,
      seller_id: order.seller_id,
      amount_cents: order.amount_cents,
      confirmation_deadline: confirmation.confirmation_deadline,
      created_at: confirmation.created_at,
    },
    { status: confirmation.status, payment_confirmed_at: confirmation.payment_confirmed_at },
    isCurrent(order),
  );
}

/**
 * Restricts a seller who does not answer (D31), and lifts that when their last dispute is settled. Written once per
 * event: a repeat after the event is in D1 must not restrict a seller whom staff have since unrestricted.
 */
function sellerRestriction(order: Order, event: OrderEvent): SQL[] {
  const once = unwritten(order, event);
  if (event.kind === "disputed") {
    return [
      sql`UPDATE profiles SET account_restricted = 1, restriction_reason = ${RESTRICTION_REASON},
          restriction_applied_at = ${event.at}
        WHERE id = ${order.seller_id} AND account_restricted = 0 AND ${once}`,
    ];
  }
  const index = order.events.findIndex(({ rev }) => rev === event.rev);
  const ends = event.kind === "payment_confirmed" || event.kind === "dispute_resolved" || event.kind === "refunded";
  const settlesDispute = ends && order.events[index - 1]?.kind === "disputed";
  if (!settlesDispute) return [];
  return [
    sql`UPDATE profiles SET account_restricted = 0, restriction_reason = NULL, restriction_applied_at = NULL
      WHERE id = ${order.seller_id} AND account_restricted = 1 AND restriction_reason = ${RESTRICTION_REASON} AND ${once}
        AND NOT EXISTS (SELECT 1 FROM orders WHERE seller_id = ${order.seller_id} AND status = 'disputed'
          AND paid_at IS NULL AND id <> ${order.id})`,
  ];
}

/** Opens the refund record of money that the seller received directly and must send back to the buyer. */
function moneyReturnRows(order: Order, { kind, at }: OrderEvent): SQL[] {
  if (kind !== "refunded" && kind !== "called_off_together") return [];
  const owed = owedInFull(order);
  if (owed === 0 || isRefundedByUs(order.payment_method)) return [];
  const refund = openDirectRefund({ ...order, order_id: order.id, amount_cents: owed }, at);
  return [
    sql`INSERT OR IGNORE INTO money_returns
        (order_id, buyer_id, seller_id, amount_cents, status, due_at, next_at, rev, created_at)
      VALUES (${refund.order_id}, ${refund.buyer_id}, ${refund.seller_id}, ${refund.amount_cents}, ${refund.status},
        ${refund.due_at}, ${refund.next_at}, ${refund.rev}, ${refund.created_at})`,
  ];
}

/**
 * Refunds the difference of an agreed price to the card, and lowers what the payment's part is worth with its fee (D82).
 * In the order's own batch, so that no proceeds, chargeback or full refund can meet the new price with the old payment.
 */
function priceRefundRows(order: Order, { kind, at, rev }: OrderEvent): SQL[] {
  const index = (order.changes ?? []).findIndex((one) => one.kind === "price" && one.agreed_rev === rev);
  const change = order.changes?.[index];
  if (kind !== "price_agreed" || change?.kind !== "price" || !order.card) return [];
  const { from_cents: from, to_cents: to } = change;
  if (from === to) return [];
  const { intent_id: intentId } = order.card;
  const refund = {
    id: priceRefundId(order, index),
    intentId,
    orderId: order.id,
    amountCents: from - to,
    cause: `${PRICE_REFUND}${order.id}:${index}`,
  };
  const owed = refundOwed(refund.id, intentId, order.id, refund.amountCents, { from: "held" });
  // An order undone before D1 had the new price is refunded in full.
  const part = sql`order_id = ${order.id} AND intent_id = ${intentId} AND outcome = 'paid' AND amount_cents = ${from}
    AND NOT EXISTS (SELECT 1 FROM refunds WHERE cause = ${`order:${order.id}`})`;
  const stands = sql`EXISTS (SELECT 1 FROM payment_parts WHERE ${part})`;
  return [
    insertRefund(refund, at, stands),
    insertLedgerTransaction(owed, at, stands),
    sql`UPDATE payment_parts SET amount_cents = ${to}, lowered_cents = lowered_cents + ${from - to},
      fee_cents = fee_cents * CAST(${to} AS INTEGER) / CAST(${from} AS INTEGER) WHERE ${part}`,
  ];
}

function mailRows(
  order: Order,
  event: OrderEvent,
  { origin, offSale }: { origin: string; offSale: boolean },
  now: number,
): SQL[] {
  return orderEmails(order, event, origin, offSale).flatMap((mail) => [
    ...(purchaseEmailRows(order, event, mail, now) ?? [orderEmailRow(mail, now)]),
    // The actor of an event gets only the email, as a record, and no notification.
    ...(mail.to_profile === event.actor_id
      ? []
      : [
          insertNotification({
            id: mail.id.replace("mail_", "ntf_"),
            user_id: mail.to_profile,
            kind: "order",
            dedupe_key: mail.dedupe_key,
            title: mail.subject,
            body: mail.summary,
            link: mail.path,
            at: event.at,
            mailed: true,
          }),
        ]),
  ]);
}
