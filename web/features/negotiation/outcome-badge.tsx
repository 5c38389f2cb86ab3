import type { SellerNegotiationSummary } from "#contract/negotiation-seller";
import { formatDollars } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";

/** How a negotiation ended, or how it stands. */
export function OutcomeBadge({ outcome, amount }: Pick<SellerNegotiationSummary, "outcome" | "amount">) {
  const at = amount === null ? "" : ` at ${formatDollars(amount)}`;
  switch (outcome) {
    case "bought":
      return <Badge tone="brand">Bought{at}</Badge>;
    case "agreed":
      return <Badge tone="wattle">Agreed{at}</Badge>;
    case "lapsed":
      return <Badge>Agreed{at}, not bought in time</Badge>;
    case "talking":
      return <Badge tone="wattleSoft">{amount === null ? "Talking" : `Talking, Knowzee${at}`}</Badge>;
    case "no_deal":
      return <Badge>No deal</Badge>;
  }
}
