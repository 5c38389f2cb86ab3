/** Holds on sellers' payouts, for staff (D71). */
import * as z from "zod/mini";
import type { HoldCause } from "#domain/payments/payout-hold";
import { MESSAGES } from "../copy.ts";
import { id, text } from "../fields.ts";
import type { StaffUserView } from "../safety.ts";

const note = text(5, 500, MESSAGES.decisionNote);

/** GET /api/admin/payout-holds?seller_id= */
export const ListPayoutHolds = z.strictObject({ seller_id: id });

/** GET /api/admin/books/holds: holds in force on every seller, the one that ends first at the top. */
export const ListAllHolds = z.strictObject({ cursor: z.optional(z.string().check(z.maxLength(300))) });

/** POST /api/admin/payout-holds: hold one order's payout, or with `order_id` null all of the seller's. They read the note. */
export const HoldPayouts = z.strictObject({ seller_id: id, order_id: z.nullable(id), note });
export type HoldPayoutsValue = z.output<typeof HoldPayouts>;

/** POST /api/admin/payout-holds/:id */
export const ChangePayoutHold = z.strictObject({ action: z.enum(["release", "extend"]), note });
export type ChangePayoutHoldValue = z.output<typeof ChangePayoutHold>;

export interface AdminPayoutHold {
  id: string;
  /** Null: everything due to the seller. */
  order: { id: string; title: string } | null;
  cause: HoldCause;
  /** What the seller reads. */
  reason: string;
  created_at: number;
  ends_at: number;
  can_extend: boolean;
}

export interface HoldOfSeller extends AdminPayoutHold {
  seller: StaffUserView;
  /** What it keeps from being sent now, in dollars. */
  held: number;
}

/** Holds in force, and the money of the seller's card sales in dollars. */
export interface AdminPayoutHolds {
  holds: AdminPayoutHold[];
  /** Due to the seller and not sent, held or not. */
  due: number;
  /** To be claimed back from the seller. */
  owes: number;
  server_now: number;
}
