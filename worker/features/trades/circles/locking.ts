/**
 * Acceptance of a swap circle: all three items are locked, or none (D58), with the locks and the order of trades. The
 * circle is marked as being locked, with a new attempt number, before the first room is asked; one guarded batch commits.
 * An abandoned attempt is closed in D1 before anything is unlocked. A job finishes or releases what a crashed Worker
 * leaves.
 */
import { collectionSummary } from "#domain/orders/collection";
import { done, type Result, refuse } from "#domain/result";
import { abandonLocks, type CircleLeg, commitLocks } from "#domain/trades/circle";
import { completeTrade, unlockTrade } from "../../../../durable/item-room/commands/trades.ts";
import { newHandover } from "../../../handover-secret.ts";
import { execute } from "../../../http/item-room.ts";
import type { Services } from "../../../services.ts";
import { type Attempt, areAllLocked, lockAll, logFailures, unlockAll } from "../acceptance/locking.ts";
import { type CircleRecord, findCircle, legDealIds } from "./queries.ts";
import { saveCircle } from "./stored-circles.ts";

const NO_LONGER_OPEN = refuse("wrong_state", "This circle has changed since you opened it. Please check it again.");

const attemptOf = ({ circle, items }: CircleRecord, attempt = circle.attempt): Attempt => ({
  id: circle.id,
  attempt,
  items: items.map(({ item_id, title, position }) => ({
    item_id,
    title,
    owner_id: circle.legs[position]?.giver_id ?? "",
  })),
});

/** Locks the three items and accepts the circle, or leaves it as it was before the last acceptance. */
export async function lockCircle(services: Services, record: CircleRecord, attempt: number): Promise<Result> {
  const asked = attemptOf(record, attempt);
  const locked = await lockAll(services, asked).catch(async (error: unknown) => {
    // The reply may have been lost after the lock was taken. If the job has accepted this attempt meanwhile, it counts.
    if (await giveUp(services, asked)) return done();
    throw error;
  });
  if (locked.ok && (await commit(services, asked))) return done();
  if (await giveUp(services, asked)) return done();
  return locked.ok ? NO_LONGER_OPEN : locked;
}

/** @returns whether this attempt has been accepted. */
async function commit({ db, now }: Services, { id, attempt }: Attempt): Promise<boolean> {
  const record = await findCircle(db, id, now());
  if (!record) return false;
  const { circle } = record;
  const codes = circle.legs.map(() => newHandover().code);
  const after = commitLocks(circle, attempt, codes, now());
  return after !== null && (await saveCircle(db, circle, after, now()));
}

/**
 * Abandons the attempt.
 * @returns true when that is too late because this attempt has been accepted.
 */
async function giveUp(services: Services, asked: Attempt): Promise<boolean> {
  const { db, now } = services;
  const { id, attempt } = asked;
  const record = await findCircle(db, id, now());
  const after = record && abandonLocks(record.circle, attempt);
  if (!record || !after || !(await saveCircle(db, record.circle, after, now()))) {
    const current = (await findCircle(db, id, now()))?.circle;
    // Another change was first: this attempt is accepted, or still open and left to the job.
    if (current?.attempt === attempt && current.accepted_at !== null) return true;
    if (current?.attempt === attempt && current.locking_at !== null) return false;
  }
  await unlockAll(services, asked);
  return false;
}

/** Finishes an acceptance whose Worker crashed: accepted if every item is locked for it, else abandoned. */
export async function finishOrAbandonCircle(services: Services, record: CircleRecord): Promise<void> {
  const asked = attemptOf(record);
  if ((await areAllLocked(services, asked)) && (await commit(services, asked))) return;
  await giveUp(services, asked);
}

/**
 * Applies the legs' states in the rooms of their items: handed over items are sold to their receivers, reopened ones
 * are for sale again. May be repeated; the job does what fails here.
 */
export async function applyLegs(services: Services, record: CircleRecord): Promise<void> {
  const { circle, items } = record;
  const handed = circle.legs.filter(({ state }) => state === "handed_over");
  const sold = await Promise.allSettled(handed.map((leg) => completeLeg(services, record, leg)));
  logFailures(circle.id, "complete", sold);
  const reopened = items.filter(({ position }) => circle.legs[position]?.state === "reopened");
  if (reopened.length > 0) await unlockAll(services, attemptOf({ ...record, items: reopened }));
}

async function completeLeg({ env }: Services, { circle, items }: CircleRecord, leg: CircleLeg): Promise<void> {
  const item = items.find(({ item_id }) => item_id === leg.item_id);
  if (!item) throw new Error(`${leg.item_id} is not in circle ${circle.id}`);
  const deal = {
    ...legDealIds(circle.id, leg.position),
    userId: leg.receiver_id,
    cashCents: Math.max(0, leg.cash_cents),
    itemTitle: item.title,
    itemImageUrl: item.photo?.url_400 ?? null,
    collectionZone: item.collection_zone,
    collectionSummary: collectionSummary(item),
  };
  const sold = await execute(env, leg.item_id, completeTrade({ tradeId: circle.id, deal }));
  if (!sold.ok) throw new Error(`${leg.item_id}: ${sold.code}`);
}

/** Settles an item that is locked for a circle that no longer needs it: sold if it was handed over, else for sale. */
export async function settleCircleLock(
  services: Services,
  itemId: string,
  lock: { id: string; attempt: number },
): Promise<void> {
  const { env, db, now } = services;
  const record = await findCircle(db, lock.id, now());
  const circle = record?.circle;
  const leg = circle?.legs.find(({ item_id }) => item_id === itemId);
  const isCurrent = circle?.attempt === lock.attempt && (leg?.state === "locked" || circle.locking_at !== null);
  if (isCurrent) return;
  if (record && leg?.state === "handed_over") return completeLeg(services, record, leg);
  await execute(env, itemId, unlockTrade({ tradeId: lock.id, attempt: lock.attempt }));
}
