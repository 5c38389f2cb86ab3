export interface TextMessage {
  /** Such as "+61412345678". */
  to: string;
  text: string;
}

/** Sends one text message. Throws on failure; it is not tried again, because the code in it expires. */
export interface SmsSender {
  /** "sent": it was sent. "kept": nothing is sent; the caller stores it for staff of a local run. */
  deliver(message: TextMessage): Promise<"sent" | "kept">;
  /** Throws unless the provider answers and accepts the credentials. Sends nothing. */
  check(): Promise<void>;
}
