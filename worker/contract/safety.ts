/** Keeping people safe from each other: blocks, reports and what staff decide about them (decision 0054). */
import * as z from "zod/mini";
import { grouped } from "#domain/grouped";
import { id, text, tidy } from "./fields.ts";
import { MESSAGES } from "./messages.ts";

const cursor = z.optional(z.string().check(z.maxLength(300)));

/** POST /api/blocks */
export const NewBlock = z.strictObject({ user_id: id });

/** GET /api/blocks */
export const ListBlocks = z.strictObject({ cursor });

/** Somebody one has blocked. The other side never learns of it. */
export interface BlockView {
  user_id: string;
  display_name: string;
  at: number;
}

/** GET /api/blocks/:user_id, POST and DELETE: only one's own block, never whether one is blocked. */
export interface BlockState {
  user_id: string;
  blocked_by_you: boolean;
}

export const REPORT_SUBJECTS = ["item", "user", "message", "conversation", "review", "request"] as const;
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
  z.pipe(z.string(), z.transform(tidy)),
  z.string().check(z.maxLength(REPORT_DETAILS_MAX, `Please keep this to ${grouped(REPORT_DETAILS_MAX)} characters.`)),
);

/** POST /api/reports. "Something else" has to be said in words. */
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

/** What the reporter gets back. */
export interface ReportReceipt {
  id: string;
  subject_type: ReportSubject;
  subject_id: string;
  status: "open" | "decided";
  created_at: number;
}

export const REPORT_OUTCOMES = ["released", "removed", "dismissed", "acted"] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

/** GET /api/admin/reports */
export const ListReports = z.strictObject({
  /** `open` (default), oldest first; `decided`, newest first. */
  status: z.optional(z.enum(["open", "decided"])),
  kind: z.optional(z.enum(["report", "held_message"])),
  cursor,
});

/** POST /api/admin/reports/:id/decision */
export const DecideReport = z.discriminatedUnion("outcome", [
  /** A held message goes out after all. */
  z.strictObject({ outcome: z.literal("release"), note: z.optional(details) }),
  /** The thing goes: listing off sale, review deleted, request closed, message withheld for good. */
  z.strictObject({ outcome: z.literal("remove"), note: text(5, REPORT_DETAILS_MAX, MESSAGES.decisionNote) }),
  z.strictObject({ outcome: z.literal("dismiss"), note: z.optional(details) }),
  /** Something happens to the account behind it. `note` is what that person is told. */
  z.strictObject({
    outcome: z.literal("act"),
    measure: z.enum(["warn", "suspend", "ban"]),
    /** Of a suspension. */
    days: z.optional(z.int().check(z.minimum(1), z.maximum(90))),
    note: text(5, REPORT_DETAILS_MAX, MESSAGES.decisionNote),
  }),
]);
export type DecideReportValue = z.output<typeof DecideReport>;

/** A person as staff see them here. */
export interface ReportPerson {
  id: string;
  full_name: string;
  email: string;
  standing: "good" | "suspended" | "banned" | "restricted";
}

/** One entry of the queue, for staff. */
export interface AdminReport {
  id: string;
  kind: "report" | "held_message";
  subject_type: ReportSubject;
  subject_id: string;
  /** A page of the site where it can be seen, or null. */
  link: string | null;
  reason: ReportReason | "shield";
  details: string;
  /** The words of the thing as they were when it was reported or held. */
  excerpt: string;
  /** Why the shield held it. */
  shield_reasons: string[];
  reporter: ReportPerson | null;
  about: ReportPerson;
  /** Open reports about the same person, this one included. */
  open_about_them: number;
  status: "open" | "decided";
  outcome: ReportOutcome | null;
  note: string | null;
  created_at: number;
  decided_at: number | null;
}

/** GET /api/admin/reports/:id */
export interface AdminReportDetail extends AdminReport {
  /** What was said up to it, oldest first; empty for what is no conversation. */
  context: { from: "about" | "other" | "event"; text: string; state: "sent" | "held" | "declined"; at: number }[];
  /** How others see the name. */
  about_display_name: string;
  server_now: number;
}

export const STOCK_QUESTIONS = ["available", "condition", "area", "when", "why"] as const;
export type StockQuestion = (typeof STOCK_QUESTIONS)[number];

/** GET /api/items/:id/stock-answers */
export const AskStockQuestion = z.strictObject({ q: z.enum(STOCK_QUESTIONS) });

export interface StockAnswerReply {
  item_id: string;
  question: StockQuestion;
  /** The question as a sentence. */
  asked: string;
  answer: string;
  /** `unknown`: the listing does not say, so the seller has to be asked. */
  from: "service" | "listing" | "seller" | "unknown";
  server_now: number;
}
