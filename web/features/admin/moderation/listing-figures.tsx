import { useListingFigures } from "./api.ts";

const rulesShown = 5;

/** How many answers of the rules staff have overturned, so that a rule with many false alarms is noticed. */
export function ListingFigures() {
  const { data } = useListingFigures();
  if (!data || data.approved + data.refused === 0) return null;
  const total = data.approved + data.refused;
  const overturned = data.rules.filter(({ approved }) => approved > 0).slice(0, rulesShown);
  return (
    <p className="mb-4 text-sm text-muted">
      Last 90 days: {data.approved} of {total} approved
      {overturned.length > 0
        ? ` (${overturned.map(({ goods, approved, refused }) => `${goods} ${approved} of ${approved + refused}`).join(", ")})`
        : ""}
      .
    </p>
  );
}
