import { FlaskConical } from "lucide-react";
import { usePaymentsConfig } from "./api.ts";

/** Banner above every payment form while the site uses test payments. */
export function TestPayments() {
  const { data } = usePaymentsConfig();
  if (data?.mode !== "emulator") return null;
  return (
    <p className="mb-3 flex items-center gap-2 rounded-md bg-wattle px-3.5 py-2 text-sm text-on-wattle">
      <FlaskConical className="size-4 shrink-0" />
      <span>
        <strong className="font-bold">Test payments.</strong> No money moves. Never enter a real card.
      </span>
    </p>
  );
}
