/**
 * Commands of a negotiation with Knowzee. The rules are in domain/negotiation/negotiation-session. A negotiation is
 * written together with the room's state, so that an accepted offer and its hold exist together or not at all.
 */
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { NegotiationView } from "#contract/negotiation";
import { discountedCents } from "#domain/checkout/pricing";
import type { Hold } from "#domain/holds/availability";
import { centsToDollars } from "#domain/money";
import type { PublicFacts } from "#domain/negotiation/knowzee/answers";
import type { Policy, Tone } from "#domain/negotiation/knowzee/engine";
import { copyFor } from "#domain/negotiation/knowzee-copy";
import {
  type AcceptanceDecision,
  accept,
  addMessage,
  COMPARED_MS,
  type Compared,
  meetsLaterReserve,
  type NegotiationSession,
  openSession,
  type UpsellItem,
} from "#domain/negotiation/negotiation-session";
import type { SellerAnswer } from "#domain/negotiation/seller-answers";
import {
  askSeller,
  giveAnswer,
  OPEN_QUESTIONS_MAX,
  type QuestionDecision,
  shareAnswer,
} from "#domain/negotiation/seller-questions";
import { pick } from "#domain/pick";
import { refuse } from "#domain/result";
import { DEFAULT_TIME_LIMITS, type TimeLimits } from "#domain/time-limits";
import { command, refused, replied, type Step } from "../command.ts";
import { negotiationView } from "../negotiation-rows.ts";
import { orderExists } from "../refusals.ts";
import { currentOrder, type RoomState } from "../state.ts";
import { reserve } from "./holds.ts";

/**
 * A buyer's message with all input for Knowzee's decision. `reserveCents` is derived from the seller's minimum price;
 * the minimum itself is not passed. `laterReserveCents` takes its place while several new accounts seem to search for it.
 */
export interface Negotiate {
  buyerId: string;
  /** For a negotiation that begins with this message. */
  conversationId: string;
  /** The acceptance that an order has used; null without one. */
  spentId: string | null;
  /** Repeating the command with this ref adds no second message. */
  ref: string;
  text: string;
  /** From the amount field: needs no parsing. */
  amountCents: number | null;
  reserveCents: number;
  laterReserveCents: number;
  tone: Tone;
  policy: Policy;
  /** The buyer's email address is not confirmed. */
  unconfirmed: boolean;
  /** The buyer's account is new. */
  fresh: boolean;
  percentOff: number | null;
  facts: PublicFacts;
  /** What the seller answered to earlier buyers. */
  answers: readonly SellerAnswer[];
  greetings: string[];
  closings: string[];
  upsell: { item: UpsellItem; text: string } | null;
  /** Deadlines from the current site settings. Absent: the defaults. */
  clocks?: TimeLimits;
}

export interface NegotiateReply {
  conversation: NegotiationView;
  /** Sequence numbers of the buyer's message and of the one that answers it. */
  message_seq: number;
  answer_seq: number;
  /** The message was answered before; nothing was changed. */
  repeated: boolean;
  /** What Buy Now charges without negotiation. */
  list_cents: number;
}

export interface OfBuyer {
  buyerId: string;
}

const buyer = ({ buyerId }: OfBuyer) => buyerId;

/** Drops an accepted price once an order has used it, because it cannot be bought at again (A69). */
function withoutSpent(session: NegotiationSession | null, spentId: string | null): NegotiationSession | null {
  return spentId !== null && session?.accepted?.id === spentId ? { ...session, accepted: null } : session;
}

