import { centsToDollars } from "#domain/money";
import { formatDollars } from "../../lib/format.ts";
import { toast } from "../../ui/toast.tsx";
import type { PaymentCopy } from "./card/payment-errors.ts";

const NOT_CREDITED: PaymentCopy = {
  title: "Your balance isn't up to date yet",
  description: "Payment succeeded but failed to update balance. Please contact support.",
};

export function tellCredited(cents: number): void {
  toast({ title: "Success!", description: `${formatDollars(centsToDollars(cents))} has been added to your balance.` });
}

/** Shows that the payment was taken but the balance is unchanged after ten seconds. */
export function showNotCredited(): void {
  toast({ ...NOT_CREDITED, variant: "destructive" });
}
