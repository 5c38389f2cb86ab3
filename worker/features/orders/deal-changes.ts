/**
 * Lower prices and callings-off that buyer and seller agree on (D82). What was bought as a whole changes as a whole: the
 * same change, with each order's share, goes to the room of every part.
 */
import { sql } from "drizzle-orm";
import { NOT_FOUND } from "#contract/errors";
import type { AnswerChangeInput, AskedChange } from "#contract/orders";
import { type ChangeCommand, priceProblem } from "#domain/orders/deal-changes";
import { isToCollect, type OrderStatus } from "#domain/orders/order-status";
import { done, type Result, refuse, refuseField } from "#domain/result";
import { splitBundlePrice } from "#domain/selling/bundle";
import { changeDeal } from "../../../durable/item-room/commands/orders.ts";
import { execute } from "../../http/item-room.ts";
import { log } from "../../log.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { readOrder, refundPricesSoon, runOrderCommand } from "./commands.ts";
import { findOwnOrder, type OrderRecord, wholeOf } from "./queries.ts";

interface Part {
  id: string;
  item_id: string;
  amount_cents: number;
  status: OrderStatus;
}

const PART_OVER = refuse(
  "wrong_state",
  "You bought this with other items for one price, and they aren't all waiting for pickup any more, so it can't be changed.",
);
const CARD_BUSY = refuse(
  "wrong_state",
  "Another refund, a bank's question or a payout of this order is still under way, so its price can't be changed. Please try again later.",
);

/**
 * Guard: nothing else is open for the card payment of this order (D82). The room knows what it was told; this reads what
 * it may not have heard yet.
 */
const isCardFree = (id: string) => sql`EXISTS (SELECT 1 FROM payment_parts p JOIN orders o ON o.id = p.order_id
  WHERE p.order_id = ${id} AND p.outcome = 'paid' AND p.amount_cents = o.amount_cents
    AND NOT EXISTS (SELECT 1 FROM payment_reversals r WHERE r.intent_id = p.intent_id)
    AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id AND r.status <> 'succeeded')
    AND NOT EXISTS (SELECT 1 FROM seller_refunds s WHERE s.order_id = o.id)
    AND NOT EXISTS (SELECT 1 FROM transfers t WHERE t.order_id = o.id))`;

/** Returns the order's parts, its own first, when all of them can be changed. */
async function changeable(services: Services, { order }: OrderRecord, price: boolean): Promise<Result<Part[]>> {
  const whole = await services.db.all<Part>(wholeOf(sql`${order.id}`));
  const parts = [order, ...whole.filter(({ id }) => id !== order.id)];
  if (parts.length > 1 && !parts.every(({ status }) => isToCollect(status))) return PART_OVER;
  if (!price || order.payment_method !== "stripe") return done(parts);
  for (const { id } of parts) {
    const row = await services.db.get<{ free: number }>(sql`SELECT ${isCardFree(id)} AS free`);
    if (row?.free !== 1) return CARD_BUSY;
  }
  return done(parts);
}

/** Sends a command to the room of the order, then to those of the other parts, and returns the order as it is now. */
async function changeAll(
  services: Services,
  userId: string,
  [own, ...others]: readonly Part[],
  commandOf: (part: Part) => ChangeCommand,
): Promise<Result<OrderRecord>> {
  if (!own) return NOT_FOUND;
  const call = (part: Part) => changeDeal({ orderId: part.id, ...commandOf(part) });
  const changed = await runOrderCommand(services, userId, own.id, "either", call(own));
  if (!changed.ok) return changed;
  refundPricesSoon(services, changed.value.order);
  for (const part of others) {
    // Repeating the request reaches a part that was missed.
    const other = await execute(services.env, part.item_id, call(part));
    if (other.ok) refundPricesSoon(services, other.value);
    else log("error", { problem: "part of a whole not changed", order: part.id, code: other.code });
  }
  const { order } = changed.value;
  const now = await readOrder(services, userId, own.id);
  // D1 may be behind the room for a moment.
  return done(now && now.order.rev >= order.rev ? now : { ...changed.value, order });
}

/** Asks the other party for a lower price, or to call the order off. */
export async function askChange(
  services: Services,
  userId: string,
  orderId: string,
  asked: AskedChange,
  key: string | null,
): Promise<Result<OrderRecord>> {
  const record = await findOwnOrder(services.db, orderId, userId);
  if (!record) return NOT_FOUND;
  const id = key === null ? services.newId("chg") : await stableId("chg", userId, orderId, key);
  const repeated = record.order.changes?.some((one) => one.id === id);
  if (repeated) return done(record);
  const found = await changeable(services, record, asked.kind === "price");
  if (!found.ok) return found;
  const parts = found.value;
  if (asked.kind === "call_off") {
    const change = { kind: "call_off", id, relist: asked.relist ?? true } as const;
    return changeAll(services, userId, parts, () => ({ type: "ask", userId, change }));
  }
  const cents = parts.map(({ amount_cents }) => amount_cents);
  const problem = priceProblem(
    asked.price,
    cents.reduce((sum, one) => sum + one, 0),
  );
  if (problem !== null) return refuseField("price", problem);
  const shares = splitBundlePrice(asked.price, cents);
  return changeAll(services, userId, parts, (part) => {
    const { amount_cents: from_cents } = part;
    const to_cents = shares[parts.indexOf(part)] ?? from_cents;
    const together = parts.length > 1;
    const change = { kind: "price", id, from_cents, to_cents, reason: asked.reason, together } as const;
    return { type: "ask", userId, change };
  });
}

/** Accepts, declines or withdraws a change, or says that the difference to an agreed price was paid back. */
export async function answerChange(
  services: Services,
  userId: string,
  orderId: string,
  changeId: string,
  { answer, relist }: AnswerChangeInput,
): Promise<Result<OrderRecord>> {
  const record = await findOwnOrder(services.db, orderId, userId);
  if (!record) return NOT_FOUND;
  const change = record.order.changes?.find(({ id }) => id === changeId);
  if (answer === "settled") {
    // Each part's difference is settled with the whole, also once some parts were handed over.
    const whole = await services.db.all<Part>(wholeOf(sql`${orderId}`));
    const parts = [record.order, ...whole.filter(({ id }) => id !== orderId)];
    return changeAll(services, userId, parts, () => ({ type: "settle", userId, changeId }));
  }
  const found = await changeable(
    services,
    record,
    answer === "accept" && change?.kind === "price" && change.answer === null,
  );
  if (!found.ok && answer === "accept") return found;
  const parts = found.ok ? found.value : [record.order];
  const said = relist === undefined || record.role === "buyer" ? {} : { relist };
  return changeAll(services, userId, parts, () => ({ type: "answer", userId, changeId, answer, ...said }));
}
