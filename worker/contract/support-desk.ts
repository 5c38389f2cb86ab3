/** Requests for help as staff answer them (decision 0064). */
import * as z from "zod/mini";
import { text } from "./fields.ts";
import type { ReportPerson } from "./safety.ts";

export const SUPPORT_STATUSES = ["open", "answered", "closed"] as const;
export type SupportStatus = (typeof SUPPORT_STATUSES)[number];

/** GET /api/admin/support: open ones oldest first, the others newest first. */
export const ListSupport = z.strictObject({
  status: z.optional(z.enum(SUPPORT_STATUSES)),
  cursor: z.optional(z.string().check(z.maxLength(300))),
});

export interface AdminSupportRequest {
  id: string;
  status: SupportStatus;
  /** Of the Contact page; null for the support form. */
  topic: string | null;
  order_id: string | null;
  item_name: string | null;
  message: string;
  /** Where the answer goes: the sender's own word. */
  email: string;
  name: string | null;
  /** Who was signed in when it was written. */
  account: ReportPerson | null;
  answers: { by: string; message: string; at: number }[];
  created_at: number;
}

/** POST /api/admin/support/:id/answer: goes out as an e-mail. */
export const AnswerSupport = z.strictObject({ message: text(5, 4_000, "Please write an answer.") });
