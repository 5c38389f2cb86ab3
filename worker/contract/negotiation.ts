/**
 * Negotiation with Knowzee (D4, D11, D40, D45). Amounts are decimal dollars. No reply contains the seller's minimum
 * price or the ladder step derived from it.
 */
import * as z from "zod/mini";
import type { DealCondition } from "#domain/negotiation/knowzee/conditions";
import { POLICY_BOUNDS } from "#domain/negotiation/knowzee/engine";
import { dollars, id, text } from "./fields.ts";
import type { ReserveItemReply } from "./holds.ts";

export const MESSAGE_MAX = 1_000;

const offered = dollars.check(z.minimum(1, "Enter an amount in dollars."));

/**
 * POST /functions/v1/agent-negotiate, also at /api/agent-negotiate: sends a message to Knowzee. 409 `not_negotiable`
 * ("Knowzee not available for this item"), 409 `item_unavailable` or `item_sold`, 403 `own_item`, 422 `invalid`, 429
 * `too_many_requests`.
 */
export const NegotiateBody = z.strictObject({
  itemId: id,
  userMessage: text(1, MESSAGE_MAX, "Please write a message."),
  /** From the amount field: the buyer's offer, whatever the text says. Decimal dollars. */
  amount: z.optional(offered),
  /** Accepted but ignored: a buyer and an item have one negotiation. */
  conversationId: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  /** Must be the signed-in user. */
  buyerId: z.optional(id),
});
export type NegotiateInput = z.input<typeof NegotiateBody>;

/** POST /api/demo-items/:demo_item/negotiate: all messages of the visitor so far, oldest first. Nothing is stored. */
export const DemoNegotiateBody = z.strictObject({
  messages: z
    .array(text(1, MESSAGE_MAX, "Please write a message."))
    .check(z.minLength(1), z.maxLength(12, "That's the end of the example. Close it to start again.")),
});

/** The whole negotiation. Demo items cannot be bought, so no amount can be accepted (D3). */
export interface DemoNegotiationReply {
  messages: NegotiationMessage[];
}

/** Reply to a message. The price is `counterOfferAmount`, never a number in the text. */
export interface NegotiationReply {
  success: true;
  error: null;
  conversationId: string;
  response: string;
  /** The price that Accept buys at; null while only the list price applies. */
  counterOfferAmount: number | null;
  /** True only after the buyer has pressed Accept; messages never accept. */
  offerAccepted: boolean;
  /** ISO 8601: when `counterOfferAmount` expires. */
  expiresAt: string | null;
}

/**
 * What a message of Knowzee does. `counter` and `final` are labelled with `counter_no`; `confirm` answers "I accept
 * your offer"; `accept_offer` accepts the buyer's own amount. All four show the Accept button.
 */
export type NegotiationAct =
  | "greet"
  | "thanks"
  | "answer"
  | "hold"
  | "buy_at_list"
  | "counter"
  | "final"
  | "accept_offer"
  | "confirm"
  | "explain";

/** What Knowzee could not settle, for the seller to answer: the screen offers "Ask the seller" (D64). */
export interface AskSeller {
  /** What the buyer wants besides the price; empty for a question or an amount. */
  conditions: DealCondition[];
  /** The amount the buyer named with it, in dollars; null without one. */
  amount: number | null;
  /** The buyer's own words, as they can be sent to the seller. */
  text: string;
}

export interface NegotiationMessage {
  /** Rises within the negotiation; a message has the same id on every device. */
  id: string;
  /** `seller`: the seller's own answer. */
  from: "buyer" | "knowzee" | "seller" | "system";
  text: string;
  at: number;
  /** The price this message offers; null without one. */
  amount: number | null;
  /** Null for the buyer's own messages. */
  act: NegotiationAct | "accepted" | "upsell" | "asked" | "seller_answer" | null;
  counter_no: 1 | 2 | 3 | null;
  /** Another item of the seller that Knowzee suggests (`upsell`). */
  item: { id: string; title: string; price: number } | null;
  /** Only on Knowzee's replies, and only when something is left for the seller to decide. */
  ask_seller: AskSeller | null;
  /** The seller was asked what this reply could not settle. */
  question?: "asked" | "answered";
}

export interface AcceptedOffer {
  amount: number;
  /** Until this time Buy Now charges this amount (UTC ms, D40). */
  expires_at: number;
}

