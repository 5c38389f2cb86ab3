/**
 * Erases a person's data (D61): first the rooms end what is open, then photos and files go, then one batch changes every
 * table as `#domain/account/personal-data` declares, then the rooms drop their copies. Every step may be repeated, so a
 * run that stops is continued by the next.
 */
import { sql } from "drizzle-orm";
import { displayName } from "#domain/account/display-name";
import { leaveGiveaway } from "../../../durable/item-room/commands/giveaways.ts";
import { release } from "../../../durable/item-room/commands/holds.ts";
import { sellerSet } from "../../../durable/item-room/commands/item.ts";
import { endPriceOffer, voidPriceOffer } from "../../../durable/item-room/commands/price-offers.ts";
import { leaveWaitlist } from "../../../durable/item-room/commands/waitlist.ts";
import type { Database } from "../../db/client.ts";
import { askRoom, execute } from "../../http/item-room.ts";
import { endLiveSessions } from "../../http/user-channel.ts";
import type { Services } from "../../services.ts";
import { profileById } from "../account/profiles/queries.ts";
import { queueEmail } from "../notifications/email/outbox.ts";
import { accountErasedEmail } from "./emails.ts";
import { eraseStored, listErased } from "./erase-stored.ts";

/** Rooms called at the same time: the platform allows six open connections per request. */
const ROOMS_AT_ONCE = 6;
/** Listings removed and rooms asked per run; a person with more is erased over several runs. */
const ROOMS_PER_RUN = 600;

/**
 * Erases a person.
 * @param isStillDue asked just before it, because ending deals in the rooms takes a while.
 * @returns false when it is not due any more, or when more listings are left than one run removes; call it again.
 */
export async function eraseAccount(
  services: Services,
  accountId: string,
  isStillDue: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const { db, env, now } = services;
  if (!(await endOpenDeals(services, accountId))) return false;
  const touched = await itemsOf(db, accountId);
  const profile = await profileById(db, accountId);
  const last =
    profile && profile.erased_at === null
      ? [
          queueEmail(services, {
            ...accountErasedEmail(displayName(profile.full_name)),
            to: profile.email,
            dedupeKey: `account-erased:${accountId}`,
          }),
        ]
      : [];
  if (!(await isStillDue())) return false;
  await eraseStored(db, env, accountId, now(), last);
  // Not before: an account on the list that is not erased would be erased although its owner keeps it. If this fails, the
  // second run repeats it.
  await listErased(env.PRIVATE_FILES, accountId);
  await eachRoom(touched, (itemId) => askRoom(env, itemId, (room) => room.forget(accountId)));
  await endLiveSessions(env, accountId, { except: null });
  return true;
}

/**
 * Ends what the person has open in items' rooms: listings, offers, holds and places in queues.
 * @returns whether all is ended.
 */
async function endOpenDeals({ db, env }: Services, accountId: string): Promise<boolean> {
  const [own, offers, waiting, entered] = await Promise.all([
    db.all<{ id: string }>(sql`SELECT id FROM items
      WHERE seller_id = ${accountId} AND deleted_at IS NULL AND status <> 'sold' LIMIT ${ROOMS_PER_RUN + 1}`),
    db.all<{ item_id: string; status: string; rev: number }>(sql`SELECT item_id, status, rev FROM price_offers
      WHERE buyer_id = ${accountId} AND status IN ('open', 'accepted')`),
    db.all<{ id: string }>(sql`SELECT id FROM items WHERE holder_id = ${accountId}
      UNION SELECT id FROM items WHERE line IS NOT NULL AND instr(line, ${accountId})`),
    db.all<{ id: string; item_id: string }>(sql`SELECT g.id, g.item_id
      FROM giveaway_entries e JOIN giveaways g ON g.id = e.giveaway_id
      WHERE e.user_id = ${accountId} AND g.status <> 'ended'`),
  ]);
  await eachRoom(entered, ({ id, item_id }) =>
    execute(env, item_id, leaveGiveaway({ giveawayId: id, userId: accountId })),
  );
  await eachRoom(offers, async ({ item_id, status, rev }) => {
    if (status === "open") await execute(env, item_id, voidPriceOffer({ buyerId: accountId }));
    else await execute(env, item_id, endPriceOffer({ buyerId: accountId, by: "buyer", rev, step: "withdraw" }));
  });
  await eachRoom(waiting, async ({ id }) => {
    await execute(env, id, leaveWaitlist({ userId: accountId }));
    await execute(env, id, release({ userId: accountId }));
  });
  await eachRoom(own.slice(0, ROOMS_PER_RUN), async ({ id }) => {
    const removed = await execute(env, id, sellerSet({ sellerId: accountId, status: "removed" }));
    // Another buyer holds it: the next run tries again.
    if (!removed.ok) throw new Error(`${id} can't be removed yet: ${removed.code}`);
  });
  return own.length <= ROOMS_PER_RUN;
}

/** Returns the items whose rooms may have stored something of the person. */
async function itemsOf(db: Database, accountId: string): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`SELECT id FROM items WHERE seller_id = ${accountId}
    UNION SELECT item_id FROM orders WHERE buyer_id = ${accountId}
    UNION SELECT item_id FROM negotiations WHERE buyer_id = ${accountId}
    UNION SELECT item_id FROM price_offers WHERE buyer_id = ${accountId}`);
  return rows.map(({ id }) => id);
}

async function eachRoom<T>(these: readonly T[], ask: (one: T) => Promise<unknown>): Promise<void> {
  const waiting = [...these];
  const worker = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await ask(one);
  };
  await Promise.all(Array.from({ length: Math.min(ROOMS_AT_ONCE, waiting.length) }, worker));
}
