/** Holds: procedures at /api/rpc/<name>, and the release of a hold (D29, D35). */
import * as z from "zod/mini";
import type { CheckoutView } from "./checkout.ts";
import { id } from "./fields.ts";

const ownUser = z.optional(id);

/** POST /api/rpc/reserve_item. `user_id` must match the session; `duration_minutes` is ignored. */
export const ReserveItem = z.strictObject({
  item_id: id,
  user_id: ownUser,
  reservation_type: z.enum(["buy_now", "cart"]),
  duration_minutes: z.optional(z.number()),
});

export interface ReserveItemReply {
  reserved: true;
  item_id: string;
  hold_id: string;
  reservation_type: "buy_now" | "cart";
  reserved_until: number;
  /** The same as GET /api/items/:id/checkout. */
  checkout: CheckoutView;
  server_now: number;
}

export const ItemArgument = z.strictObject({ item_id: id });

export interface ItemReservationReply {
  is_reserved: boolean;
  reserved_by_current_user: boolean;
  reserved_until: number | null;
  server_now: number;
}

export const ViewerArgument = z.strictObject({
  item_id: id,
  session_id: z.string().check(z.regex(/^[A-Za-z0-9-]{8,64}$/, "That session ID isn't valid.")),
});

export interface CountReply {
  count: number;
}

export const NoArguments = z.strictObject({});

/** DELETE /api/items/:id/reservation. False when the caller had no hold to release; repeating the call is harmless. */
export interface ReleaseReply {
  released: boolean;
}

/** POST /api/rpc/cleanup_expired_reservations: number of expired holds this call has cleared. */
export interface CleanupReply {
  cleaned: number;
}
