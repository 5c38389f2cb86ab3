/** Swap circles: three people who each give one item and get one (D58). Amounts in dollars. */
import * as z from "zod/mini";
import { readSixDigits } from "#domain/readers/numbers";
import type { CircleAbilities, CircleStatus, LegState } from "#domain/trades/circle";
import { MESSAGES } from "../copy.ts";
import { text, typed } from "../fields.ts";
import { queryInteger } from "../items.ts";
import type { Page } from "../page.ts";

/** One item of a circle, from its giver to its receiver. The three legs are in the order in which the items move. */
export interface CircleLegView {
  giver: CirclePerson;
  receiver: CirclePerson;
  item: {
    id: string;
    title: string;
    /** The price when the circle was offered; the cash was computed from it. */
    price: number;
    image_url: string | null;
    /** It can still be swapped: for sale, or locked for this circle. */
    available: boolean;
    collection_summary: string;
    /** From where the receiver's own item is to this one; null where a place is unknown. */
    distance_km: number | null;
    /** The receiver only, until the item is handed over. */
    collection_address: string | null;
  };
  /** What one of the two pays the other at this handover; null for nothing. */
  cash: { amount: number; from: "giver" | "receiver" } | null;
  /** The giver has accepted the circle. */
  accepted: boolean;
  state: LegState;
  /** The receiver only, until the handover: the giver enters it. */
  code: string | null;
  /** The giver only: until when codes are refused after too many wrong ones (UTC ms). */
  code_locked_until: number | null;
  /** The order with which giver and receiver rate each other, once the item was handed over. For these two only. */
  order_id: string | null;
}

export interface CirclePerson {
  id: string;
  display_name: string;
  /** The viewer. */
  you: boolean;
}

export interface CircleView {
  id: string;
  status: CircleStatus;
  legs: CircleLegView[];
  /** Indexes in `legs` of what the viewer gives and gets. */
  give: number;
  get: number;
  /** What the viewer pays over both handovers; negative when they are paid. The three differences add up to 0. */
  difference: number;
  /** While offered: when the circle lapses (UTC ms). */
  expires_at: number | null;
  /** While accepted: until when the items must be handed over (UTC ms). */
  hand_over_by: number | null;
  /** While accepted: from when the viewer may call it off (UTC ms); later than now only after a first handover. */
  call_off_from: number | null;
  /** Who declined it or called it off; null for the service and for staff. */
  closed_by: CirclePerson | null;
  /** The latest reason of staff who called it off or closed the case. */
  staff_note: string | null;
  /** The item whose sale, removal or new price ended the circle (`void`). */
  void_item_title: string | null;
  /** A failed circle in which an item was handed over: who gave without getting, and who got without giving. */
  uneven: { short: CirclePerson; over: CirclePerson; settled: boolean } | null;
  abilities: CircleAbilities;
  created_at: number;
  updated_at: number;
  server_now: number;
}

/**
 * GET /api/circles?cursor=&limit=: the viewer's circles, newest first. GET /api/circles/:id and POST
 * /api/circles/:id/{accept, decline, withdraw, call-off} (no body) reply with a CircleView.
 */
export const ListCircles = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 50)),
});
export type CirclePage = Page<CircleView>;

/** POST /api/circles/:id/hand-over (giver): the receiver's six-digit code. */
export const HandOverLeg = z.strictObject({
  code: typed(readSixDigits),
});

/** POST /api/admin/circles/:id/{call-off, settle}. The three can read the note. */
export const DecideCircle = z.strictObject({ note: text(5, 1_000, MESSAGES.decisionNote) });
