/** Commands of the parties of an order. The room decides; this finds the order, for its own parties only. */

import { MESSAGES } from "#contract/copy";
import { CARDS_DOWN_UNSURE, NOT_FOUND } from "#contract/errors";
import { isPartyToCase } from "#domain/account/staff-conflict";
import type { CollectionWindow } from "#domain/orders/collection-windows";
import { priceRefundId } from "#domain/orders/deal-changes";
import { orderDueAt } from "#domain/orders/order";
import type { OrderRole } from "#domain/orders/order-abilities";
import { UNSETTLED } from "#domain/orders/order-status";
import { done, type Result, refuse } from "#domain/result";
import type { Call } from "../../../durable/item-room/command.ts";
import { peek } from "../../../durable/item-room/commands/item.ts";
import * as orders from "../../../durable/item-room/commands/orders.ts";
import * as sales from "../../../durable/item-room/commands/sales.ts";
import type { CommandName } from "../../../durable/item-room/dispatch.ts";
import type { OrderSnapshot } from "../../../durable/item-room/views.ts";
import { isOutage } from "../../adapters/card-stripe.ts";
import { siteTimeLimits } from "../../db/site-settings.ts";
import { newHandover } from "../../handover-secret.ts";
import { askRoom, execute } from "../../http/item-room.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { deliverSoon } from "../notifications/commands.ts";
import { claimHash, type HashClaim, releaseHash } from "../payments/crypto/crypto.ts";
import { closeIntent } from "../payments/intents/intents.ts";
import { refundCardOrderSoon, runRefundSoon } from "../payments/refunds.ts";
import { closeDecidedReversals, ofOrder } from "../payments/reversals/following.ts";
import { cancelTogether, payTogether, purchaseOfOrder, sendEvidence } from "../purchases/purchases.ts";
import { findOrderFacts, findOwnOrder, type OrderRecord } from "./queries.ts";
import { refundBySeller } from "./seller-refunds.ts";

const WRONG_PARTY = {
  buyer: refuse("forbidden", "Only the buyer can do this."),
  seller: refuse("forbidden", "Only the seller can do this."),
} as const;

type OrderCall = Call<CommandName, OrderSnapshot>;

/**
 * Runs one command of one party and returns the room's own order, which may be ahead of D1 for a moment. Another user's
 * order is `not_found`; the other party of the caller's own order learns which side may do this.
 */
export async function runOrderCommand(
  services: Services,
  userId: string,
  orderId: string,
  party: OrderRole | "either",
  command: OrderCall | ((order: OrderSnapshot) => Promise<Result<OrderCall>>),
): Promise<Result<OrderRecord>> {
  const record = await findOwnOrder(services.db, orderId, userId);
  if (!record) return NOT_FOUND;
  if (party !== "either" && record.role !== party) return WRONG_PARTY[party];
  const call = typeof command === "function" ? await command(record.order) : done(command);
  if (!call.ok) return call;
  const changed = await execute(services.env, record.order.item_id, call.value);
  if (!changed.ok) return changed;
  // The room's projection has just queued emails and notifications.
  deliverSoon(services);
  return done({ ...record, order: changed.value });
}

/** Records the buyer's evidence of payment: the issued reference, or the hash of the crypto payment (D31). */
export async function submitEvidence(
  services: Services,
  userId: string,
  orderId: string,
  evidence: { reference?: string | undefined; txHash?: string | undefined },
  key: string | null,
): Promise<Result<OrderRecord>> {
  const confirmationId = key === null ? services.newId("pcf") : await stableId("pcf", userId, orderId, key);
  const { reference, txHash } = evidence;
  const clocks = await siteTimeLimits(services);
  let claim: HashClaim | null = null;
  const give = () =>
    runOrderCommand(services, userId, orderId, "buyer", async (order) => {
      if (reference !== undefined && order.bank_reference !== null && order.bank_reference !== reference) {
        return refuse("values_changed", MESSAGES.valuesChanged, { current: { referenceNumber: order.bank_reference } });
      }
      // The hash is claimed before the room is asked, so that two orders cannot both accept it (D23).
      if (txHash !== undefined && order.crypto) {
        const { coin } = order.crypto;
        const taken = await claimHash(services, { coin, typed: txHash, orderId, buyerId: userId, field: "txHash" });
        if (!taken.ok) return taken;
        claim = taken.value;
      }
      return done(
        orders.submitEvidence({
          userId,
          orderId,
          confirmationId,
          clocks,
          ...(reference !== undefined && { reference }),
          ...(txHash !== undefined && { txHash: claim?.hash ?? txHash, contested: claim?.contested ?? false }),
        }),
      );
    });
  const purchase = await purchaseOfOrder(services.db, userId, orderId);
  const result = purchase
    ? await payTogether(services, purchase, async (payable) => {
        const own = await give();
        // One transfer pays for the whole purchase, so the evidence for one order counts for all of them.
        const others = own.ok ? payable.filter((part) => part.order_id !== orderId) : [];
        for (const part of others) await sendEvidence(services, purchase, part, confirmationId);
        return own;
      })
    : await give();
  await releaseUnused(services, claim, result.ok ? result.value.order : null);
  return result;
}

