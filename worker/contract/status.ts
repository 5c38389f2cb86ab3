/** Account status, appeals, and the decisions of staff about them (D34). */
import * as z from "zod/mini";
import type { DecisionFigures } from "#domain/status/decision-figures";
import { id, text } from "./fields.ts";

/** An order that was not paid in time, for its buyer. */
export interface StrikeView {
  order_id: string;
  item_title: string;
  item_image_url: string | null;
  amount: number;
  placed_at: number;
  missed_at: number;
  /** False for an order that did not count: see `note`. */
  counted: boolean;
  /** Why it does not count, as a sentence; null when it counts. */
  note: string | null;
}

export type AppealStatus = "open" | "upheld" | "overturned";

export interface AppealView {
  id: string;
  kind: "suspension" | "ban";
  message: string;
  status: AppealStatus;
  /** The answer of staff. */
  answer: string | null;
  created_at: number;
  decided_at: number | null;
}

/** GET /api/standing: the user's own account status with the strikes behind it. */
export interface AccountStatusReply {
  standing: "good" | "suspended" | "banned" | "restricted";
  reason: string | null;
  /** UTC ms; null when not suspended, or suspended until an admin decides. */
  until: number | null;
  strikes: StrikeView[];
  appeal: AppealView | null;
  may_appeal: boolean;
  server_now: number;
}

/** POST /api/standing/appeals */
export const NewAppeal = z.strictObject({
  message: text(10, 2_000, "Please tell us in a sentence or two why this is a mistake."),
});

/** GET /api/admin/appeals */
export const ListAppeals = z.strictObject({
  /** `open` (default), oldest first; `decided`, newest first. */
  status: z.optional(z.enum(["open", "decided"])),
  cursor: z.optional(z.string().check(z.maxLength(300))),
});

export interface AdminAppeal extends AppealView {
  user: { id: string; email: string; full_name: string };
  /** The user's current account status, and its reason. */
  standing: AccountStatusReply["standing"];
  reason: string | null;
  incomplete_transaction_count: number;
  strikes: StrikeView[];
}

/** POST /api/admin/appeals/:id/decision. `overturned` reverses the strikes of the named orders, or of all. */
export const DecideAppeal = z.strictObject({
  outcome: z.enum(["upheld", "overturned"]),
  answer: text(5, 1_000, "Please tell the person why."),
  order_ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(50))),
});
export type DecideAppealInput = z.output<typeof DecideAppeal>;

/** GET /api/decision-figures: decisions of staff in the last 12 months. Public. */
export interface DecisionFiguresReply {
  /** `changed`: the content was removed, or its author warned, suspended or banned. */
  reports: DecisionFigures;
  /** `changed`: the suspension or ban was taken back. */
  appeals: DecisionFigures;
  /** Beginning of the 12 months. */
  since: number;
  /** When the figures were counted; at most ten minutes ago. */
  server_now: number;
}
