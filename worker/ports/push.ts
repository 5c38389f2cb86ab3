/** What a browser shows. Kept short: the whole message must fit 4 KB with its padding. */
export interface PushMessage {
  title: string;
  body: string;
  link: string;
  /** A later message of the same tag takes the place of the earlier one on the screen. */
  tag: string;
}

export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** P-256, base64url: what a browser subscribes with, and what proves that we are the ones it subscribed to. */
export interface VapidKeys {
  public_key: string;
  private_key: string;
}

export type PushOutcome = "sent" | "later" | "gone";

/** Takes one message to one browser. */
export interface PushSender {
  send(to: PushAddress, message: PushMessage): Promise<PushOutcome>;
}
