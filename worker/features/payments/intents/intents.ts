/**
 * Creates payment intents for orders, purchases and top-ups. The server decides the amount. The browser gets the client
 * secret only after the intent is stored in D1 and every room knows it. Without the secret an intent cannot be paid, so
 * a crash at any step leaves nothing that could take money.
 */

import { type SQL, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { MESSAGES } from "#contract/copy";
import { CARDS_DOWN_UNCHARGED, CARDS_DOWN_UNSURE, NOT_FOUND } from "#contract/errors";
import { CARD_LIMITS, type PaymentKind, TOPUP_MAXIMUM_CENTS, TOPUP_MINIMUM_CENTS } from "#contract/payments";
import { cardCarries } from "#domain/checkout/purchase";
import { formatCents } from "#domain/money";
import { orderStatement, topupStatement } from "#domain/payments/card-statement";
import { reconcileDelay } from "#domain/payments/ledger";
import { platformFee } from "#domain/payments/platform-fee";
import { done, type Refusal, type Result, refuse, refuseField } from "#domain/result";
import { attachIntent } from "../../../../durable/item-room/commands/orders.ts";
import { createUnderKey, isOutage, refusalCode } from "../../../adapters/card-stripe.ts";
import { factsOf } from "../../../adapters/stripe-objects.ts";
import { batch } from "../../../db/client.ts";
import { violatedConstraint } from "../../../db/constraints.ts";
import { siteSettings } from "../../../db/site-settings.ts";
import { execute } from "../../../http/item-room.ts";
import { errorText, log } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { sha256Hex } from "../../../stable-id.ts";
import { PLACING, payTogether, purchaseOfOrder } from "../../purchases/purchases.ts";
import { rateAt } from "../platform-fee-queries.ts";
import { openPaymentOf } from "../queries.ts";
import { applyIntent } from "../settlement.ts";

export interface IntentRequest {
  amount?: number | undefined;
  itemId?: string | undefined;
  orderId?: string | undefined;
  purchaseId?: string | undefined;
  metadata?: { type?: "balance_topup" | undefined } | undefined;
}

export type IntentResult = Result<Stripe.PaymentIntent>;

const OFF = refuse("unavailable", "Card payments aren't available right now. Please choose another way to pay.");
const NOT_PAYABLE = refuse("wrong_state", "You can't pay for this order by card any more.");
const BUSY = refuse("conflict", "We're already preparing this payment. Please try again in a moment.", {
  retry_after: 1,
});

export function isTopup(request: IntentRequest): boolean {
  return request.metadata?.type === "balance_topup";
}

/** A row of `intentQuery`: what a top-up needs, or an order to pay for. */
export type IntentRow = TopupRow | PayableOrder;

/** Returns the query for what the payment is about. The route reads it together with the account status. */
export function intentQuery(userId: string, { amount = 0, itemId, orderId, purchaseId, metadata }: IntentRequest): SQL {
  if (isTopup({ metadata })) {
    return sql`SELECT email AS receipt_email, EXISTS (SELECT 1 FROM payments WHERE user_id = profiles.id
        AND kind = 'topup' AND status = 'open' AND amount_cents = ${amount}) AS known
      FROM profiles WHERE id = ${userId}`;
  }
  if (purchaseId !== undefined) return ordersOf(userId, sql`purchase_id = ${purchaseId}`);
  if (orderId !== undefined) return ordersOf(userId, sql`id = ${orderId}`);
  return ordersOf(userId, sql`item_id = ${itemId ?? null} AND status = 'awaiting_payment'`);
}

/**
 * Creates or finds the intent for exactly one purpose, so that one amount cannot pay for something else.
 * @param rows of `intentQuery`.
 */
export async function createIntent(
  services: Services,
  userId: string,
  request: IntentRequest,
  key: string | null,
  rows: readonly IntentRow[],
): Promise<IntentResult> {
  const targets = [request.itemId, request.orderId, request.purchaseId].filter((id) => id !== undefined);
  if (targets.length + (isTopup(request) ? 1 : 0) !== 1) {
    return refuse("invalid", "Say what the payment is for: an order, a purchase, an item or a top-up.", {
      fields: [{ field: "orderId", message: "Send exactly one of orderId, purchaseId, itemId or a top-up." }],
    });
  }
  if (isTopup(request)) return createTopup(services, userId, request.amount, key, rows[0] as TopupRow | undefined);
  const [order] = rows as readonly PayableOrder[];
  if (!order) return NOT_FOUND;
  // The price may be a share of a bundle's, and orders that were placed together are paid together.
  if (order.purchase_id !== null)
    return createForPurchase(services, userId, order.purchase_id, order.id, request.amount);
  return createForOrders(services, userId, { kind: "order", id: order.id, orders: [order] }, request.amount);
}

async function createTopup(
  services: Services,
  userId: string,
  amount: number | undefined,
  key: string | null,
  row: TopupRow | undefined,
): Promise<IntentResult> {
  if (amount === undefined || amount < TOPUP_MINIMUM_CENTS || amount > TOPUP_MAXIMUM_CENTS) {
    const [least, most] = [TOPUP_MINIMUM_CENTS, TOPUP_MAXIMUM_CENTS].map(formatCents);
    return refuseField("amount", `Enter an amount from ${least} to ${most}.`);
  }
  const stripe = services.stripe();
  if (!stripe) return OFF;
  const statement = topupStatement((await siteSettings(services)).site_name);
  const cause = key === null ? services.newId("blt") : await sha256Hex(`${userId}\n${amount}\n${key}`);
  // A repeat after a lost answer has the same key and intent, so its card form may have been used.
  return orOutage(row?.known ? CARDS_DOWN_UNSURE : CARDS_DOWN_UNCHARGED, async () => {
    const intent = await createUnderKey(`topup:${cause}`, (idempotencyKey) =>
      stripe.paymentIntents.create(
        {
          amount,
          currency: "aud",
          allowed_payment_method_types: ["card"],
          metadata: { kind: "topup", user_id: userId },
          ...statement,
          ...receiptTo(row),
        },
        { idempotencyKey },
      ),
    );
    await record(services, { kind: "topup", id: null, orders: [] }, userId, intent);
    return done(intent);
  });
}

interface Receipt {
  /** The address that Stripe sends its receipt to; null without a profile. */
  receipt_email: string | null;
}

const receiptTo = (row: Receipt | undefined) => (row?.receipt_email ? { receipt_email: row.receipt_email } : {});

interface TopupRow extends Receipt {
  /** Whether the user has an open payment of this amount. */
  known: 0 | 1;
}

interface PayableOrder extends Receipt {
  id: string;
  item_id: string;
  item_title: string;
  seller_id: string;
  amount_cents: number;
  status: string;
  payment_method: string;
  purchase_id: string | null;
  /** Platform fee rate when the order was placed. */
  fee_rate: number;
  /** Id of the intent that may still pay for the order, as far as we know. */
  open_intent: string | null;
  /** How many intents for the order have ended. */
  ended_intents: number;
}

interface Target {
  kind: PaymentKind;
  /** Id of the order or purchase; null for a top-up. */
  id: string | null;
  orders: PayableOrder[];
}

/** Returns the query for these orders of a buyer, of which one purchase or the latest is paid. */
function ordersOf(userId: string, which: SQL): SQL {
  const intents = sql`(SELECT intent_id FROM payment_parts WHERE order_id = orders.id)`;
  return sql`SELECT id, item_id, item_title, seller_id, amount_cents, status, payment_method, purchase_id,
      ${rateAt(sql`orders.created_at`)} AS fee_rate,
      (SELECT email FROM profiles WHERE profiles.id = orders.buyer_id) AS receipt_email,
      (SELECT intent_id FROM payments WHERE intent_id IN ${intents} AND status = 'open') AS open_intent,
      (SELECT count(*) FROM payments WHERE intent_id IN ${intents} AND status <> 'open') AS ended_intents
    FROM orders WHERE buyer_id = ${userId} AND ${which} ORDER BY created_at DESC, id`;
}

/** Creates one intent for all orders of a cart or bundle (D38): they are paid together or not at all. */
async function createForPurchase(
  services: Services,
  userId: string,
  purchaseId: string,
  orderId: string,
  amount?: number,
): Promise<IntentResult> {
  const purchase = await purchaseOfOrder(services.db, userId, orderId);
  if (!purchase) return NOT_FOUND;
  return payTogether(services, purchase, async (payable) => {
    // Without free items and cancelled orders.
    const which = sql`purchase_id = ${purchaseId} AND amount_cents > 0 AND status NOT IN ('cancelled', 'expired')`;
    const orders = await services.db.all<PayableOrder>(ordersOf(userId, which));
    const target: Target = { kind: "purchase", id: purchaseId, orders };
    // A room that D1 refused has not written its order yet.
    const known = payable.every((part) => orders.some(({ id }) => id === part.order_id));
    return known ? createForOrders(services, userId, target, amount) : PLACING;
  });
}

async function createForOrders(
  services: Services,
  userId: string,
  target: Target,
  sentAmount: number | undefined,
): Promise<IntentResult> {
  const stripe = services.stripe();
  if (!stripe) return OFF;
  const { orders } = target;
  if (orders.some((order) => order.payment_method !== "stripe" || order.status !== "awaiting_payment")) {
    return NOT_PAYABLE;
  }
  const total = orders.reduce((sum, order) => sum + order.amount_cents, 0);
  if (sentAmount !== undefined && sentAmount !== total) {
    return refuse("values_changed", MESSAGES.valuesChanged, { current: { amount: total } });
  }
  if (!cardCarries(total, CARD_LIMITS)) {
    const { least_cents: least, most_cents: most } = CARD_LIMITS;
    const limit = total < least ? `must be at least ${formatCents(least)}` : `can be at most ${formatCents(most)}`;
    return refuse("method_not_accepted", `Card payments ${limit}.`);
  }
  // Every order of a purchase has a part, so the first order knows its intents.
  const known = orders[0]?.open_intent ?? null;
  // Without an earlier intent whose secret a browser has, nothing can have been charged.
  return orOutage(known === null ? CARDS_DOWN_UNCHARGED : CARDS_DOWN_UNSURE, async () => {
    const open = known === null ? null : await reusable(services, stripe, known);
    if (open === "settled") return NOT_PAYABLE;
    if (open !== null) return attach(services, userId, target, open);
    // One that was open, and is not any more, has ended since the orders were read.
    const attempt = (orders[0]?.ended_intents ?? 0) + (known === null ? 0 : 1);
    const intent = await createForTarget(services, stripe, target, { userId, total, attempt });
    if (!(await record(services, target, userId, intent))) return BUSY;
    return attach(services, userId, target, intent);
  });
}

/** Returns this refusal instead when the provider is silent or down (D86). */
async function orOutage(refusal: Refusal, work: () => Promise<IntentResult>): Promise<IntentResult> {
  try {
    return await work();
  } catch (error) {
    if (!isOutage(error)) throw error;
    log("warn", { card_provider: errorText(error) });
    return refusal;
  }
}

async function createForTarget(
  services: Services,
  stripe: Stripe,
  target: Target,
  { userId, total, attempt }: { userId: string; total: number; attempt: number },
): Promise<Stripe.PaymentIntent> {
  const statement = orderStatement((await siteSettings(services)).site_name, target.orders);
  return createUnderKey(`${target.kind}:${target.id}:${attempt}`, (idempotencyKey) =>
    stripe.paymentIntents.create(
      {
        amount: total,
        currency: "aud",
        allowed_payment_method_types: ["card"],
        transfer_group: target.id ?? "",
        metadata: { kind: target.kind, target_id: target.id ?? "", user_id: userId },
        ...statement,
        ...receiptTo(target.orders[0]),
      },
      { idempotencyKey },
    ),
  );
}

/**
 * Returns this open intent as the provider has it now. One that has ended there is applied first: `settled` when paid,
 * null when cancelled, so that another can be created.
 */
async function reusable(
  services: Services,
  stripe: Stripe,
  intentId: string,
): Promise<Stripe.PaymentIntent | "settled" | null> {
  const intent = await stripe.paymentIntents.retrieve(intentId);
  const facts = factsOf(intent);
  if (facts.state === "open" && intent.status !== "processing") return intent;
  await applyIntent(services, facts);
  return facts.state === "canceled" ? null : "settled";
}

/**
 * Stores the intent.
 * @returns false when a concurrent request has stored another intent for the same target.
 */
async function record(
  { db, now }: Services,
  target: Target,
  userId: string,
  intent: Stripe.PaymentIntent,
): Promise<boolean> {
  const at = now();
  try {
    await batch(db, [
      sql`INSERT INTO payments (intent_id, kind, order_id, purchase_id, user_id, amount_cents, created_at, updated_at, next_check_at)
        VALUES (${intent.id}, ${target.kind}, ${target.kind === "order" ? target.id : null},
          ${target.kind === "purchase" ? target.id : null}, ${userId}, ${intent.amount}, ${at}, ${at}, ${at + reconcileDelay(0)})
        ON CONFLICT (intent_id) DO NOTHING`,
      ...target.orders.map(
        (order) => sql`INSERT INTO payment_parts (intent_id, order_id, item_id, seller_id, amount_cents, fee_cents)
          VALUES (${intent.id}, ${order.id}, ${order.item_id}, ${order.seller_id}, ${order.amount_cents},
            ${platformFee(order.amount_cents, order.fee_rate)})
          ON CONFLICT (intent_id, order_id) DO NOTHING`,
      ),
    ]);
    return true;
  } catch (error) {
    if (violatedConstraint(error) !== null) return false;
    throw error;
  }
}

/**
 * Reports to every room which intent may charge. If one refuses, the intent is cancelled; the browser does not have its
 * secret yet.
 */
async function attach(
  services: Services,
  userId: string,
  target: Target,
  intent: Stripe.PaymentIntent,
): Promise<IntentResult> {
  for (const order of target.orders) {
    const attached = await execute(
      services.env,
      order.item_id,
      attachIntent({ userId, orderId: order.id, intentId: intent.id }),
    );
    if (attached.ok) continue;
    const stripe = services.stripe();
    if (stripe) {
      const current = await stripe.paymentIntents
        .cancel(intent.id, { cancellation_reason: "abandoned" })
        .catch(() => stripe.paymentIntents.retrieve(intent.id));
      await applyIntent(services, factsOf(current));
    }
    return attached;
  }
  return done(intent);
}

// Cancels before releasing: an item with an open card intent is released only after the provider has confirmed the
// cancellation. If the card was charged, the payment counts.

/** How an intent ended. `processing`: the bank is still deciding. `none`: the order has no open intent. */
export type ClosedIntentState = "cancelled" | "paid" | "processing" | "none" | "unavailable";

/** Cancels the open intent of an order, which may belong to a purchase; all orders it pays for follow. Idempotent. */
export async function closeIntent(
  services: Services,
  orderId: string,
  by: "buyer" | "service" = "service",
): Promise<ClosedIntentState> {
  const payment = await openPaymentOf(services.db, orderId);
  return payment ? closePayment(services, payment.intent_id, by) : "none";
}

/** Cancels one intent and applies its final state. */
export async function closePayment(
  services: Services,
  intentId: string,
  by: "buyer" | "service" = "service",
): Promise<ClosedIntentState> {
  const stripe = services.stripe();
  if (!stripe) return "unavailable";
  const facts = factsOf(await cancelled(stripe, intentId, by));
  await applyIntent(services, facts);
  if (facts.state === "canceled") return "cancelled";
  return facts.state === "succeeded" ? "paid" : "processing";
}

/** Tries to cancel the intent and returns its state afterwards, which may still be paid or processing. */
async function cancelled(stripe: Stripe, intentId: string, by: "buyer" | "service"): Promise<Stripe.PaymentIntent> {
  try {
    return await stripe.paymentIntents.cancel(intentId, {
      cancellation_reason: by === "buyer" ? "requested_by_customer" : "abandoned",
    });
  } catch (error) {
    if (refusalCode(error) !== "payment_intent_unexpected_state") throw error;
    return stripe.paymentIntents.retrieve(intentId);
  }
}
