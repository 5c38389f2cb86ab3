/**
 * Maps unsettled payments to the view of staff: complete, except for account numbers, which a decision does not need.
 */

import type { BankDetails } from "#contract/account/profiles";
import type {
  AdminPayment,
  AdminPaymentDetail,
  AdminReversal,
  ChargebackToShare,
  ReversalSummary,
} from "#contract/admin/payment-queue";
import type { OrderEventView } from "#contract/orders";
import { centsToDollars } from "#domain/money";
import { namedHash, type OrderCrypto, type PaymentReversal } from "#domain/orders/order";
import { reversalKind } from "#domain/orders/order-reversal";
import { pick } from "#domain/pick";
import { presentPerson } from "../../safety/reports/present.ts";
import type { ListedReversal, PaymentFile, PaymentRow, ReversalRow } from "./queries.ts";

const parsed = <T>(json: string | null): T | null => (json === null ? null : (JSON.parse(json) as T));

export function presentPayment(row: PaymentRow, now: number): AdminPayment {
  const crypto = parsed<OrderCrypto>(row.crypto);
  const decision = parsed<{ event: OrderEventView["kind"]; note?: string }>(row.decision);
  return {
    order_id: row.id,
    ...pick(row, "status", "payment_method", "card_state", "confirmation_deadline", "created_at", "paid_at"),
    amount: centsToDollars(row.amount_cents),
    reference_number: row.bank_reference,
    crypto: crypto && {
      ...pick(crypto, "coin", "network", "amount_text"),
      tx_hash: namedHash(crypto),
      contested: crypto.contested_hash !== undefined,
    },
    item: { id: row.item_id, title: row.item_title, image_url: row.item_image_url },
    buyer: presentPerson(row.buyer, now),
    seller: presentPerson(row.seller, now),
    dispute: parsed(row.dispute),
    reversal:
      parsed<PaymentReversal[]>(row.reversals)
        ?.map(({ kind, opened_at, outcome }) => ({ kind, opened_at, outcome }))
        .at(-1) ?? null,
    decision: decision && { event: decision.event, note: decision.note ?? null, at: row.decided_at ?? 0 },
  };
}

const presentReversal = (row: ReversalRow): ReversalSummary => ({
  ...pick(row, "id", "status", "due_at", "created_at", "closed_at"),
  kind: reversalKind(row),
  amount: centsToDollars(row.amount_cents),
  fee: centsToDollars(row.fee_cents),
});

export function presentListedReversal(row: ListedReversal, now: number): AdminReversal {
  const owes = row.topup === 1 && row.kind === "chargeback" && row.status !== "won";
  return {
    ...presentReversal(row),
    payment_id: row.intent_id,
    payer: presentPerson(row.payer, now),
    orders: JSON.parse(row.orders) as AdminReversal["orders"],
    owed: owes ? centsToDollars(row.amount_cents - row.taken_cents) : 0,
    to_share: presentShareable(row, now),
    problem: row.last_error,
  };
}

interface ShareableOrder {
  id: string;
  title: string;
  seller: object;
  price: number;
  collected: number;
  sent: number;
}

function presentShareable({ shareable, amount_cents: cents }: ListedReversal, now: number): ChargebackToShare | null {
  if (shareable === null) return null;
  return {
    amount: centsToDollars(cents),
    orders: (JSON.parse(shareable) as ShareableOrder[])
      .toSorted((a, b) => a.price - b.price || (a.id < b.id ? -1 : 1))
      .map(({ id, title, seller, price, collected, sent }) => ({
        id,
        title,
        seller: presentPerson(JSON.stringify(seller), now),
        price: centsToDollars(price),
        collected: collected === 1,
        sent: centsToDollars(sent),
      })),
  };
}

/** Visible digits at the end of an account number. */
const SHOWN_DIGITS = 3;

export function presentPaymentDetail(file: PaymentFile, dashboard: string | null, now: number): AdminPaymentDetail {
  const { payment } = file;
  const bank = parsed<BankDetails>(payment.bank_details);
  const partyOf = (id: string | null) =>
    id === payment.buyer_id ? ("buyer" as const) : id === payment.seller_id ? ("seller" as const) : null;
  return {
    ...presentPayment(payment, now),
    decidable:
      payment.status === "disputed" &&
      !file.reversals.some((one) => one.status === "open" && reversalKind(one) === "chargeback"),
    reversals: file.reversals.map(presentReversal),
    collection_date: payment.collection_date,
    collection_zone: payment.collection_zone,
    events: file.events.map(({ kind, actor_id, staff, at }) => ({
      kind,
      by: staff === 1 ? ("staff" as const) : (partyOf(actor_id) ?? ("service" as const)),
      at,
    })),
    confirmations: file.confirmations.map(({ status, created_at, confirmation_deadline, payment_confirmed_at }) => ({
      status,
      created_at,
      confirmation_deadline,
      payment_confirmed_at,
    })),
    card_payments: file.intents.map(({ id, status }) => ({
      id,
      status,
      url: dashboard === null ? null : `${dashboard}/payments/${id}`,
    })),
    claimed_by: file.claimed_by,
    paid_to: bank && {
      account_name: bank.account_name,
      account_end: bank.account_number.slice(-SHOWN_DIGITS),
    },
    refunds: file.refunds.map(({ amount_cents, status, created_at }) => ({
      amount: centsToDollars(amount_cents),
      status,
      created_at,
    })),
    conversation: file.lines.map(({ sender_id, text, at }) => ({ from: partyOf(sender_id) ?? "event", text, at })),
    server_now: now,
  };
}
