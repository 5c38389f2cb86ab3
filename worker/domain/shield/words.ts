/** What the shield says to people. */
import type { ShieldReason } from "./verdict.ts";

const CAUTIONS: Readonly<Record<ShieldReason, string>> = {
  phone: "This message has a phone number in it. Deals made outside Goodstreet are not protected.",
  email: "This message is about an e-mail address. Deals made outside Goodstreet are not protected.",
  link: "This message has a link in it. Goodstreet never asks you to pay or to sign in through a link in a message.",
  handle: "This message names an account elsewhere. Deals made outside Goodstreet are not protected.",
  off_platform: "This message suggests talking somewhere else. Stay here: we can't help with what is said elsewhere.",
  outside_payment: "This message is about paying outside the checkout. Pay only through the checkout.",
  gift_card: "Nobody honest asks to be paid with gift cards.",
  crypto: "Send crypto only to the address the checkout shows you.",
  payid: "PayID never needs an upgrade, a fee or an e-mail from you. Pay and get paid through the checkout only.",
  overpayment: "Never send money back to somebody who says they have paid too much.",
  courier: "Buyers who send a courier or an agent without seeing the thing are often a scam. Pay no fees for them.",
  code: "Never tell anybody a code that was sent to you.",
  credentials:
    "Never give card details, passwords or pictures of your ID in a message. Goodstreet will not ask for them.",
  disguised: "This message seems to hide contact details.",
};

/** The caution above a delivered message, for its receiver: the strongest reason speaks. */
export function cautionFor(reasons: readonly ShieldReason[]): string | null {
  const [first] = reasons;
  return first === undefined ? null : CAUTIONS[first];
}

/** Instead of the usual tick, for the sender of a message that was held. */
export const HELD_FOR_SENDER =
  "We're checking this message before it is delivered. To keep people safe, leave out contact details and keep payment in the checkout.";
