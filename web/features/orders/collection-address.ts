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
  /** Whether the buyer pays at pickup: they do, they may choose it, or they cannot. */
  atPickup: "yes" | "maybe" | "no";
}

const PAYMENT: Record<Agreed["atPickup"], string> = {
  yes: "",
  maybe: " and that I pay before pickup, unless I choose to pay at pickup",
  no: " and that I pay before pickup",
};

/** Label of the checkbox. Only those who pay before pickup are asked to. */
export const agreement = ({ several, isFree, when, atPickup }: Agreed) =>
  `I agree to pick up ${several ? "each item on its date" : "on this date"}, and I understand that ${revealed(when, isFree)}${isFree ? "" : PAYMENT[atPickup]}.`;

function revealed(when: Agreed["when"], isFree: boolean): string {
  if (when === "later") return "the address is revealed 24 hours before";
  if (when === "mixed") return "each address is revealed at the time shown above";
  return `the address is revealed once ${isFree ? "I complete the purchase" : "my payment is confirmed"}`;
}
