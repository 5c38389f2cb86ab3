/** The email outbox and all email templates, for staff (decision 0032). */
import * as z from "zod/mini";

/** GET /api/admin/mail */
export const ListEmails = z.strictObject({
  /** Only emails that failed for good; without it all, newest first. */
  status: z.optional(z.enum(["failed"])),
  cursor: z.optional(z.string().check(z.maxLength(300))),
});

/** GET /api/admin/mail/templates: an email with sample data. */
export interface EmailTemplate {
  key: string;
  group: string;
  /** What the email is about, and who receives it. */
  name: string;
  subject: string;
  text: string;
  html: string;
}

/** POST /api/admin/mail/test: sends a template to the signed-in staff member. */
export const SendTestEmail = z.strictObject({ template: z.string().check(z.maxLength(60)) });

export interface OutboxEmail {
  id: string;
  to: string;
  /** What people wrote to each other: without subject and text, and it can't be sent again. */
  private: boolean;
  subject: string;
  text: string;
  /** Show it only in a sandboxed frame. */
  html: string;
  status: "queued" | "sent" | "kept" | "failed";
  attempts: number;
  last_error: string | null;
  created_at: number;
}
