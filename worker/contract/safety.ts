/** Blocks, reports and the decisions of staff about them (decision 0027). */
import * as z from "zod/mini";
import { groupDigits } from "#domain/group-digits";
import type { Category } from "#domain/items/catalogue";
import { SUSPENSION_DAYS } from "#domain/status/strikes";
import { MESSAGES } from "./copy.ts";
import { id, normaliseText, text } from "./fields.ts";
import type { Photo } from "./items.ts";

const cursor = z.optional(z.string().check(z.maxLength(300)));

/** POST /api/blocks */
export const NewBlock = z.strictObject({ user_id: id });

/** GET /api/blocks */
export const ListBlocks = z.strictObject({ cursor });

/** A user the viewer has blocked. The blocked user is not informed. */
export interface BlockView {
  user_id: string;
  display_name: string;
  at: number;
}

/** GET, POST and DELETE /api/blocks/:user_id: only the viewer's own block, never whether the viewer is blocked. */
export interface BlockState {
  user_id: string;
  blocked_by_you: boolean;
}

/** `review` is the comment of a rating, `reply` the rated person's answer; the id of both is the rating's. */
export const REPORT_SUBJECTS = [
  "item",
  "user",
  "message",
  "conversation",
  "review",
  "reply",
  "request",
  "sale",
] as const;
export type ReportSubject = (typeof REPORT_SUBJECTS)[number];

export const REPORT_REASONS = [
  "scam",
  "off_platform",
  "prohibited",
  "counterfeit",
  "misleading",
  "offensive",
  "harassment",
  "spam",
  "unsafe",
  "other",
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_DETAILS_MAX = 1_000;

const details = z.pipe(
  z.pipe(z.string(), z.transform(normaliseText)),
  z
    .string()
    .check(z.maxLength(REPORT_DETAILS_MAX, `Please keep this to ${groupDigits(REPORT_DETAILS_MAX)} characters.`)),
);

/** POST /api/reports. The reason "other" needs details. */
export const NewReport = z
  .strictObject({
    subject_type: z.enum(REPORT_SUBJECTS),
    subject_id: id,
    reason: z.enum(REPORT_REASONS, MESSAGES.reportReason),
    details: z._default(details, ""),
  })
  .check(
    z.refine((report) => report.reason !== "other" || report.details.length >= 5, {
      path: ["details"],
      message: MESSAGES.reportDetails,
    }),
  );
export type NewReportValue = z.output<typeof NewReport>;

export interface ReportReceipt {
  id: string;
  subject_type: ReportSubject;
  subject_id: string;
  status: "open" | "decided";
  created_at: number;
}

export const REPORT_OUTCOMES = ["released", "removed", "dismissed", "acted", "withdrawn"] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

/** GET /api/admin/reports */
export const ListReports = z.strictObject({
  /** `open` (default), oldest first; `decided`, newest first. */
  status: z.optional(z.enum(["open", "decided"])),
  kind: z.optional(z.enum(["report", "held_message", "held_listing", "held_rating"])),
  cursor,
});

/** POST /api/admin/reports/:id/decision */
export const DecideReport = z.discriminatedUnion("outcome", [
  /** Delivers a held message, or approves a listing. */
  z.strictObject({ outcome: z.literal("release"), note: z.optional(details) }),
  /**
   * Removes the content: a listing goes off sale, the text of a review or reply goes, a request is closed, a message or a
   * listing in review stays held.
   */
  z.strictObject({ outcome: z.literal("remove"), note: text(5, REPORT_DETAILS_MAX, MESSAGES.decisionNote) }),
  z.strictObject({ outcome: z.literal("dismiss"), note: z.optional(details) }),
  /** Acts on the account of the reported user, who receives `note`. */
  z.strictObject({
    outcome: z.literal("act"),
    measure: z.enum(["warn", "suspend", "ban"]),
    /** For `suspend`. */
    days: z.optional(z.int().check(z.minimum(SUSPENSION_DAYS.min), z.maximum(SUSPENSION_DAYS.max))),
    note: text(5, REPORT_DETAILS_MAX, MESSAGES.decisionNote),
  }),
]);
export type DecideReportValue = z.output<typeof DecideReport>;

/** A user, as staff see them here. */
export interface StaffUserView {
  id: string;
  full_name: string;
  email: string;
  standing: "good" | "suspended" | "banned" | "restricted";
}

export interface AdminReport {
  id: string;
  kind: "report" | "held_message" | "held_listing" | "held_rating";
  subject_type: ReportSubject;
  subject_id: string;
  /** A page that shows the content, or null. */
  link: string | null;
  reason: ReportReason | "shield" | "goods" | "deal";
  details: string;
  /** The text of the content when it was reported or held. */
  excerpt: string;
  /** Why the content filter held a message, or the words that a listing is reviewed for. */
  shield_reasons: string[];
  reporter: StaffUserView | null;
  about: StaffUserView;
  /** Open reports about the same user, including this one. */
  open_about_them: number;
  status: "open" | "decided";
  outcome: ReportOutcome | null;
  note: string | null;
  created_at: number;
  decided_at: number | null;
}

export interface ReviewedListing {
  title: string;
  description: string;
  tags: string[];
  public_notes: string;
  location: string | null;
  category: Category;
  price: number;
  photos: Photo[];
}

/** A rule of what may not be sold, with what it found (D63). */
export interface MatchedRule {
  answer: "block" | "review";
  goods: string;
  why: string;
  source: { name: string; url: string };
  /** The words with their neighbours. */
  words: string;
}

/** A decision of staff about a listing. */
export interface EarlierDecision {
  /** Title of the listing as it is now; null when it was deleted. */
  title: string | null;
  approved: boolean;
  /** What the rules had found. */
  words: string[];
  note: string | null;
  decided_at: number;
}

/** GET /api/admin/reports/listing-figures: decisions about listings in the last 90 days, by rule. */
export interface ListingReviewFigures {
  /** Approved listings are answers of the rules that staff have overturned. */
  approved: number;
  refused: number;
  rules: { goods: string; approved: number; refused: number }[];
  server_now: number;
}

/** GET /api/admin/reports/:id */
export interface AdminReportDetail extends AdminReport {
  /** Messages before it, oldest first; empty when it is not about a thread. */
  context: { from: "about" | "other" | "event"; text: string; state: "sent" | "held" | "declined"; at: number }[];
  /** The listing in review as it is now; null for anything else, and when it was deleted. */
  listing: ReviewedListing | null;
  /** The rules that a listing in review matches. */
  rules: MatchedRule[];
  /** The last five decisions about listings of this seller, newest first, for a listing in review. */
  earlier: EarlierDecision[];
  /** The user's public name. */
  about_display_name: string;
  /** The last draw of the reported item, where staff see its entrants (D57); null without one. */
  draw_link: string | null;
  server_now: number;
}

export const COMMON_QUESTIONS = ["area", "when", "why"] as const;
export type StockQuestion = (typeof COMMON_QUESTIONS)[number];

/** GET /api/items/:id/stock-answers */
export const AskCommonQuestion = z.strictObject({ q: z.enum(COMMON_QUESTIONS) });

export interface StockAnswerReply {
  item_id: string;
  question: StockQuestion;
  asked: string;
  answer: string;
  /** `unknown`: the listing does not say, so the buyer must ask the seller. */
  from: "listing" | "seller" | "unknown";
  server_now: number;
}