/** Releases a claimed hash that the room refused or the order does not use. */
async function releaseUnused(services: Services, claim: HashClaim | null, order: OrderSnapshot | null): Promise<void> {
  if (claim && order?.crypto?.tx_hash !== claim.hash) await releaseHash(services, claim);
}

/**
 * Cancels an order for its buyer. While a card intent is open, the provider is asked first: the item is released only
 * when the intent is confirmed as cancelled, and if the card was charged, the buyer keeps the item.
 */
export async function cancelOrder(services: Services, userId: string, orderId: string): Promise<Result<OrderRecord>> {
  const cancel = async (): Promise<Result<OrderRecord>> => {
    const one = () => runOrderCommand(services, userId, orderId, "buyer", orders.cancelOrder({ userId, orderId }));
    const purchase = await purchaseOfOrder(services.db, userId, orderId);
    return purchase ? cancelTogether(services, purchase, orderId, one) : one();
  };
  const cancelled = await cancel();
  if (cancelled.ok || cancelled.details?.reason !== "intent_open") return cancelled;
  const closed = await closeIntent(services, orderId, "buyer").catch((error: unknown) => {
    if (!isOutage(error)) throw error;
    return "silent" as const;
  });
  if (closed === "silent") return CARDS_DOWN_UNSURE;
  if (closed === "paid") return refuse("wrong_state", "Your card payment just went through, so the item is yours.");
  // After the provider has cancelled, the order is cancelled too. If it is already, the room returns it unchanged.
  return closed === "processing" || closed === "unavailable" ? cancelled : cancel();
}

/** Starts the refunds to the card that agreed lower prices have recorded (D82). The cron job finds any that is missed. */
export function refundPricesSoon(services: Services, order: OrderSnapshot): void {
  if (order.payment_method !== "stripe") return;
  for (const [index, { kind, answer }] of (order.changes ?? []).entries()) {
    if (kind === "price" && answer === "accepted") runRefundSoon(services, priceRefundId(order, index));
  }
}

/** Completes an order at the handover with the code or QR secret that the seller typed or scanned. */
export async function handOverOrder(
  services: Services,
  sellerId: string,
  orderId: string,
  proof: { code?: string | undefined; secret?: string | undefined },
): Promise<Result<OrderRecord>> {
  const call = orders.handOver({ sellerId, orderId, ...proof });
  const done = await runOrderCommand(services, sellerId, orderId, "seller", call);
  // The code may have agreed to a lower price.
  if (done.ok) refundPricesSoon(services, done.value.order);
  return done;
}

export function openDispute(
  services: Services,
  userId: string,
  orderId: string,
  reason: string,
): Promise<Result<OrderRecord>> {
  return runOrderCommand(services, userId, orderId, "buyer", orders.openDispute({ userId, orderId, reason }));
}

/** Undoes a card order for its seller (D68). */
export async function refundOrder(
  services: Services,
  sellerId: string,
  orderId: string,
  relist: boolean,
): Promise<Result<OrderRecord>> {
  const record = await findOwnOrder(services.db, orderId, sellerId);
  if (!record) return NOT_FOUND;
  if (record.role !== "seller") return WRONG_PARTY.seller;
  const refunded = await refundBySeller(services, record.order, relist);
  return refunded.ok ? done({ ...record, order: refunded.value }) : refunded;
}

/** Decides a dispute for staff. Staff see the order as its buyer does, without the handover code. */
export async function resolveDispute(
  services: Services,
  staffId: string,
  orderId: string,
  { outcome, note }: { outcome: "release" | "refund"; note: string },
): Promise<Result<OrderSnapshot>> {
  const facts = await findOrderFacts(services.db, orderId);
  if (!facts) return NOT_FOUND;
  if (isPartyToCase(staffId, [facts.buyer_id, facts.seller_id])) return refuse("forbidden", MESSAGES.ownCase);
  const handover = newHandover();
  const reply = await execute(
    services.env,
    facts.item_id,
    orders.resolveDispute({ staffId, orderId, outcome, handover, note }),
  );
  if (!reply.ok) return reply;
  deliverSoon(services);
  if (reply.value.status === "refunded") refundCardOrderSoon(services, orderId);
  await closeDecidedReversals(services, ofOrder(orderId));
  return reply;
}

