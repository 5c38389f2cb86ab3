/** Content of a push notification. Kept short: the whole message must fit 4 KB with its padding. */
export interface PushMessage {
  title: string;
  body: string;
  link: string;
  /** A later message with the same tag replaces the earlier one on the screen. */
  tag: string;
}

export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** P-256 keys, base64url: browsers subscribe with the public key, and messages are signed with the private one. */
export interface VapidKeys {
  public_key: string;
  private_key: string;
}

export type PushOutcome = "sent" | "later" | "gone";

/** Sends one message to one browser. */
export interface PushSender {
  send(to: PushAddress, message: PushMessage): Promise<PushOutcome>;
}
