import { centsToDollars } from "#domain/money";
import { formatDollars } from "../../lib/format.ts";
import { NOT_CREDITED } from "../../payments/payment-words.ts";
import { toast } from "../../ui/toast.tsx";

export function tellCredited(cents: number): void {
  toast({ title: "Success!", description: `${formatDollars(centsToDollars(cents))} has been added to your balance.` });
}

/** Shows that the payment was taken but the balance is unchanged after ten seconds. */
export function showNotCredited(): void {
  toast({ ...NOT_CREDITED, variant: "destructive" });
}
