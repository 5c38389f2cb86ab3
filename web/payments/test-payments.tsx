import { FlaskConical } from "lucide-react";
import { usePaymentsConfig } from "./api.ts";
import * as words from "./words.ts";

/** Banner above every payment form while the site uses test payments. */
export function TestPayments() {
  const { data } = usePaymentsConfig();
  if (data?.mode !== "emulator") return null;
  return (
    <p className="mb-3 flex items-center gap-2 rounded-md bg-wattle px-3.5 py-2 text-sm text-on-wattle">
      <FlaskConical className="size-4 shrink-0" aria-hidden="true" />
      <span>
        <strong className="font-bold">{words.testPaymentsNoMoneyMoves.strong}</strong>
        {words.testPaymentsNoMoneyMoves.after}
      </span>
    </p>
  );
}
