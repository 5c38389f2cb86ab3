/** Maps reports to the view of staff. Reporters only get a receipt and later the outcome. */
import type { Photo } from "#contract/items";
import type {
  AdminReport,
  AdminReportDetail,
  EarlierDecision,
  ListingReviewFigures,
  MatchedRule,
  ReportReason,
  ReviewedListing,
  StaffUserView,
} from "#contract/safety";
import { displayName } from "#domain/account/display-name";
import type { Category } from "#domain/items/catalogue";
import { splitTags } from "#domain/items/listing";
import { centsToDollars } from "#domain/money";
import { pick } from "#domain/pick";
import { ruleOfKey, wordsOfKey } from "#domain/safety/prohibited-goods/check";
import { type AccountStatus, statusProblem } from "#domain/status/account-status";
import type { ContextRow, DecidedListing, ReportRow, UserRow } from "./queries.ts";

export function personOf(json: string): UserRow {
  const row = JSON.parse(json) as UserRow & Record<"is_suspended" | "is_banned" | "account_restricted", unknown>;
  return {
    ...row,
    is_suspended: Boolean(row.is_suspended),
    is_banned: Boolean(row.is_banned),
    account_restricted: Boolean(row.account_restricted),
  };
}

export function presentPerson(json: string, now: number): StaffUserView {
  const row = personOf(json);
  const account: AccountStatus = row;
  return {
    ...pick(row, "id", "full_name", "email"),
    standing: statusProblem(account, now)?.code ?? ("good" as const),
  };
}

/** Returns the page of the reported subject. A message thread has none, because it is private. */
export function linkOf({
  subject_type,
  subject_id,
  place_id,
}: Pick<ReportRow, "subject_type" | "subject_id" | "place_id">) {
  switch (subject_type) {
    case "item":
      return `/ItemDetail/${subject_id}`;
    case "user":
      return `/Store/${subject_id}`;
    case "review":
    case "reply":
      return place_id === null ? null : `/Store/${place_id}`;
    case "request":
      return `/Requests?id=${subject_id}`;
    case "sale":
      return `/MovingSale/${subject_id}`;
    case "message":
    case "conversation":
      return null;
  }
}

/** Why it was held: the filter's reasons, or the words that a listing is reviewed for. */
function reasonsOf({ kind, shield_reasons }: ReportRow): string[] {
  const reasons = JSON.parse(shield_reasons) as string[];
  return kind === "held_listing" ? reasons.map(wordsOfKey) : reasons;
}

function rulesOf({ kind, shield_reasons }: ReportRow): MatchedRule[] {
  if (kind !== "held_listing") return [];
  return (JSON.parse(shield_reasons) as string[]).flatMap((key) => {
    const rule = ruleOfKey(key);
    if (!rule || rule.answer === "note") return [];
    const { answer, goods, why, source } = rule;
    return [{ answer, goods, why, source, words: wordsOfKey(key) }];
  });
}

function earlierOf({ earlier }: ReportRow): EarlierDecision[] {
  type Stored = Omit<EarlierDecision, "approved" | "words"> & { approved: number; keys: string[] };
  return (JSON.parse(earlier ?? "[]") as Stored[]).map(({ keys, approved, ...decision }) => ({
    ...decision,
    approved: approved === 1,
    words: keys.map(wordsOfKey),
  }));
}

export function presentReport(row: ReportRow, now: number): AdminReport {
  return {
    ...pick(row, "id", "kind", "subject_type", "subject_id", "details", "excerpt", "open_about_them", "status"),
    ...pick(row, "outcome", "note", "created_at", "decided_at"),
    link: linkOf(row),
    reason: row.reason as ReportReason | "shield" | "goods",
    shield_reasons: reasonsOf(row),
    reporter: row.reporter === null ? null : presentPerson(row.reporter, now),
    about: presentPerson(row.about, now),
  };
}

interface ListingJson {
  title: string;
  description: string;
  tags: string;
  public_notes: string | null;
  location: string | null;
  category: Category;
  price_cents: number;
  photos: Photo[];
}

function presentListing({ tags, public_notes, price_cents, ...listing }: ListingJson): ReviewedListing {
  return { ...listing, tags: splitTags(tags), public_notes: public_notes ?? "", price: centsToDollars(price_cents) };
}

/** Sums the decisions about listings, by rule. One listing may match several rules. */
export function presentListingFigures(rows: readonly DecidedListing[], now: number): ListingReviewFigures {
  const rules = new Map<string, { goods: string; approved: number; refused: number }>();
  let approved = 0;
  for (const { outcome, keys } of rows) {
    const name = outcome === "released" ? "approved" : "refused";
    if (name === "approved") approved += 1;
    const matched = new Set((JSON.parse(keys) as string[]).flatMap((key) => ruleOfKey(key)?.goods ?? []));
    for (const goods of matched) {
      const figures = rules.get(goods) ?? { goods, approved: 0, refused: 0 };
      rules.set(goods, { ...figures, [name]: figures[name] + 1 });
    }
  }
  const sorted = [...rules.values()].toSorted((a, b) => b.approved - a.approved || b.refused - a.refused);
  return { approved, refused: rows.length - approved, rules: sorted, server_now: now };
}

export function presentReportDetail(row: ReportRow, context: readonly ContextRow[], now: number): AdminReportDetail {
  return {
    ...presentReport(row, now),
    context: context.map(({ sender_id, text, state, at }) => ({
      from: sender_id === null ? "event" : sender_id === row.about_id ? "about" : "other",
      text,
      state,
      at,
    })),
    listing: row.listing === null ? null : presentListing(JSON.parse(row.listing) as ListingJson),
    rules: rulesOf(row),
    earlier: earlierOf(row),
    about_display_name: displayName(personOf(row.about).full_name),
    draw_link: row.draw_id === null ? null : `/Giveaway/${row.draw_id}`,
    server_now: now,
  };
}
