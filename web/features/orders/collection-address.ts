/** Copy about when the buyer sees the collection address, in a checkout of one item and in a cart. */
import { MESSAGES } from "#contract/copy";

const atOnce = "Address will be revealed once you complete the purchase";

/** Within 24 hours of collection (`isSoon`) the address is revealed on payment, not 24 hours before collection. */
export function addressWords(isSoon: boolean, isFree: boolean): string {
  if (!isSoon) return MESSAGES.addressLater;
  return isFree ? atOnce : MESSAGES.addressAfterPayment;
}

interface Agreed {
  several: boolean;
  isFree: boolean;
  /** When the addresses are revealed; "mixed" if the items differ. */
  when: "later" | "soon" | "mixed";
}

/** Label of the checkbox. */
export const agreement = ({ several, isFree, when }: Agreed) =>
  `I agree to pick up ${several ? "each item on its date" : "on this date"}, and I understand that ${revealed(when, isFree)}${isFree ? "." : " and that I pay before pickup."}`;

function revealed(when: Agreed["when"], isFree: boolean): string {
  if (when === "later") return "the address is revealed 24 hours before";
  if (when === "mixed") return "each address is revealed at the time shown above";
  return `the address is revealed once ${isFree ? "I complete the purchase" : "my payment is confirmed"}`;
}