/** GET /api/items/:id/negotiation: the caller's own negotiation about the item, or null before the first message. */
export interface NegotiationView {
  id: string;
  item_id: string;
  /** Rises with every change. A client drops a view with a lower `rev` than it has shown. */
  rev: number;
  /** The last 200, oldest first. */
  messages: NegotiationMessage[];
  /** The price that Accept buys at now; null without an offer, or when it has expired. */
  standing_amount: number | null;
  /** When the latest offer expires or expired (UTC ms); null before the first. */
  expires_at: number | null;
  counter_no: 1 | 2 | 3 | null;
  /** The final offer was made; there is no other before `final_until` (D45). */
  final: boolean;
  final_until: number | null;
  accepted: AcceptedOffer | null;
  server_now: number;
}

/**
 * POST /api/negotiations/:id/accept: accepts the current offer and holds the item. 409 `stale` with
 * `details.current.amount` when the offer has changed, 410 `gone` ("Offer expired") when it has expired, 404 for
 * another user's negotiation, 409 `item_unavailable` while another buyer holds the item. Repeating the request returns
 * the same hold.
 */
export const AcceptOffer = z.strictObject({ amount: z.number().check(z.positive("Enter an amount in dollars.")) });

export interface AcceptOfferReply extends Omit<ReserveItemReply, "checkout"> {
  conversation_id: string;
  /** The price of the hold. */
  price: number;
  list_price: number;
  /** When the accepted offer expires (UTC ms); until then the item can be held again at this price. */
  accepted_until: number;
}

/** POST /api/negotiations/:id/questions: asks the seller what Knowzee could not settle. NegotiationView. */
export const AskSellerBody = z.strictObject({
  /** A reply of Knowzee with `ask_seller`. */
  message_id: z.string().check(z.regex(/^[1-9]\d{0,8}$/, "That ID isn't valid.")),
});

const percent = ({ min, max }: { min: number; max: number }) =>
  z.int("Enter a whole number.").check(z.minimum(min, `At least ${min}.`), z.maximum(max, `At most ${max}.`));
const steps = z.tuple([percent(POLICY_BOUNDS.k), percent(POLICY_BOUNDS.k), percent(POLICY_BOUNDS.k)]);

/** The negotiation policy: whole percentages within POLICY_BOUNDS. None allows a price below a seller's reserve. */
export const PolicySettings = z.strictObject({
  /** Distance between ladder steps; applies to minimum prices set from now on. */
  step_percent: percent(POLICY_BOUNDS.step_percent),
  /** Share of a raise that is given back, for the parts of a bid between BID_BANDS. */
  k: z.strictObject({ soft: steps, normal: steps, tough: steps }),
  /** An offer this close to the list price is accepted; also the least that a serious bid earns. */
  near_list_percent: percent(POLICY_BOUNDS.near_list_percent),
  /** At the third counter-offer, an offer of this share of the ask is accepted. */
  final_accept_percent: percent(POLICY_BOUNDS.final_accept_percent),
});

const phrases = z.array(text(1, 200)).check(z.maxLength(5, "Up to 5 phrases."));

/** PUT /api/admin/ai-settings. Every save creates a new version; restore an older one by saving its values again. */
export const AiSettingsBody = z.strictObject({
  /** The version that was edited: 409 `stale` when another admin has saved since. */
  version: z.int().check(z.minimum(0)),
  greetings: phrases,
  closings: phrases,
  policy: PolicySettings,
});
export type AiSettingsInput = z.input<typeof AiSettingsBody>;
export type AiSettingsValue = z.output<typeof AiSettingsBody>;

export interface AiSettingsVersion extends AiSettingsValue {
  saved_at: number | null;
  /** Display name of the admin; null for the default settings. */
  saved_by: string | null;
}

/** GET /api/admin/ai-settings, and the reply of PUT: the current settings and the last 20 versions, newest first. */
export interface AiSettingsReply {
  current: AiSettingsVersion;
  versions: AiSettingsVersion[];
}

/** POST /api/admin/ai-settings/preview: negotiates about a sample listing with unsaved settings. */
export const AiPreviewBody = z.strictObject({
  settings: z.omit(AiSettingsBody, { version: true }),
  list_price: z.number().check(z.minimum(1), z.maximum(100_000)),
  minimum_price: z.number().check(z.minimum(1), z.maximum(100_000)),
  tone: z.enum(["soft", "normal", "tough"]),
  messages: z.array(text(1, MESSAGE_MAX)).check(z.minLength(1), z.maxLength(6, "Up to 6 messages.")),
});

export interface AiPreviewReply {
  messages: NegotiationMessage[];
}
