/** Maps an order to the view of one of its two parties. */

import { createHash } from "node:crypto";
import { MESSAGES } from "#contract/copy";
import { entityFields } from "#contract/entity-fields";
import type { DealChangeView, DirectRefundView, NoShowView, OrderView } from "#contract/orders";
import { displayName } from "#domain/account/display-name";
import { calendarFile } from "#domain/calendar";
import { MINUTE_MS } from "#domain/deadlines";
import { centsToDollars } from "#domain/money";
import { type AddressState, collectionAddress } from "#domain/orders/collection";
import { openChange, owedDifferences } from "#domain/orders/deal-changes";
import { type DirectRefund, refundActionsOf } from "#domain/orders/direct-refund";
import { contestProblem, contestUntil } from "#domain/orders/no-show";
import { namedHash, type OrderCrypto } from "#domain/orders/order";
import { type OrderRole, orderAbilities, seesBankDetails } from "#domain/orders/order-abilities";
import { openReversal } from "#domain/orders/order-reversal";
import { isToCollect, isUndone } from "#domain/orders/order-status";
import { isTraded, saleAnswerUntil } from "#domain/orders/outside-sale";
import { canSayComing, REMINDER_BEFORE_MS } from "#domain/orders/reminders";
import { openProposal } from "#domain/orders/reschedule";
import { showsUp } from "#domain/orders/showing-up";
import { done, type Result, refuse } from "#domain/result";
import type { OrderSnapshot } from "../../../durable/item-room/views.ts";
import { HIDDEN } from "../../http/impersonation.ts";
import type { OrderRecord } from "./queries.ts";

const ADDRESS_TEXT: Record<Exclude<AddressState, "shown">, string> = {
  from_seller: MESSAGES.addressFromSeller,
  later: MESSAGES.addressLater,
  after_payment: MESSAGES.addressAfterPayment,
  in_dispute: MESSAGES.addressInDispute,
  no_longer: MESSAGES.addressNoLonger,
};

const NAMELESS = { buyer: MESSAGES.anonymousSeller, seller: MESSAGES.anonymousBuyer } as const;

/** Returns the order as the party in `record.role` sees it now. The address depends on the time (D9). */
export function presentOrder(record: OrderRecord, now: number): OrderView {
  const { order, role, counterparty, decision, no_show, money_back, item_status, fee_cents } = record;
  const address = collectionAddress({
    role,
    status: order.status,
    collection_date: order.collection_date,
    address: order.collection_address,
    paid_at: order.paid_at,
    completed_at: order.completed_at,
    now,
  });
  return {
    ...entityFields("orders", "parties", order),
    transaction_id: order.transaction_id,
    role,
    item: { title: order.item_title, image_url: order.item_image_url },
    ...(role === "seller" && order.status === "refunded" && { item_off_sale: item_status === "inactive" }),
    counterparty: {
      display_name: displayName(counterparty.full_name) || NAMELESS[role],
      ...presentShowsUp(counterparty),
    },
    payment_method: order.payment_method,
    ...(isTraded(order) && { trade_id: order.hold_id }),
    amount: centsToDollars(order.amount_cents),
    reference_number: order.bank_reference,
    bank_details: seesBankDetails(order, role) ? order.bank_details : null,
    confirmation_deadline: order.confirmation_deadline,
    collection_date: order.collection_date,
    collection_ends_at: order.collection_ends_at,
    proposal: presentProposal(order, now),
    change: presentChange(order, now),
    difference: presentDifference(order, role),
    ...(record.whole && { whole: { orders: record.whole.orders, amount: centsToDollars(record.whole.cents) } }),
    coming: presentComing(record, now),
    collection_zone: order.collection_zone,
    collection_summary: order.collection_summary,
    collection_address: address.address,
    collection_address_text:
      order.payment_method === "outside"
        ? "Arranged between yourselves"
        : address.state === "shown"
          ? (address.address ?? "")
          : ADDRESS_TEXT[address.state],
    collection_address_at: address.at,
    sale_answer_until: saleAnswerUntil(order, now),
    crypto: presentCrypto(order.crypto, role),
    purchase_id: role === "buyer" ? order.purchase_id : null,
    card: order.payment_method === "stripe" ? { state: order.card?.state ?? "none" } : null,
    ...(role === "seller" && fee_cents && !isUndone(order.status)
      ? { payout: { fee: centsToDollars(fee_cents), amount: centsToDollars(order.amount_cents - fee_cents) } }
      : {}),
    ...presentHandover(order, role, now),
    dispute: order.dispute && {
      reason: order.dispute.reason,
      opened_at: order.dispute.opened_at,
      outcome: order.dispute.outcome,
    },
    reversal: presentReversal(order),
    decision: decision ?? null,
    money_back: money_back ? presentReturn(money_back, role) : null,
    no_show: no_show ? presentNoShow(no_show, order, role, now) : null,
    events: order.events,
    abilities: orderAbilities(order, role, now),
    updated_at: order.updated_at,
    server_now: now,
  };
}