/** Answers a buyer's message to Knowzee. A repeated message gets the answer that it got before. */
export const negotiate = command(
  "negotiate",
  (state, input: Negotiate, { now, negotiation: known }): Step<NegotiateReply> => {
    const negotiation = withoutSpent(known, input.spentId);
    const { item } = state;
    const { buyerId } = input;
    const list = input.percentOff ? discountedCents(item.price_cents, input.percentOff) : item.price_cents;
    const replyOf = (session: NegotiationSession, repeated: boolean) => (conversation: NegotiationView) => ({
      conversation,
      ...pairOf(session, input.ref),
      repeated,
      list_cents: list,
    });
    if (negotiation?.messages.some(({ ref }) => ref === input.ref)) {
      const view = negotiationView(negotiation, item.price_cents, now);
      return replied(state, replyOf(negotiation, true)(view));
    }
    if (item.status === "removed") return refused(state, NOT_FOUND);
    if (item.seller_id === buyerId) return refused(state, refuse("own_item", MESSAGES.ownItem));
    const order = currentOrder(state);
    if (order?.buyer_id === buyerId) return refused(state, orderExists(order));
    if (item.status === "sold") return refused(state, refuse("item_sold", MESSAGES.justSold));
    if (item.status !== "active") return refused(state, refuse("item_unavailable", MESSAGES.notAvailable));

    const { price_cents: price } = item;
    const before =
      negotiation ?? openSession({ id: input.conversationId, item_id: state.item_id, buyer_id: buyerId }, list, now);
    const later = meetsLaterReserve(state.compared ?? [], before.id, now);
    const next = addMessage(
      before,
      {
        ...pick(input, "ref", "text", "upsell"),
        amount_cents: input.amountCents,
        terms: {
          list_cents: list,
          reserve_cents: input.reserveCents,
          ...(later && { later_reserve_cents: input.laterReserveCents }),
          ...pick(input, "tone", "policy", "unconfirmed"),
        },
        list_cents: price,
        words: copyFor({ ...input, list_cents: list }),
        ...(input.clocks && { offer_ms: input.clocks.offer_ms }),
      },
      now,
    );
    const compared = comparedAfter(state, next, { now, fresh: input.fresh });
    return stored({ ...state, compared }, { before, next, now }, replyOf(next, false));
  },
  { buyer, sends: ({ conversation, repeated }) => (repeated ? null : conversation) },
);

/** Returns the numbers of a buyer's message and of its answer. */
function pairOf({ messages }: NegotiationSession, ref: string) {
  const said = messages.find((message) => message.ref === ref)?.seq ?? 0;
  const answer = messages.find(({ seq, from, act }) => seq > said && from === "knowzee" && act !== "upsell");
  return { message_seq: said, answer_seq: answer?.seq ?? 0 };
}

export interface AcceptOffer {
  buyerId: string;
  conversationId: string;
  amountCents: number;
  holdId: string;
  acceptanceId: string;
  /** An order has been placed with the latest acceptance. */
  orderPlaced: boolean;
  /** Deadlines from the current site settings. Absent: the defaults. */
  clocks?: TimeLimits;
}

export interface AcceptedOffer {
  hold: Hold;
  conversation: NegotiationView;
  /** The item's own price. */
  list_cents: number;
}

/** Holds the item at Knowzee's current offer (D40). If two buyers accept concurrently, one succeeds. */
export const acceptOffer = command(
  "accept_offer",
  (state, input: AcceptOffer, context): Step<AcceptedOffer> => {
    const { now, negotiation: before } = context;
    const { buyerId, amountCents, clocks } = input;
    if (before?.id !== input.conversationId) return refused(state, NOT_FOUND);
    const { price_cents: price } = state.item;
    const decision = accept(
      before,
      {
        id: input.acceptanceId,
        amount_cents: amountCents,
        price_cents: price,
        used: input.orderPlaced,
        ...(clocks && { accepted_ms: clocks.accepted_ms }),
      },
      now,
    );
    if (!decision.ok) return refused(state, acceptRefusal(decision, price));
    const agreed = { listCents: price, chargedCents: amountCents };
    const step = reserve.reduce(
      state,
      { userId: buyerId, kind: "buy_now", holdId: input.holdId, agreed, ...(clocks && { clocks }) },
      context,
    );
    const held = step.reply(step.state);
    if (!held.ok) return refused(state, held);
    return stored(step.state, { before, next: decision.conversation, now }, (conversation) => ({
      hold: held.value.hold,
      conversation,
      list_cents: price,
    }));
  },
  { buyer, sends: ({ conversation }) => conversation },
);

/** Sends a message that Knowzee could not answer to the seller. */
export const askTheSeller = command(
  "ask_the_seller",
  (
    state,
    input: OfBuyer & { conversationId: string; spentId: string | null; questionId: string; seq: number },
    { now, negotiation },
  ) => {
    const before = withoutSpent(negotiation, input.spentId);
    if (before?.id !== input.conversationId || state.item.status === "removed") return refused(state, NOT_FOUND);
    return decided(state, before, askSeller(before, { id: input.questionId, seq: input.seq }, now), now);
  },
  { buyer, sends: (conversation) => conversation },
);

