import { Handshake } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";

interface NegotiationRowProps {
  /** State of the negotiation; without one, who answers. */
  summary?: string | undefined;
  action: ReactNode;
}

/** "Open to offers" and the button that starts the negotiation. */
export function NegotiationRow({
  summary = "Knowzee, the seller's AI assistant, can negotiate with you",
  action,
}: NegotiationRowProps) {
  return (
    <div data-tour="negotiation" className="flex items-center gap-3">
      <span className="flex size-8 shrink-0 items-center justify-center rounded-full bg-wattle text-on-wattle">
        <Handshake className="size-4.5" />
      </span>
      <p className="min-w-0 flex-1">
        <span className="block font-semibold">Open to offers</span>
        <span className="block text-sm text-muted tabular-nums">{summary}</span>
      </p>
      {action}
    </div>
  );
}

/** Shown while the negotiation's code loads. As tall as the real row, so that Buy Now below does not move. */
export function NegotiationRowLoading() {
  return (
    <NegotiationRow
      action={
        <Button variant="wattle" size="sm" className="invisible">
          Make an offer
        </Button>
      }
    />
  );
}
