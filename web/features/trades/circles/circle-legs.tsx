import { Check, MapPin } from "lucide-react";
import type { CircleLegView, CircleView } from "#contract/trades/circles";
import { formatPrice } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { cashLabel, legLabel, placeLabel } from "./circle-labels.ts";

function stateLabel(circle: CircleView, leg: CircleLegView): string | null {
  switch (leg.state) {
    case "handed_over":
      return "Handed over";
    case "reopened":
      return "Back on sale";
    case "locked":
      return "To hand over";
    case "offered":
      return circle.status === "offered" ? (leg.accepted ? "Accepted" : "No answer yet") : null;
  }
}

/** Who gives what to whom, with the cash of each handover. Begins with what the viewer gives. */
export function CircleLegs({ circle }: { circle: CircleView }) {
  const legs = [...circle.legs.slice(circle.give), ...circle.legs.slice(0, circle.give)];
  return (
    <ol className="divide-y divide-line">
      {legs.map((leg) => {
        const state = stateLabel(circle, leg);
        const isDone = leg.state === "handed_over" || (leg.state === "offered" && leg.accepted);
        return (
          <li key={leg.item.id} className="py-3">
            <p className="font-semibold wrap-anywhere">{legLabel(leg)}</p>
            <p className="mt-1 flex items-start gap-1.5 text-sm">
              <MapPin className="mt-0.5 size-3.5 shrink-0" />
              {placeLabel(leg)}
            </p>
            <p className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted">
              <span className="tabular-nums">
                Worth {formatPrice(leg.item.price)}. {cashLabel(leg)}.
              </span>
              {state === null ? null : (
                <Badge tone={isDone ? "brand" : "neutral"}>
                  {isDone ? <Check className="size-3.5" /> : null}
                  {state}
                </Badge>
              )}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
