/**
 * Haggling with Knowzee (D4, D11, D40, D45). Amounts are decimal dollars.
 * Nothing here carries the seller's minimum or the rung made from it.
 */
import * as z from "zod/mini";
import { POLICY_BOUNDS } from "#domain/knowzee/engine";
import { id, text } from "./fields.ts";
import type { ReserveItemReply } from "./reservations.ts";

export const MESSAGE_MAX = 1_000;

/**
 * POST /functions/v1/agent-negotiate, also at /api/agent-negotiate. Refusals: 409 `not_negotiable` ("Knowzee not available
 * for this item"), 409 `item_unavailable` or `item_sold`, 403 `own_item`, 422 `invalid`, 429 `too_many_requests`.
 */
export const NegotiateBody = z.strictObject({
  itemId: id,
  userMessage: text(1, MESSAGE_MAX, "Please write a message."),
  /** Accepted and ignored: there is one conversation of a buyer and an item, whatever it says. */
  conversationId: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  /** Has to be the signed-in account. */
  buyerId: z.optional(id),
});
export type NegotiateInput = z.input<typeof NegotiateBody>;

/** POST /api/demo-items/:demo_item/negotiate: what the visitor has said so far, oldest first. Nothing of it is stored. */
export const DemoNegotiateBody = z.strictObject({
  messages: z
    .array(text(1, MESSAGE_MAX, "Please write a message."))
    .check(z.minLength(1), z.maxLength(12, "That was all for an example. Close it to start again.")),
});

/** The whole conversation. Demo items cannot be bought, so no amount in it can be accepted (D3). */
export interface DemoNegotiationReply {
  messages: ConversationMessage[];
}

/** The negotiation reply. The price is this amount, never one read out of the text. */
export interface NegotiationReply {
  success: true;
  error: null;
  conversationId: string;
  response: string;
  /** What the Accept button buys at; null while nothing but the listed price stands. */
  counterOfferAmount: number | null;
  /** True only once the buyer pressed Accept: words never accept. */
  offerAccepted: boolean;
  /** ISO 8601, end of the ten minutes of `counterOfferAmount`. */
  expiresAt: string | null;
}

/**
 * What a message of the assistant does. `counter` and `final` are captioned with `counter_no`; `confirm` answers
 * "I accept your offer"; `accept_offer` says yes to the buyer's own number. All four bring the Accept button.
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

export interface ConversationMessage {
  /** Rises with the conversation; the same message has the same id on every device. */
  id: string;
  from: "buyer" | "knowzee" | "system";
  text: string;
  at: number;
  /** The amount this message puts on the table; null for talk. */
  amount: number | null;
  /** Null for the buyer's own messages. */
  act: NegotiationAct | "accepted" | "upsell" | null;
  counter_no: 1 | 2 | 3 | null;
  /** The one other item of the seller the assistant points at (`upsell`). */
  item: { id: string; title: string; price: number } | null;
}

export interface AcceptedOffer {
  amount: number;
  /** Until then Buy Now charges this amount (D40). */
  expires_at: number;
}

/** GET /api/items/:id/negotiation: the caller's own conversation about the item, or null before the first message. */
export interface ConversationView {
  id: string;
  item_id: string;
  /** Rises with every change; a client drops a view with a lower one than it has shown. */
  rev: number;
  /** Oldest first, the last 200. */
  messages: ConversationMessage[];
  /** What Accept buys at now; null when nothing stands or its ten minutes are over. */
  standing_amount: number | null;
  /** End of the ten minutes of the latest amount, also when they are over ("Offer expired"); null before the first. */
  expires_at: number | null;
  counter_no: 1 | 2 | 3 | null;
  /** The final offer was made; until `final_until` there is no other one (D45). */
  final: boolean;
  final_until: number | null;
  accepted: AcceptedOffer | null;
  server_now: number;
}

