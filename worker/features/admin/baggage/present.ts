import type { BaggageAction, BaggageEntry, BaggageKind } from "#contract/admin/baggage";
import { centsToDollars } from "#domain/money";
import { pick } from "#domain/pick";
import { presentPerson } from "../../safety/reports/present.ts";
import type { BaggageRow } from "./queries.ts";

/** What staff may do with each kind; some of it by another route than that of the baggage. */
export const ACTIONS: Record<BaggageKind, BaggageAction[]> = {
  uncollected: ["remind", "complete", "refund"],
  trades: ["call_off"],
  circles: ["call_off_circle"],
  circle_cases: ["close_case"],
  no_shows: ["uphold", "dismiss"],
  disputes: ["decide"],
  money_back: ["by_hand"],
  seller_refunds: ["refund", "decline"],
  refunds: ["retry", "by_hand"],
  payouts: ["retry"],
  waiting_proceeds: ["remind_seller"],
  payout_claims: ["retry", "write_off"],
  fraud_warnings: ["refund", "clear"],
  mails: ["retry", "leave"],
  half_made: ["settle"],
  orders: ["settle"],
  holds: ["settle"],
  photos: ["remove"],
};

type Role = BaggageEntry["people"][number]["role"];
const ROLES: Partial<Record<BaggageKind, readonly [Role, Role]>> = {
  trades: ["Offers", "Seller"],
  circle_cases: ["Got nothing", "Still has theirs"],
  holds: ["Holds it", "Seller"],
  photos: ["Owner", "Seller"],
};

function linkOf(kind: BaggageKind, id: string): string | null {
  switch (kind) {
    case "uncollected":
    case "no_shows":
    case "money_back":
    case "seller_refunds":
    case "disputes":
    case "orders":
    case "payouts":
    case "waiting_proceeds":
    case "payout_claims":
    case "fraud_warnings":
      return `/PaymentConfirmations?order=${id}`;
    case "holds":
      return `/ItemDetail/${id}`;
    default:
      return null;
  }
}

export function presentBaggage(kind: BaggageKind, row: BaggageRow, now: number): BaggageEntry {
  const [first, second] = ROLES[kind] ?? ["Buyer", "Seller"];
  return {
    kind,
    ...pick(row, "id", "title", "detail", "since"),
    amount: row.cents === null ? null : centsToDollars(row.cents),
    people: [
      ...(row.first === null ? [] : [{ role: first, person: presentPerson(row.first, now) }]),
      ...(row.second === null ? [] : [{ role: second, person: presentPerson(row.second, now) }]),
    ],
    link: linkOf(kind, row.id),
    actions: ACTIONS[kind],
  };
}