/** Adds the seller's answer to the buyer's negotiation. */
export const answerTheBuyer = command(
  "answer_the_buyer",
  (
    state,
    input: OfBuyer & {
      sellerId: string;
      spentId: string | null;
      questionId: string;
      seq: number;
      text: string;
      shared: boolean;
      agreed: boolean;
    },
    { now, negotiation },
  ) => {
    const before = withoutSpent(negotiation, input.spentId);
    if (!before || state.item.seller_id !== input.sellerId) return refused(state, NOT_FOUND);
    const { questionId: id, seq, text, shared, agreed } = input;
    const agreedAt = agreed ? state.item.price_cents : null;
    return decided(state, before, giveAnswer(before, { id, seq, text, shared, agreedAt }, now), now);
  },
  { buyer, sends: (conversation) => conversation },
);

/** Lets Knowzee repeat the seller's answer to other buyers, or stops that. The buyer sees no change. */
export const shareTheAnswer = command(
  "share_the_answer",
  (state, input: OfBuyer & { sellerId: string; seq: number; shared: boolean }, { now, negotiation: before }) => {
    if (!before || state.item.seller_id !== input.sellerId) return refused(state, NOT_FOUND);
    return decided(state, before, shareAnswer(before, { seq: input.seq, shared: input.shared }), now);
  },
  { buyer },
);

function decided(
  state: RoomState,
  before: NegotiationSession,
  decision: QuestionDecision,
  now: number,
): Step<NegotiationView> {
  if (decision.ok) return stored(state, { before, next: decision.session, now }, (conversation) => conversation);
  switch (decision.reason) {
    case "not_found":
      return refused(state, NOT_FOUND);
    case "too_many":
      return refused(
        state,
        refuse("wrong_state", `The seller has ${OPEN_QUESTIONS_MAX} of your questions to answer first.`),
      );
    case "unanswered":
      return refused(state, refuse("wrong_state", "Answer the question first."));
    case "answered":
      return refused(state, refuse("wrong_state", "You've already answered this question."));
  }
}

/** Returns the buyer's negotiation, or null before their first message. */
export const readNegotiation = command(
  "read_negotiation",
  (state, _input: OfBuyer, { now, negotiation }): Step<NegotiationView | null> =>
    replied(state, negotiation && negotiationView(negotiation, state.item.price_cents, now)),
  { buyer },
);

/** Stores a changed negotiation, which then counts towards the item's interest level, and replies with its view. */
function stored<Value>(
  state: RoomState,
  { before, next, now }: { before: NegotiationSession; next: NegotiationSession; now: number },
  value: (view: NegotiationView) => Value,
): Step<Value> {
  const step = replied(state, value(negotiationView(next, state.item.price_cents, now)));
  if (next === before) return step;
  const others = state.negotiations.filter(({ id }) => id !== next.id);
  const negotiations = [...others, { id: next.id, until: now + DEFAULT_TIME_LIMITS.offer_ms }];
  return { ...step, state: { ...state, negotiations }, writes: [next] };
}

/** Notes that bids of this negotiation were compared with the reserve, and forgets what is older than a day. */
function comparedAfter(
  { compared = [] }: RoomState,
  { id, standing }: NegotiationSession,
  { now, fresh }: { now: number; fresh: boolean },
): Compared[] {
  const others = compared.filter((other) => other.id !== id && now < other.at + COMPARED_MS);
  return standing.compared.length === 0 ? others : [...others, { id, at: now, fresh }];
}

function acceptRefusal(decision: Extract<AcceptanceDecision, { ok: false }>, priceCents: number) {
  switch (decision.reason) {
    case "expired":
      return refuse("gone", "Offer expired");
    case "used":
      return refuse("already_used", "You've already used this offer. Ask Knowzee for a new one.");
    case "repriced":
      return refuse("values_changed", MESSAGES.valuesChanged, { current: { price: centsToDollars(priceCents) } });
    case "other_amount":
      return refuse("stale", "Knowzee has offered a different price since. Please check it again.", {
        current: { amount: centsToDollars(decision.amount_cents) },
      });
  }
}
