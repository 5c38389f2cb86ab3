import { sql } from "drizzle-orm";
import { DAY_MS } from "#domain/deadlines";
import { STALE_ANSWER_MS, STALE_MS, staleStep } from "#domain/selling/still-available";
import { sellerSet } from "../../../../durable/item-room/commands/item.ts";
import { CHANGED } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import { insertNotification, insertNotificationIf, type NewNotification } from "../../../db/notifications.ts";
import { parseState, type StateRow, stateQuery, storeState } from "../../../db/service-state.ts";
import { execute } from "../../../http/item-room.ts";
import { logRowError } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { stillAvailablePage } from "../../notifications/answer-links.ts";

/** Listings read per run. At this rate a million are read in less than two days, so none waits long past its day. */
const READ_AT_ONCE = 2_000;

interface Row {
  id: string;
  seller_id: string;
  title: string;
  updated_at: number;
  asked_at: number | null;
  listed_or_sold_at: number;
}

/**
 * Asks sellers about listings without a sign of life, and pauses those that stayed without an answer. Reads all
 * listings in portions by their date, because an index on the last sign of life would cost a row with every edit.
 */
export async function askAboutStaleListings(services: Services): Promise<void> {
  const { db, now } = services;
  const at = now();
  const [stored] = await db.all<StateRow>(stateQuery("stale-listings"));
  const { after } = parseState("stale-listings", stored)?.value ?? { after: null };
  const [date, id] = after ?? [0, ""];
  const rows = await db.all<Row>(sql`SELECT id, seller_id, title, updated_at, asked_at, listed_or_sold_at
    FROM items INDEXED BY items_by_date
    WHERE listed_as = 'active' AND (listed_or_sold_at, id) > (${date}, ${id}) AND listed_or_sold_at <= ${at - STALE_MS}
    ORDER BY listed_or_sold_at, id LIMIT ${READ_AT_ONCE}`);
  for (const row of rows) {
    const step = staleStep(row, at);
    const work = step === "ask" ? ask(services, row, at) : step === "pause" ? pause(services, row, at) : null;
    await work?.catch(logRowError("stale-listings")(row.id));
  }
  const last = rows.length === READ_AT_ONCE ? rows.at(-1) : undefined;
  await db.run(storeState("stale-listings", { after: last ? [last.listed_or_sold_at, last.id] : null }, at));
}

async function ask(services: Services, { id, seller_id, title, updated_at }: Row, at: number): Promise<void> {
  const days = Math.round(STALE_ANSWER_MS / DAY_MS);
  const notice: NewNotification = {
    id: await stableId("ntf", "still-available", id, String(updated_at)),
    user_id: seller_id,
    kind: "listing",
    dedupe_key: `still-available:${id}:${updated_at}`,
    title: `Is it still for sale? ${title}`,
    body: `Tap Yes, Sold or Remove. Without an answer we'll pause it in ${days} days.`,
    link: stillAvailablePage(id),
    at,
  };
  // With the row's date, because the seller may have edited it meanwhile.
  await batch(services.db, [
    sql`UPDATE items SET asked_at = ${at} WHERE id = ${id} AND updated_at = ${updated_at}`,
    insertNotificationIf(CHANGED, notice),
  ]);
}

async function pause(services: Services, row: Row, at: number): Promise<void> {
  const { id, seller_id, title, updated_at, asked_at } = row;
  // The seller may have answered since the portion was read.
  const unanswered = await services.db.all(sql`SELECT 1 FROM items WHERE id = ${id} AND updated_at = ${updated_at}`);
  if (unanswered.length === 0) return;
  const answer = await execute(services.env, id, sellerSet({ sellerId: seller_id, status: "inactive" }));
  // A buyer holds it, pays for it or trades for it, so the listing stays.
  if (!answer.ok) return;
  await batch(services.db, [
    insertNotification({
      id: await stableId("ntf", "paused", id, String(asked_at)),
      user_id: seller_id,
      kind: "listing",
      dedupe_key: `paused:${id}:${asked_at}`,
      title: `Paused: ${title}`,
      body: "We didn't hear from you, so buyers can't see it any more. Tap to put it back.",
      link: stillAvailablePage(id),
      at,
    }),
  ]);
}