function presentShowsUp({ pickups, pickups_missed }: OrderRecord["counterparty"]) {
  if (pickups === undefined || pickups_missed === undefined) return {};
  return { shows_up: showsUp({ pickups, pickups_missed }) };
}

/** The seller sees a crypto payment once the buyer has named it. */
function presentCrypto(crypto: OrderCrypto | null, role: OrderRole): OrderView["crypto"] {
  if (!crypto || (role === "seller" && namedHash(crypto) === null)) return null;
  const { contested_hash: contested, ...terms } = crypto;
  return contested === undefined ? terms : { ...terms, tx_hash: contested, contested: true };
}

function presentProposal(order: OrderSnapshot, now: number): OrderView["proposal"] {
  const last = order.proposals.at(-1);
  if (!last) return null;
  const { answer, ...proposal } = last;
  return { ...proposal, state: answer ?? (openProposal(order, now) ? "open" : "expired") };
}

function presentChange(order: OrderSnapshot, now: number): DealChangeView | null {
  const last = order.changes?.at(-1);
  if (!last) return null;
  const { id, by, expires_at } = last;
  const shared = { id, by, expires_at, state: last.answer ?? (openChange(order, now) ? "open" : "expired") } as const;
  if (last.kind === "call_off") return { ...shared, kind: last.kind, relist: last.relist };
  const { kind, reason, together, from_cents, to_cents } = last;
  return { ...shared, kind, from: centsToDollars(from_cents), to: centsToDollars(to_cents), reason, together };
}

/** The difference the viewer has not settled yet comes first, so that a tap always settles one of theirs. */
function presentDifference(order: OrderSnapshot, role: OrderRole): OrderView["difference"] {
  const owed = isUndone(order.status) ? [] : owedDifferences(order);
  const one = owed.find(({ settled }) => !settled?.[role]) ?? owed[0];
  if (!one) return null;
  const said = one.settled ?? {};
  const [own, other] = role === "buyer" ? [said.buyer, said.seller] : [said.seller, said.buyer];
  return {
    change_id: one.id,
    amount: centsToDollars(one.from_cents - one.to_cents),
    you: own !== undefined,
    them: other !== undefined,
  };
}

/** Who is coming to the agreed time. Their word about an earlier time does not count. */
function presentComing({ order, role, coming }: OrderRecord, now: number): OrderView["coming"] {
  if (!coming || !canSayComing(order, now)) return null;
  const says = (userId: string) =>
    coming.some((one) => one.user_id === userId && one.collection_date === order.collection_date);
  const [own, other] = role === "buyer" ? [order.buyer_id, order.seller_id] : [order.seller_id, order.buyer_id];
  return { you: says(own), them: says(other) };
}

function presentReversal({ reversals }: OrderSnapshot): OrderView["reversal"] {
  const one = openReversal({ reversals: reversals ?? [] }) ?? reversals?.at(-1);
  return one ? { kind: one.kind, opened_at: one.opened_at, outcome: one.outcome } : null;
}

