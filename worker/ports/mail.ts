/** A message ready to go. */
export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Takes one message out of the outbox. A failure throws, and the message is tried again later. */
export interface MailTransport {
  /** "sent": it has left. "kept": nothing leaves, it stays readable in the outbox. */
  deliver(message: MailMessage): Promise<"sent" | "kept">;
}
