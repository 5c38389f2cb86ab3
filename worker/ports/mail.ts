/** A message ready to go. */
export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where one click ends letters of this kind (RFC 8058); null for letters nobody can do without. */
  unsubscribe_url: string | null;
}

/** Takes one message out of the outbox. A failure throws, and the message is tried again later. */
export interface MailTransport {
  /** "sent": it has left. "kept": nothing leaves, it stays readable in the outbox. */
  deliver(message: MailMessage): Promise<"sent" | "kept">;
}
