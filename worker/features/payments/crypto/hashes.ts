/** One crypto transaction pays one order: its hash is claimed in D1 before the item's room is asked (D23). */
import { and, eq, lt, sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { type Coin, chainOf, normalTx } from "#domain/payments/crypto-coins";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import { cryptoHashes } from "../../../db/schema/crypto.ts";
import { orders } from "../../../db/schema/orders.ts";
import type { Services } from "../../../services.ts";

/** A claim older than this without an order was left by a failed request. */
const ORPHAN_MS = 2 * 60_000;

export interface HashClaim {
  chain: string;
  hash: string;
  order_id: string;
  /** Claimed by this call, which may therefore release it. */
  fresh: boolean;
}

function hashProblem(code: "invalid" | "already_used", field: string, message: string): Refusal {
  return refuse(code, message, { fields: [{ field, message }] });
}

/**
 * Claims the hash for this order. Repeating it for the same order succeeds; for any other order it is refused. Ether
 * and its tokens share a chain, so a hash used for one counts for all.
 * @param field name of the input in the request, for the error
 */
export async function claimHash(
  { db, now }: Pick<Services, "db" | "now">,
  claim: { coin: Coin; typed: string; orderId: string; buyerId: string; field: string },
): Promise<Result<HashClaim>> {
  if (claim.typed.trim() === "") return hashProblem("invalid", claim.field, MESSAGES.txHashRequired);
  const hash = normalTx(claim.coin, claim.typed);
  if (hash === null) return hashProblem("invalid", claim.field, MESSAGES.txHashInvalid);
  const chain = chainOf(claim.coin);
  const taken = await db
    .insert(cryptoHashes)
    .values({ chain, hash, order_id: claim.orderId, buyer_id: claim.buyerId, claimed_at: now() })
    .onConflictDoNothing()
    .returning({ order_id: cryptoHashes.order_id });
  const mine = { chain, hash, order_id: claim.orderId };
  if (taken.length > 0) return done({ ...mine, fresh: true });
  const row = and(eq(cryptoHashes.chain, chain), eq(cryptoHashes.hash, hash));
  const owner = await db.select({ order_id: cryptoHashes.order_id }).from(cryptoHashes).where(row).get();
  if (owner?.order_id === claim.orderId) return done({ ...mine, fresh: false });
  // The buyer's own claim, from a request that failed before its order was placed, so the payment can still be used
  // (D31).
  const inherited = await db
    .update(cryptoHashes)
    .set({ order_id: claim.orderId, claimed_at: now() })
    .where(
      and(
        row,
        eq(cryptoHashes.buyer_id, claim.buyerId),
        lt(cryptoHashes.claimed_at, now() - ORPHAN_MS),
        sql`NOT EXISTS (SELECT 1 FROM ${orders} WHERE ${orders.id} = ${cryptoHashes.order_id})`,
      ),
    )
    .returning({ order_id: cryptoHashes.order_id });
  if (inherited.length > 0) return done({ ...mine, fresh: true });
  return hashProblem("already_used", claim.field, MESSAGES.txHashUsed);
}

/**
 * Releases the hash after the room has refused. Not after a failure with unknown outcome: the order may use it, and a
 * repeated request finds the claim as its own.
 */
export async function releaseHash({ db }: Pick<Services, "db">, claim: HashClaim): Promise<void> {
  if (!claim.fresh) return;
  await db
    .delete(cryptoHashes)
    .where(
      and(
        eq(cryptoHashes.chain, claim.chain),
        eq(cryptoHashes.hash, claim.hash),
        eq(cryptoHashes.order_id, claim.order_id),
      ),
    );
}
