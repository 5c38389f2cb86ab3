import { Clock } from "lucide-react";
import { TOO_LATE_TO_PAY } from "#contract/copy";
import type { PaymentMethod } from "#contract/items";

/** Explains why a payment method the seller accepts is not offered so close to collection (D55). */
export function TooLateToPay({ methods, className }: { methods: readonly PaymentMethod[]; className?: string }) {
  if (methods.length === 0) return null;
  return (
    <ul className={className}>
      {methods.map((method) => (
        <li key={method} className="flex gap-2">
          <Clock className="mt-0.5 size-4.5 shrink-0" aria-hidden="true" />
          {TOO_LATE_TO_PAY[method]}
        </li>
      ))}
    </ul>
  );
}
