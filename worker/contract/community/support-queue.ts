/** Support requests for staff (decision 0032). */
import * as z from "zod/mini";
import { text } from "../fields.ts";
import type { StaffUserView } from "../safety.ts";

export const SUPPORT_STATUSES = ["open", "answered", "closed"] as const;
export type SupportStatus = (typeof SUPPORT_STATUSES)[number];

/** GET /api/admin/support: open ones oldest first, others newest first. */
export const ListSupport = z.strictObject({
  status: z.optional(z.enum(SUPPORT_STATUSES)),
  cursor: z.optional(z.string().check(z.maxLength(300))),
});

export interface AdminSupportRequest {
  id: string;
  status: SupportStatus;
  /** Topic from the contact page; null for the support form. */
  topic: string | null;
  order_id: string | null;
  item_name: string | null;
  message: string;
  /** Reply address as entered by the sender; not verified. */
  email: string;
  name: string | null;
  /** The user who was signed in when it was sent. */
  account: StaffUserView | null;
  answers: { by: string; message: string; at: number }[];
  created_at: number;
}

/** POST /api/admin/support/:id/answer: sends the answer by email. */
export const AnswerSupport = z.strictObject({ message: text(5, 4_000, "Please write a reply.") });
