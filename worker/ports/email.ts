export interface EmailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** One-click unsubscribe address (RFC 8058); null for emails that cannot be turned off. */
  unsubscribe_url: string | null;
}

/** Delivers one message from the outbox. Throws on failure; the message is then retried. */
export interface EmailTransport {
  /** "sent": it was sent. "kept": nothing is sent; it stays in the outbox. */
  deliver(message: EmailMessage): Promise<"sent" | "kept">;
}
