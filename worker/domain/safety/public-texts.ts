/**
 * Every text of a person that others can read or a search finds, by table and column, and what it is read for (D63). A
 * test fails for a text column of the schema that is neither here nor in tests/unit/private-texts.json; each way in asks
 * this file.
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
