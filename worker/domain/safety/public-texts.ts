/**
 * Every text of a person that others can read or a search finds, by table and column, and what it is read for (D63). A
 * test fails for a text column of the schema that is neither here nor among `NOT_PUBLIC`; each way in asks this file.
 */
import type { FieldProblem } from "../result.ts";
import { screenMessage } from "./content-filter/screen.ts";
import type { FilterReason } from "./content-filter/verdict.ts";
import { checkGoods, type GoodsMatch } from "./prohibited-goods/check.ts";

interface PublicText {
  /** Read for contact details and payment outside. */
  contact: boolean;
  /**
   * Read for goods that may not be sold: as a title, where a name alone offers them, or as a sentence. Null: the text offers
   * nothing.
   */
  goods: "title" | "sentence" | null;
  /** Its name in the API, if that is another. */
  field?: string;
}

const TITLE: PublicText = { contact: true, goods: "title" };
const SENTENCE: PublicText = { contact: true, goods: "sentence" };
/** "The bag was a copy": what a person got must be sayable. */
const OPINION: PublicText = { contact: true, goods: null };
/** Staff answer for what they write: an ad may link, and an announcement names what may not be sold. */
const STAFF_AD: PublicText = { contact: false, goods: "sentence" };
const STAFF_NEWS: PublicText = { contact: false, goods: null };

export const PUBLIC_TEXTS = {
  items: {
    title: TITLE,
    description: SENTENCE,
    tags: SENTENCE,
    suburb: SENTENCE,
    city: SENTENCE,
    location: SENTENCE,
  },
  item_knowledge: { public_notes: SENTENCE },
  item_causes: { name: SENTENCE },
  bundles: { title: TITLE, description: SENTENCE },
  special_offers: { title: TITLE, description: SENTENCE },
  moving_sales: { title: TITLE, description: SENTENCE },
  requests: { title: TITLE, description: SENTENCE, suburb: SENTENCE, city: SENTENCE },
  // "Bong Nguyen" is a name, so that a name alone offers nothing here.
  profiles: { full_name: SENTENCE, suburb: SENTENCE, city: SENTENCE },
  stores: { name: SENTENCE, description: SENTENCE },
  businesses: { name: SENTENCE },
  seller_questions: { answer: { ...SENTENCE, field: "text" } },
  ratings: { comment: OPINION, reply: { ...OPINION, field: "text" } },
  advertisements: { title: STAFF_AD, description: STAFF_AD },
  announcements: { title: STAFF_NEWS, source: STAFF_NEWS },
} as const satisfies Record<string, Record<string, PublicText>>;

export type PublicTable = keyof typeof PUBLIC_TEXTS;
export type PublicTexts<T extends PublicTable> = {
  readonly [C in keyof (typeof PUBLIC_TEXTS)[T]]?: string | null | undefined;
};

/** Text columns of the same tables that are not read, with the reason. */
export const NOT_PUBLIC: Readonly<Record<string, string>> = {
  "items.category": "One of a list.",
  "items.condition": "One of a list.",
  "items.giveaway": "One of a list.",
  "items.postcode": "Four digits.",
  "items.collection_address": "Shown to a buyer who has paid (D9).",
  "items.collection_zone": "A time zone of a list.",
  "items.search_forms": "Calculated from title, description and tags.",
  "items.keywords": "Calculated from tags and search_forms.",
  "items.place": "Calculated from suburb, city and location.",
  "item_knowledge.negotiation_notes": "Never shown or quoted (D4).",
  "item_causes.abn": "Eleven digits that were checked.",
  "bundles.collection_address": "Shown to a buyer who has paid (D9).",
  "moving_sales.collection_zone": "A time zone of a list.",
  "moving_sales.status": "One of a list.",
  "requests.category": "One of a list.",
  "requests.postcode": "Four digits.",
  "profiles.email": "Never shown to others.",
  "profiles.phone": "Never shown to others.",
  "profiles.country": "One of a list.",
  "profiles.state_region": "One of a list.",
  "profiles.postcode": "Four digits.",
  "profiles.collection_address": "Shown to a buyer who has paid (D9).",
  "profiles.ban_reason": "Written by staff, for the person.",
  "profiles.restriction_reason": "Written by staff, for the person.",
  "stores.name_key": "Calculated from the name.",
  "businesses.abn": "Eleven digits that were checked.",
  "businesses.description": "No route writes it.",
  "businesses.website": "A business shows its own website.",
  "businesses.phone": "Never shown to others.",
  "seller_questions.question": "The buyer's, who may not give contact details to Knowzee.",
  "advertisements.image_url": "The address of a picture that staff uploaded.",
  "advertisements.link_url": "Where an ad of staff leads.",
  "advertisements.start_date": "A date.",
  "advertisements.end_date": "A date.",
  "announcements.html": "Calculated from the source.",
};

