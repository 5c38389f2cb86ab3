import type { LiveState } from "./live-item.ts";

/** What the buy panel shows. */
export type Availability =
  | { kind: "available" }
  /** Somebody else's hold; `until` is null when no time is known. */
  | { kind: "held"; until: number | null }
  | { kind: "yours"; until: number }
  | { kind: "processing" }
  | { kind: "sold" }
  | { kind: "inactive" };

/**
 * State and clock to what a reader may do: sold and pending_payment block buying, a hold blocks it until
 * its time has passed, whether or not anybody has told us (D29).
 */
export function availabilityOf(
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
      // The next in line has it as soon as the hold is over.
      if (until <= now) return state.line_length > 0 ? { kind: "held", until: null } : { kind: "available" };
      return state.reserved_by_you ? { kind: "yours", until } : { kind: "held", until };
    }
    case "active":
      return { kind: "available" };
  }
}
