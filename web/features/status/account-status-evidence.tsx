import type { StrikeView } from "#contract/status";
import { StrikeList } from "../../ui/strike-list.tsx";

/** The orders that led to a suspension or a ban (D34). */
export function AccountStatusEvidence({ strikes }: { strikes: readonly StrikeView[] }) {
  if (strikes.length === 0) return null;
  return (
    <section aria-labelledby="standing-evidence" className="mt-6 text-left">
      <h2 id="standing-evidence" className="mb-2 font-bold">
        Missed payments
      </h2>
      <StrikeList strikes={strikes} />
    </section>
  );
}