/** Ends, for staff, a paid order long after its collection date: as completed, or refunded. */
export async function closeOrder(
  services: Services,
  staffId: string,
  orderId: string,
  { outcome, relist = false, note }: { outcome: "completed" | "refunded"; relist?: boolean | undefined; note: string },
): Promise<Result<OrderSnapshot>> {
  const facts = await findOrderFacts(services.db, orderId);
  if (!facts) return NOT_FOUND;
  if (isPartyToCase(staffId, [facts.buyer_id, facts.seller_id])) return refuse("forbidden", MESSAGES.ownCase);
  const reply = await execute(
    services.env,
    facts.item_id,
    outcome === "completed"
      ? orders.closeOrder({ staffId, orderId, note })
      : orders.refundOrder({ orderId, by: "staff", actorId: staffId, relist, note }),
  );
  if (!reply.ok) return reply;
  deliverSoon(services);
  if (reply.value.status === "refunded") refundCardOrderSoon(services, orderId);
  return reply;
}

/**
 * Ends a giveaway or an order paid at pick-up: called off before its collection, or reported as not collected
 * afterwards (D53, D57). Orders bought as a whole end together.
 */
export async function endCollection(
  services: Services,
  userId: string,
  orderId: string,
  how: "call_off" | "report_missed",
): Promise<Result<OrderRecord>> {
  const end = (id: string) =>
    runOrderCommand(services, userId, id, "either", orders.endCollection({ userId, orderId: id, how }));
  const record = await findOwnOrder(services.db, orderId, userId);
  if (record?.order.payment_method !== "cash") return end(orderId);
  const purchase = await purchaseOfOrder(services.db, record.order.buyer_id, orderId);
  return purchase ? cancelTogether(services, purchase, orderId, () => end(orderId), { userId, how }) : end(orderId);
}

/** Says, for the person that the seller named as buyer, whether they bought the item (D88). */
export function answerSale(
  services: Services,
  userId: string,
  orderId: string,
  mine: boolean,
): Promise<Result<OrderRecord>> {
  return runOrderCommand(services, userId, orderId, "buyer", sales.answerSale({ userId, orderId, mine }));
}

/** Proposes another collection time to the other party (D54). */
export async function proposeTime(
  services: Services,
  userId: string,
  orderId: string,
  window: CollectionWindow,
  key: string | null,
): Promise<Result<OrderRecord>> {
  const proposalId = key === null ? services.newId("tpr") : await stableId("tpr", userId, orderId, key);
  const call = orders.reschedule({ type: "propose", userId, orderId, proposalId, ...window });
  return runOrderCommand(services, userId, orderId, "either", call);
}

/** Accepts or declines the other party's proposal of another collection time. */
export function answerProposal(
  services: Services,
  userId: string,
  orderId: string,
  proposalId: string,
  accept: boolean,
): Promise<Result<OrderRecord>> {
  const call = orders.reschedule({ type: "answer", userId, orderId, proposalId, accept });
  return runOrderCommand(services, userId, orderId, "either", call);
}

export function collectOrder(services: Services, userId: string, orderId: string): Promise<Result<OrderRecord>> {
  return runOrderCommand(services, userId, orderId, "buyer", orders.collectOrder({ userId, orderId }));
}

/** Whether time may still change the order. An order that is over never changes. */
function isOpen({ status }: OrderSnapshot): boolean {
  return UNSETTLED.includes(status);
}

/**
 * Returns one order for one of its parties. While the order is open, its room is asked too, because the room settles
 * what is due and is ahead of D1 after a failed write. If the room cannot be reached, D1's row is returned.
 */
export async function readOrder(services: Services, userId: string, orderId: string): Promise<OrderRecord | null> {
  const record = await findOwnOrder(services.db, orderId, userId);
  if (!record || !isOpen(record.order)) return record;
  const seen = await execute(services.env, record.order.item_id, peek()).catch(() => null);
  const current = seen?.ok ? seen.value.order : null;
  if (current?.id === orderId) return current.rev > record.order.rev ? { ...record, order: current } : record;
  // The room has dropped the order since: it has ended, and D1 is being updated.
  return seen?.ok ? ((await findOwnOrder(services.db, orderId, userId)) ?? record) : record;
}

/** Settles the caller's overdue orders after the response (D33). Cron and the rooms' own alarms do the same. */
export function settleOverdue({ env, now, defer }: Services, orders: OrderSnapshot[]): void {
  const overdue = orders.filter((order) => (orderDueAt(order) ?? Number.POSITIVE_INFINITY) <= now());
  const rooms = new Set(overdue.map((order) => order.item_id));
  for (const itemId of rooms) defer(askRoom(env, itemId, (room) => room.settle()).catch(() => undefined));
}