/**
 * Tables without a text that others read, with copies of the texts above, with what two people write to each other, which
 * the message filter reads, or with what staff write for the site.
 */
export const PRIVATE_TABLES = `
  accepted_offers account_deletions accounts ad_days ad_events ai_settings announcements_seen app_keys appeals
  audit_log audit_seals auth_challenges authenticator_apps backup_changes balance_transactions blocks
  books_differences bundle_items cart_items cash_claims chargeback_shares circle_legs circles collection_confirmations
  confirmed_phones conversation_members conversations crypto_hashes crypto_prices crypto_quotes daily_figures
  data_exports earlier_emails email_change_stops email_changes failed_collections follow_digests giveaway_entries
  giveaways global_theme_settings hold_hours homepage_content idempotency_keys identities images item_places
  item_views ledger limit_claims listing_drafts mail_outbox market_counts matching_progress messages money_returns
  moving_sale_items negotiation_messages negotiations new_listings notification_preferences notifications
  one_time_tokens order_events orders passkeys payment_confirmations payment_parts payment_reveals payment_reversals
  payments payout_accounts payout_holds payout_set_offs phone_codes price_adjustments price_changes price_offers
  promotions provider_events purchase_orders purchases push_subscriptions quick_replies recovery_codes refunds reports
  request_matches request_words saved_searches seller_follows seller_refunds service_state sessions site_settings
  special_offer_items strikes support_answers support_requests text_messages throttles trade_items trades transactions
  transfers wish_events wish_list_items wish_lists wish_watches`;

/** What to leave out, in a sentence. */
const NAMED: Readonly<Record<FilterReason, string | null>> = {
  phone: "phone numbers",
  email: "email addresses",
  link: "links",
  address: "street addresses",
  handle: "names on other apps",
  off_platform: "invitations to talk elsewhere",
  outside_payment: "payment details and payments in advance",
  payid: "payment details and payments in advance",
  crypto: "payment details and payments in advance",
  gift_card: "payments by gift card",
  overpayment: "payments through others",
  courier: "payments through others",
  code: "codes",
  credentials: "passwords and identity papers",
  disguised: null,
};

/** Where two fields together give what neither gives alone. */
const SPLIT: readonly FilterReason[] = ["phone", "email", "link"];

type Listed = Readonly<Record<string, PublicText>>;

/**
 * Returns the first text that gives a contact, or asks for payment outside, with what to leave out; null without one.
 * @param ownHost host of this site, whose pages may be linked.
 */
export function contactProblem<T extends PublicTable>(
  table: T,
  texts: PublicTexts<T>,
  ownHost?: string,
): FieldProblem | null {
  const listed: Listed = PUBLIC_TEXTS[table];
  const read = Object.entries(texts as Record<string, string | null | undefined>).flatMap(([column, text]) =>
    text && listed[column]?.contact ? [{ field: listed[column].field ?? column, text }] : [],
  );
  const context = { stage: "public", ...(ownHost !== undefined && { own_host: ownHost }) } as const;
  for (const { field, text } of read) {
    const { reasons } = screenMessage(text, context);
    if (reasons.length > 0) return { field, message: leaveOut(reasons) };
  }
  const parts = read.filter(({ text }) => /[\d@]/.test(text));
  const last = parts.at(-1);
  if (!last || parts.length < 2) return null;
  const { reasons } = screenMessage(parts.map(({ text }) => text).join(" "), context);
  const split = reasons.filter((reason) => SPLIT.includes(reason));
  return split.length > 0 ? { field: last.field, message: leaveOut(split) } : null;
}

function leaveOut(reasons: readonly FilterReason[]): string {
  const [first = "contact details", ...more] = new Set(reasons.flatMap((reason) => NAMED[reason] ?? []));
  const what = more.length === 0 ? first : `${[first, ...more.slice(0, -1)].join(", ")} and ${more.at(-1)}`;
  return `Please leave out ${what}: everyone can read this. People reach you here.`;
}

/** Whether the texts may be published as they are. */
export function isPublishable<T extends PublicTable>(table: T, texts: PublicTexts<T>): boolean {
  return contactProblem(table, texts) === null && offeredGoods(table, texts).length === 0;
}

/** Returns what the texts offer that may not be sold, or not at once, with the field of each. */
export function offeredGoods<T extends PublicTable>(
  table: T,
  texts: PublicTexts<T>,
): { field: string; match: GoodsMatch }[] {
  const listed: Listed = PUBLIC_TEXTS[table];
  return Object.entries(texts as Record<string, string | null | undefined>).flatMap(([column, text]) => {
    const rule = listed[column];
    if (!text || !rule?.goods) return [];
    const { matches } = checkGoods(rule.goods === "title" ? { title: text } : { title: "", description: text });
    return matches.filter(({ answer }) => answer !== "note").map((match) => ({ field: rule.field ?? column, match }));
  });
}
