/** Steps of a giveaway (D57): the Worker checks the people, the item's room decides. */
import { sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import { GIVEAWAYS_PER_ITEM, type Giveaway, type GivingMode, type NewGiveaway } from "#domain/giveaways/giveaway";
import { done, type Result, refuse, refuseField } from "#domain/result";
import { screenMessage } from "#domain/safety/content-filter/screen";
import * as room from "../../../durable/item-room/commands/giveaways.ts";
import { releaseClaims } from "../../db/limit-claims.ts";
import { execute } from "../../http/item-room.ts";
import { tooManyRequests } from "../../http/throttle.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { requireConfirmedEmail } from "../holds/commands.ts";
import { deliverSoon } from "../notifications/commands.ts";
import { claimGiveaway, findEnteringFacts, findGivingFacts, listRequests } from "./queries.ts";

const NOTE_REFUSED = "Notes can't contain contact details, links or payment instructions.";
const NOTE_MISSING = "Say in a few words why you'd like it.";

export interface GivingChoice {
  mode: GivingMode;
  hours: number | null;
}

/** Returns a giveaway of the item with a new secret seed, to be opened now. */
export function newGiveaway(id: string, itemId: string, giverId: string, { mode, hours }: GivingChoice): NewGiveaway {
  return { id, item_id: itemId, giver_id: giverId, mode, hours, seed: mode === "draw" ? newSeed() : null };
}

/** Returns 32 random bytes in hex. */
function newSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Opens a giveaway for the giver, or ends the one that runs (`null`). */
export async function setGiveaway(
  services: Services,
  giverId: string,
  itemId: string,
  choice: GivingChoice | null,
): Promise<Result> {
  const { db, env, now, newId } = services;
  const facts = await findGivingFacts(db, itemId);
  if (!facts) return NOT_FOUND;
  if (facts.seller_id !== giverId) return refuse("not_owner", MESSAGES.ownListingsOnly);
  if (!choice) {
    if (facts.live_id === null) return done();
    const ended = await execute(env, itemId, room.endGiveawayEarly({ giveawayId: facts.live_id, giverId }));
    if (!ended.ok) return ended;
  } else {
    const { id: giveawayId, mode, hours, seed } = newGiveaway(newId("gva"), itemId, giverId, choice);
    if (facts.live_id !== null) return room.ALREADY_OPEN;
    if (!(await claimGiveaway(db, giverId, { id: giveawayId, itemId }, now()))) {
      return refuse(
        "wrong_state",
        `You've given this item away ${GIVEAWAYS_PER_ITEM} times in 30 days without a pickup. Let the first person claim it.`,
      );
    }
    const opened = await execute(env, itemId, room.openGiveaway({ giveawayId, giverId, mode, hours, seed }));
    if (!opened.ok) {
      await releaseClaims(db, "giveaway", itemId, sql`subject = ${giveawayId}`);
      return opened;
    }
  }
  deliverSoon(services);
  return done();
}

export interface Entering {
  giveawayId: string;
  code: string | null;
  note: string;
}

/**
 * Enters the draw, or asks the giver for the item.
 * @param countNew counts a new entry from the caller's network; returns the seconds to wait when there are too many.
 */
export async function enterGiveaway(
  services: Services,
  userId: string,
  itemId: string,
  { giveawayId, code, note }: Entering,
  ownHost: string,
  countNew: () => Promise<number | null>,
): Promise<Result<Giveaway>> {
  const { db, env } = services;
  const [facts, confirmed] = await Promise.all([
    findEnteringFacts(db, itemId, userId, giveawayId),
    requireConfirmedEmail(services, userId),
  ]);
  if (!facts?.mode) return NOT_FOUND;
  if (!confirmed.ok) return confirmed;
  if (facts.seller_id === userId) return refuse("own_item", "You can't enter your own giveaway.");
  if (facts.blocked) return refuse("blocked", MESSAGES.blocked);
  if (facts.mode === "draw" && code === null) {
    return refuseField("code", "Send a random code to enter.");
  }
  if (facts.mode === "pick") {
    const problem =
      note === ""
        ? NOTE_MISSING
        : screenMessage(note, { stage: "enquiry", own_host: ownHost }).verdict === "pass"
          ? null
          : NOTE_REFUSED;
    if (problem) return refuseField("note", problem);
  }
  if (!facts.known) {
    const wait = await countNew();
    if (wait !== null) throw tooManyRequests(wait);
  }
  // One entry per person, which a later one continues.
  const entryId = await stableId("gve", giveawayId, userId);
  const draw = facts.mode === "draw";
  const entered = await execute(
    env,
    itemId,
    room.enterGiveaway({ giveawayId, entryId, userId, code: draw ? code : null, note: draw ? "" : note }),
  );
  if (entered.ok) deliverSoon(services);
  return entered;
}

/** Leaves, or declines the offered item, which then goes to the next person. */
export async function leaveGiveaway(
  services: Services,
  userId: string,
  itemId: string,
  giveawayId: string,
): Promise<Result<Giveaway>> {
  const left = await execute(services.env, itemId, room.leaveGiveaway({ giveawayId, userId }));
  if (left.ok) deliverSoon(services);
  return left;
}

/** Offers the item to one of the people who asked. */
export async function pickRecipient(
  services: Services,
  giverId: string,
  itemId: string,
  { giveawayId, entryId }: { giveawayId: string; entryId: string },
): Promise<Result<Giveaway>> {
  // Without those whom a block separates from the giver, whom the giver does not see either.
  const requests = await listRequests(services.db, giveawayId);
  if (!requests.some(({ id }) => id === entryId)) return NOT_FOUND;
  const picked = await execute(services.env, itemId, room.pickRecipient({ giveawayId, giverId, entryId }));
  if (picked.ok) deliverSoon(services);
  return picked;
}