/**
 * Removes what could complete the order or reveal addresses and accounts. For staff who impersonate one of its parties.
 */
export function withoutOrderSecrets(order: OrderView): OrderView {
  return {
    ...order,
    bank_details: null,
    ...(order.money_back && { money_back: { ...order.money_back, account: null } }),
    crypto: order.crypto && { ...order.crypto, address: HIDDEN, destination_tag: null },
    collection_address: null,
    collection_address_text: order.collection_address === null ? order.collection_address_text : HIDDEN,
    handover: null,
    handover_check: null,
  };
}

function presentReturn(money: DirectRefund, role: OrderRole): DirectRefundView {
  return {
    status: money.status,
    account: money.account,
    due_at: money.due_at,
    amount: centsToDollars(money.amount_cents),
    sent_at: money.sent_at,
    settled_at: money.settled_at,
    may: [...refundActionsOf(money.status, role)],
  };
}

function presentNoShow(
  report: NonNullable<OrderRecord["no_show"]>,
  order: OrderSnapshot,
  role: OrderRole,
  now: number,
): NoShowView {
  const own = role === "buyer" ? order.buyer_id : order.seller_id;
  return {
    about: report.about_id === order.buyer_id ? "buyer" : "seller",
    reported_at: report.created_at,
    contest_until: contestUntil(report),
    can_contest: contestProblem(report, own, now) === null,
    contested_at: report.contested_at,
    outcome: report.outcome,
    note: report.decision_note,
  };
}

/**
 * The buyer gets the handover code. The seller's device gets only a hash of the secret: enough to check a scanned QR
 * code offline, useless for making one.
 */
function presentHandover(order: OrderSnapshot, role: OrderRole, now: number) {
  const { handover } = order;
  const ready = handover !== null && isToCollect(order.status);
  const buyer = role === "buyer";
  const locked = ready && !buyer && handover.locked_until !== null && handover.locked_until > now;
  return {
    handover: ready && buyer ? { code: handover.code, qr: `GS1.${order.id}.${handover.secret}` } : null,
    handover_check:
      ready && !buyer ? createHash("sha256").update(`${order.id}.${handover.secret}`).digest("hex") : null,
    handover_locked_until: locked ? handover.locked_until : null,
  };
}

const NO_COLLECTION = refuse("wrong_state", "This order has no pickup to add to your calendar.");

/**
 * Returns the calendar file for a party of the order, while a collection is agreed. It shows what the order
 * page shows that party now: the suburb, and the address only when D9 allows it.
 */
export function collectionCalendar(record: OrderRecord, origin: string, now: number): Result<string> {
  const { status, paid_at, payment_method } = record.order;
  // An order that ended after its collection was agreed may be in a calendar already, so its entry is cancelled there.
  const cancelled = isUndone(status) && (paid_at !== null || payment_method === "cash");
  // Before payment and after the collection there is no entry.
  if (!isToCollect(status) && !cancelled) return NO_COLLECTION;
  const view = presentOrder(record, now);
  const page = `${origin}/MyOrders/${view.id}`;
  const buyer = view.role === "buyer";
  const other = view.counterparty.display_name;
  const file = calendarFile({
    uid: `${view.id}.${view.role}@goodstreet`,
    sequence: record.order.rev,
    cancelled,
    starts: view.collection_date,
    ends: view.collection_ends_at,
    now,
    summary: `${buyer ? "Pick up" : "Hand over"}: ${view.item.title}`,
    location: view.collection_address ?? view.collection_summary,
    description: [
      buyer ? `From ${other}: show the code on your order page.` : `To ${other}: ask for the code on their order page.`,
      ...(view.collection_address === null ? [view.collection_address_text] : []),
      page,
    ].join("\n"),
    url: page,
    remindBeforeMinutes: REMINDER_BEFORE_MS.hours / MINUTE_MS,
  });
  return done(file);
}
