/**
 * Independent model of one order: derives its state from what happened and when. Written from D18, D20, D30, D31, D53
 * and D55.
 */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The collection first agreed, the same for all orders of these histories; it lasts an hour. */
export const COLLECTION = Date.UTC(2026, 10, 21) + 7 * DAY;

/** Before the collection, a bank transfer must arrive by `bank` and a card payment by `card` (D55). */
export const PAID_BY = { bank: COLLECTION - DAY, card: COLLECTION, cash: COLLECTION, free: Number.POSITIVE_INFINITY };

/** In Melbourne, whose clock does not change and which has no public holiday in these weeks (D80). */
function twoBusinessDaysAfter(at: number): number {
  let later = at;
  for (let left = 2; left > 0; ) {
    later += DAY;
    const weekday = new Date(later + 11 * HOUR).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return later;
}

export type Person = "seller" | "ann" | "ben" | "cat";
export type Method = "bank" | "card" | "cash" | "free";

export interface Fact {
  what:
    | "placed"
    | "sent"
    | "denied"
    | "confirmed"
    | "cancelled"
    | "collected"
    | "attached"
    | "card_failed"
    | "intent_cancelled"
    | "card_paid"
    /** The payment bought nothing and must be refunded. */
    | "unwanted_money"
    | "money_back"
    | "handed_over"
    | "wrong_code"
    | "disputed"
    | "accepted"
    | "released"
    | "refunded"
    | "called_off"
    | "missed"
    /** A purchase of several items failed after this order. */
    | "withdrawn"
    /** Another collection time, by the party `side`, and the answer of the other one. */
    | "proposed"
    | "agreed"
    | "turned_down";
  at: number;
  question?: string;
  intent?: string;
  by?: "buyer" | "service";
  side?: "buyer" | "seller";
  from?: number;
}

export interface OrderFacts {
  id: string;
  user: Person;
  amount: number;
  method: Method;
  facts: Fact[];
}

interface View {
  status: string;
  paid: boolean;
  card: { intent: string; state: string } | null;
  failed: boolean;
  /** Whether an expiry is exempt from a strike. */
  exempt: boolean;
  wrong: number;
  lockedUntil: number;
  resolved: boolean;
  /** The latest payment confirmation asked of the seller, and the outcome of each. */
  asked: string | null;
  answers: Map<string, string>;
  /** Start of the agreed collection, and the proposals to move it. */
  collection: number;
  proposals: { id: string; side: "buyer" | "seller"; from: number; until: number; answer: string | null }[];
  /** The expected events of the order. */
  lines: string[];
}

const seen = new WeakMap<OrderFacts, Map<number, View>>();

export function viewOf(order: OrderFacts, now: number): View {
  const views = seen.get(order) ?? new Map<number, View>();
  seen.set(order, views);
  const known = views.get(now) ?? deriveView(order, now);
  views.set(now, known);
  return known;
}

export function orderState(order: OrderFacts, now: number): string {
  return viewOf(order, now).status;
}

function deriveView(order: OrderFacts, now: number): View {
  const view: View = {
    status: "",
    paid: false,
    card: null,
    failed: false,
    exempt: false,
    wrong: 0,
    lockedUntil: 0,
    resolved: false,
    asked: null,
    answers: new Map(),
    collection: COLLECTION,
    proposals: [],
    lines: [],
  };
  let due = Number.POSITIVE_INFINITY;
  const to = (status: string, line: string, dueAt = Number.POSITIVE_INFINITY) => {
    view.status = status;
    view.lines.push(line);
    due = dueAt;
  };
  const expire = (excused: boolean) => {
    to("expired", "expired");
    view.exempt = excused || view.failed || view.answers.size > 0;
  };
  const answer = (how: string) => {
    if (view.asked !== null) view.answers.set(view.asked, how);
  };
  const pass = (at: number) => {
    if (at < due) return;
    if (view.status === "payment_pending_seller_confirmation") {
      to("disputed", "disputed");
      answer("lapsed");
    } else if (view.status === "awaiting_collection") {
      to("expired", "not_collected");
    } else if (view.status === "awaiting_payment") {
      // Money may be on its way, so the order keeps the item until the provider has cancelled.
      if (view.card?.state === "open") view.card = { ...view.card, state: "closing" };
      if (view.card?.state !== "closing") expire(false);
    }
  };

  /** An order paid at pick-up waits for its code until a day after the collection. */
  const waitForCode = () => {
    due = view.collection + HOUR + DAY;
  };

  for (const { what, at, question = "", intent = "", by, side = "buyer", from = 0 } of order.facts) {
    // An order placed with its evidence never waits for it, however close the collection is.
    if (what !== "sent" || at !== order.facts[0]?.at) pass(at);
    switch (what) {
      case "placed":
        to(
          "awaiting_payment",
          "placed",
          Math.min(
            at + { bank: 3 * DAY, card: 30 * MINUTE, cash: Infinity, free: Infinity }[order.method],
            PAID_BY[order.method],
          ),
        );
        if (order.method !== "cash") break;
        to("awaiting_collection", "cash_agreed");
        waitForCode();
        break;
      case "sent":
        to("payment_pending_seller_confirmation", "evidence_submitted", Math.min(twoBusinessDaysAfter(at), COLLECTION));
        view.asked = question;
        answer("pending");
        break;
      case "denied":
        to("awaiting_payment", "payment_denied", Math.min(at + DAY, COLLECTION - HOUR));
        answer("not_received");
        // Too late to pay and confirm again.
        if (at >= COLLECTION - HOUR) expire(true);
        break;
      case "confirmed":
        to("payment_confirmed", "payment_confirmed");
        view.paid = true;
        answer("confirmed");
        break;
      case "accepted":
        to("payment_confirmed", "dispute_resolved");
        view.paid = true;
        view.resolved = true;
        answer("confirmed");
        break;
      case "released":
        to("completed", "dispute_resolved");
        view.resolved = true;
        break;
      case "cancelled":
        to("cancelled", "cancelled");
        break;
      case "collected":
        to("completed", "completed");
        break;
      case "handed_over":
        to("completed", "handed_over");
        view.paid = true;
        break;
      case "disputed":
        to("disputed", "dispute_opened");
        break;
      case "refunded":
        to("refunded", "refunded");
        if (view.card?.state === "paid") view.card = { ...view.card, state: "refund_due" };
        break;
      case "called_off":
        to("cancelled", "called_off");
        break;
      case "withdrawn":
        to("cancelled", "cancelled");
        break;
      case "missed":
        to("cancelled", "collection_missed");
        break;
      case "proposed":
        view.lines.push("time_proposed");
        view.proposals.push({
          id: question,
          side,
          from,
          until: Math.min(at + DAY, view.collection, from),
          answer: null,
        });
        break;
      case "agreed":
      case "turned_down": {
        view.lines.push(what === "agreed" ? "time_accepted" : "time_declined");
        view.proposals = view.proposals.map((one) => (one.id === question ? { ...one, answer: what } : one));
        if (what === "agreed") view.collection = view.proposals.find(({ id }) => id === question)?.from ?? 0;
        if (view.status === "awaiting_collection") waitForCode();
        break;
      }
      case "attached":
        view.card = { intent, state: "open" };
        break;
      case "card_failed":
        view.failed = true;
        view.exempt = true;
        view.lines.push("card_failed");
        break;
      case "intent_cancelled":
        view.card = view.card && { ...view.card, state: "cancelled" };
        if (view.status !== "awaiting_payment") break;
        if (at >= due) expire(false);
        else if (by === "buyer") to("cancelled", "cancelled");
        else expire(true);
        break;
      case "card_paid":
        view.card = { intent, state: "paid" };
        view.paid = true;
        to("payment_confirmed", "payment_confirmed");
        break;
      case "unwanted_money":
        view.card = { intent, state: "refund_due" };
        break;
      case "money_back":
        view.card = view.card && { ...view.card, state: "refunded" };
        break;
      case "wrong_code":
        view.wrong++;
        view.lockedUntil = view.wrong === 5 ? at + 15 * MINUTE : 0;
        if (view.wrong === 5) view.wrong = 0;
        break;
    }
  }
  pass(now);
  return view;
}