/**
 * POST /api/negotiations/:id/accept. The amount has to be the one on the table: 409 `stale` with `details.current.amount`
 * when it is another by now, 410 `gone` ("Offer expired") after its ten minutes, 404 for somebody else's conversation, 409
 * `item_unavailable` while another buyer holds the item. Repeating it returns the same hold.
 */
export const AcceptOffer = z.strictObject({ amount: z.number().check(z.positive("Enter an amount in dollars.")) });

export interface AcceptOfferReply extends ReserveItemReply {
  conversation_id: string;
  /** What the hold charges. */
  price: number;
  list_price: number;
  /** The accepted offer's own end, for another try after the hold has lapsed. */
  accepted_until: number;
}

/** Frame of GET /api/items/:id/live, sent to the sockets of the buyer alone, after every change of the conversation. */
export interface NegotiationFrame {
  type: "negotiation";
  conversation: ConversationView;
}

const percent = ({ min, max }: { min: number; max: number }) =>
  z.int("Enter a whole number.").check(z.minimum(min, `At least ${min}.`), z.maximum(max, `At most ${max}.`));
const steps = z.tuple([percent(POLICY_BOUNDS.k), percent(POLICY_BOUNDS.k), percent(POLICY_BOUNDS.k)]);

/**
 * The policy's numbers, whole percentages within the engine's POLICY_BOUNDS. None of them can bring a price below a
 * seller's reserve.
 */
export const PolicySettings = z.strictObject({
  /** Width of a rung; counts for minimums stated from now on. */
  step_percent: percent(POLICY_BOUNDS.step_percent),
  /** Share of the gap given up at the first, second and third counter. */
  k: z.strictObject({ soft: steps, normal: steps, tough: steps }),
  /** An offer this close to the list price is taken. */
  near_list_percent: percent(POLICY_BOUNDS.near_list_percent),
  /** At the third turn an offer of this share of the ask is taken. */
  final_accept_percent: percent(POLICY_BOUNDS.final_accept_percent),
});

const phrases = z.array(text(1, 200)).check(z.maxLength(5, "Up to five phrases."));

/** PUT /api/admin/ai-settings. Every save is a new version; an older one is restored by saving its values again. */
export const AiSettingsBody = z.strictObject({
  /** The version these values were edited from: 409 `stale` when another admin has saved since. */
  version: z.int().check(z.minimum(0)),
  /** A language model words the replies; off: our own phrases. */
  narrator_enabled: z.boolean(),
  model: text(0, 100),
  temperature: z.number("Enter a number.").check(z.minimum(0, "At least 0."), z.maximum(1, "At most 1.")),
  style: text(0, 1_000),
  greetings: phrases,
  closings: phrases,
  policy: PolicySettings,
});
export type AiSettingsInput = z.input<typeof AiSettingsBody>;
export type AiSettingsValue = z.output<typeof AiSettingsBody>;

export interface AiSettingsVersion extends AiSettingsValue {
  saved_at: number | null;
  /** Display name of the admin; null for the settings the service starts with. */
  saved_by: string | null;
}

/** GET (and reply of PUT) /api/admin/ai-settings: what is in force, and the last 20 versions, newest first. */
export interface AiSettingsReply {
  current: AiSettingsVersion;
  versions: AiSettingsVersion[];
  /** Whether an endpoint for a language model is configured at all; without one `narrator_enabled` changes nothing. */
  narrator_configured: boolean;
}

/** POST /api/admin/ai-settings/preview: an invented listing is haggled over with settings that are not saved. */
export const AiPreviewBody = z.strictObject({
  settings: z.omit(AiSettingsBody, { version: true }),
  list_price: z.number().check(z.minimum(1), z.maximum(100_000)),
  minimum_price: z.number().check(z.minimum(1), z.maximum(100_000)),
  tone: z.enum(["soft", "normal", "tough"]),
  messages: z.array(text(1, MESSAGE_MAX)).check(z.minLength(1), z.maxLength(6, "Up to six messages.")),
});

export interface AiPreviewReply {
  messages: ConversationMessage[];
  /** Worded by the model at least once; else by our own phrases. */
  narrated: boolean;
}
