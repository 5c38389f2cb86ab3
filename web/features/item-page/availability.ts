import type { LiveState } from "./live-item.ts";

/** State of the buy panel. */
export type Availability =
  | { kind: "available" }
  /** Held by another buyer; `until` is null when no time is known. */
  | { kind: "held"; until: number | null }
  | { kind: "yours"; until: number }
  | { kind: "processing" }
  | { kind: "sold" }
  | { kind: "inactive" }
  /** The seller is on holiday, and nobody can hold the item until then. */
  | { kind: "away"; until: number };

/**
 * Returns what the viewer can do: `sold` and `pending_payment` block buying, and a hold blocks it until its end, even
 * if no update has arrived since (D29).
 */
export function availabilityOf(
  state: Pick<LiveState, "status" | "reserved_until" | "reserved_by_you" | "line_length">,
  awayUntil: number | null,
  now: number,
): Availability {
  const availability = whileSellerIsHere(state, now);
  const away = availability.kind === "available" && awayUntil !== null && awayUntil > now;
  return away ? { kind: "away", until: awayUntil } : availability;
}

function whileSellerIsHere(
  state: Pick<LiveState, "status" | "reserved_until" | "reserved_by_you" | "line_length">,
  now: number,
): Availability {
  switch (state.status) {
    case "sold":
      return { kind: "sold" };
    case "pending_payment":
      return { kind: "processing" };
    case "inactive":
      return { kind: "inactive" };
    case "pending":
      return { kind: "held", until: null };
    case "reserved": {
      const until = state.reserved_until;
      if (until === null) return { kind: "held", until: null };
      // After the hold ends, the server offers the next one to the first buyer in the waitlist.
      if (until <= now) return state.line_length > 0 ? { kind: "held", until: null } : { kind: "available" };
      return state.reserved_by_you ? { kind: "yours", until } : { kind: "held", until };
    }
    case "active":
      return { kind: "available" };
  }
}
