/** Free items and donations (D49). Goods only: these routes never take or promise money. */
import * as z from "zod/mini";
import { readAbn } from "#domain/readers/numbers";
import { named, typed } from "../fields.ts";
import { type Cause, type ItemCard, queryInteger } from "../items.ts";
import type { Page } from "../page.ts";

const abn = typed(readAbn);

const name = named(2, 80, "Please name the charity or cause.");

/**
 * PUT /api/donations/:itemId/cause. A registered charity has an ABN, so that it can be looked up; another cause
 * ("bushfire relief in Gippsland") has none.
 */
export const SetCause = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("charity"), name, abn }),
  z.strictObject({ kind: z.literal("cause"), name }),
]);
export type SetCauseInput = z.input<typeof SetCause>;

/** GET /api/donations: free items, newest first; with `for=cause` only those with a charity or cause. */
export const ListDonations = z.strictObject({
  for: z.optional(z.enum(["cause"])),
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 48)),
});

export interface Donation {
  item: ItemCard;
  cause: Cause | null;
}

export type DonationsReply = Page<Donation>;

/** GET /api/donations/mine: the signed-in user's own free items. */
export interface OwnDonationsReply {
  items: Donation[];
  server_now: number;
}
