import { useWatch } from "react-hook-form";
import { dollarsToCents, formatCents } from "#domain/money";
import { formatRate, platformFee } from "#domain/payments/platform-fee";
import { siteName } from "../../../lib/document-title.ts";
import { normaliseAmount } from "../../../lib/plain-amount.ts";
import { useSession } from "../../../lib/session.ts";
import type { ItemForm } from "./item-form-values.ts";

const youGetOf = (amount: string, price: string) => `You get ${amount} of ${price}.`;

/** Returns the platform fee text for the typed price; null for sellers without card payments. */
export function useCardFee(form: ItemForm): string | null {
  const { platformFee: rate, profile } = useSession();
  const typed = useWatch({ control: form.control, name: "price" });
  if (rate === 0 || !profile?.accepted_payment_methods.includes("stripe")) return null;
  const rule = `Card sales: ${siteName()} keeps ${formatRate(rate)} of the price.`;
  const price = dollarsToCents(normaliseAmount(typed));
  if (price === null || price === 0) return rule;
  return `${rule} ${youGetOf(formatCents(price - platformFee(price, rate)), formatCents(price))}`;
}
