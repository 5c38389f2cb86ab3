/** What a buyer is told of the address before paying: one thing or several, in a checkout or from a cart. */
import { MESSAGES } from "#contract/messages";

const atOnce = "Address will be revealed once you complete the purchase";

/** `isSoon`: within the last day "24 hours before" is past, and the address waits for the payment alone. */
export function addressWords(isSoon: boolean, isFree: boolean): string {
  if (!isSoon) return MESSAGES.addressLater;
  return isFree ? atOnce : MESSAGES.addressAfterPayment;
}

interface Agreed {
  several: boolean;
  isFree: boolean;
  /** The addresses' own moments, all the same or not. */
  when: "later" | "soon" | "mixed";
}

/** The box to tick. */
export const agreement = ({ several, isFree, when }: Agreed) =>
  `I agree to collect ${several ? "each item on its date" : "on this date"}, and understand that ${revealed(when, isFree)}${isFree ? "." : " and that payment comes before collection."}`;

function revealed(when: Agreed["when"], isFree: boolean): string {
  if (when === "later") return "the address is revealed 24 hours before it";
  if (when === "mixed") return "each address is revealed when it says so above";
  return `the address is revealed once ${isFree ? "I complete the purchase" : "my payment is confirmed"}`;
}
