/** The outbox as staff see it (GET /api/admin/mail). */
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
