/** The outbox as staff see it, and every letter there is (decision 0064). */
import * as z from "zod/mini";

/** GET /api/admin/mail */
export const ListMail = z.strictObject({
  /** Only those given up; all of them, newest first, without it. */
  status: z.optional(z.enum(["failed"])),
  cursor: z.optional(z.string().check(z.maxLength(300))),
});

/** GET /api/admin/mail/templates: a letter as it would go out to an invented person. */
export interface MailTemplate {
  key: string;
  group: string;
  /** What it is about, and for whom. */
  name: string;
  subject: string;
  text: string;
  html: string;
}

/** POST /api/admin/mail/test: sends one to the address of whoever asks. */
export const SendTestMail = z.strictObject({ template: z.string().check(z.maxLength(60)) });

export interface OutboxMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  /** Shown in a sandboxed frame only. */
  html: string;
  status: "queued" | "sent" | "kept" | "failed";
  attempts: number;
  last_error: string | null;
  created_at: number;
}
