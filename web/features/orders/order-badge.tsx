import type { OrderView } from "#contract/orders";
import { Badge } from "../../ui/badge.tsx";
import { statusLabel, type Tone } from "./order-labels.ts";

const TONES = { neutral: "neutral", brand: "brand", wattle: "wattleSoft", hot: "hotSoft" } as const satisfies Record<
  Tone,
  string
>;

/** The order's status from the viewer's point of view. */
export function OrderBadge({ order }: { order: OrderView }) {
  const { label, tone } = statusLabel(order);
  return <Badge tone={TONES[tone]}>{label}</Badge>;
}
