/** Creates, changes and answers wanted posts (D49). */

import { and, eq, sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { ChangeRequestValue, NewRequestValue } from "#contract/requests";
import { displayName } from "#domain/account/display-name";
import { pick } from "#domain/pick";
import { type Point, pointOf } from "#domain/places/distance";
import type { StatedPlace } from "#domain/places/places";
import { done, type Refusal, type Result, refuse, refuseField } from "#domain/result";
import { blockedBetween } from "../../db/blocks.ts";
import { batch } from "../../db/client.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import { insertNotification } from "../../db/notifications.ts";
import { profiles } from "../../db/schema/account.ts";
import { requestMatches } from "../../db/schema/requests.ts";
import { requests } from "../../db/schema/site-content.ts";
import type { Actor } from "../../http/context.ts";
import { refusePublicTexts } from "../../http/public-texts.ts";
import { countUse } from "../../http/throttle.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { findItem } from "../items/queries.ts";
import { notifySoon } from "../notifications/commands.ts";
import { places } from "../places/queries.ts";
import { matchRequest, wordStatements } from "./matching.ts";
import { findRequest, type RequestRow } from "./queries.ts";

/** Limit of open requests per user. */
export const OPEN_REQUESTS_MAX = 20;

const TOO_MANY = refuse(
  "conflict",
  `You have ${OPEN_REQUESTS_MAX} open requests. Close one you no longer need before posting another.`,
);
const NO_SUCH_PLACE =
  "We don't know that suburb or postcode. Choose one of the suggestions, or leave the distance open.";

const blankToNull = (value: string | null | undefined) => value?.trim() || null;

/** Returns the coordinates of a request. An unknown place with a distance is refused, because it would find nothing. */
function pointOfPlace(place: StatedPlace, within_km: number | null): Result<Point | null> {
  const point = places.pointOfListing(place);
  if (point === null && within_km !== null) {
    return refuseField("suburb", NO_SUCH_PLACE);
  }
  return done(point);
}

/** The status of an open request; null, which the database refuses with the whole batch, when its author has too many others. */
const openStatus = ({ id, user_id }: { id: string; user_id: string }) => sql<"open">`CASE WHEN (SELECT count(*)
  FROM requests r WHERE r.user_id = ${user_id} AND r.status = 'open' AND r.id <> ${id}) < ${OPEN_REQUESTS_MAX} THEN 'open' END`;

async function unlessTooMany(written: Promise<unknown>): Promise<Refusal | null> {
  try {
    await written;
    return null;
  } catch (error) {
    if (violatedConstraint(error) === "requests.status") return TOO_MANY;
    throw error;
  }
}

/**
 * Posts a request and matches it with existing listings.
 * @param id derived from the caller's idempotency key, so that a repeat finds the same post.
 */
export async function postRequest(
  services: Services,
  actor: Actor,
  id: string,
  input: NewRequestValue,
): Promise<Result<RequestRow>> {
  const { db, now } = services;
  const known = await findRequest(db, actor.id, id);
  if (known) return done(known);
  const { title, description, suburb, city } = input;
  const refusal = await refusePublicTexts(db, actor.id, "requests", { title, description, suburb, city });
  if (refusal) return refusal;
  const profile = await db
    .select({
      ...pick(profiles, "suburb", "city", "postcode"),
      state: profiles.state_region,
    })
    .from(profiles)
    .where(eq(profiles.id, actor.id))
    .get();
  if (!profile) return NOT_FOUND;
  const stated = input.suburb !== undefined || input.city !== undefined || input.postcode !== undefined;
  const place: StatedPlace = stated
    ? { suburb: blankToNull(input.suburb), city: blankToNull(input.city), postcode: input.postcode ?? null }
    : profile;
  const within_km = input.within_km ?? null;
  const point = pointOfPlace(place, within_km);
  if (!point.ok) return point;
  const at = now();
  const row = {
    id,
    user_id: actor.id,
    title: input.title,
    description: input.description ?? "",
    category: input.category ?? null,
    max_price_cents: input.max_price ?? null,
    ...pick(place, "suburb", "city", "postcode"),
    lat: point.value?.lat ?? null,
    lon: point.value?.lon ?? null,
    within_km,
    created_at: at,
    updated_at: at,
  };
  const refused = await unlessTooMany(
    batch(db, [
      db
        .insert(requests)
        .values({ ...row, status: openStatus(row) })
        .onConflictDoNothing(),
      ...wordStatements(db, id, row.title, true),
    ]),
  );
  if (refused) return refused;
  await matchRequest(services, row);
  const request = await findRequest(db, actor.id, id);
  return request ? done(request) : NOT_FOUND;
}

/** Changes a request. A reopened request is matched again. */
export async function changeRequest(
  services: Services,
  actor: Actor,
  id: string,
  input: ChangeRequestValue,
): Promise<Result<RequestRow>> {
  const { db, now } = services;
  const found = await findRequest(db, actor.id, id);
  if (!found) return NOT_FOUND;
  if (found.seller_id !== actor.id) return refuse("not_owner", "You can only change your own requests.");
  // Only changed text is checked, so that older text does not prevent closing.
  const { title, description, suburb, city } = input;
  const refusal = await refusePublicTexts(db, actor.id, "requests", { title, description, suburb, city });
  if (refusal) return refusal;
  const status = input.status ?? found.status;
  const reopened = status === "open" && found.status !== "open";
  const place = {
    suburb: input.suburb === undefined ? found.suburb : blankToNull(input.suburb),
    city: input.city === undefined ? found.city : blankToNull(input.city),
    postcode: input.postcode === undefined ? found.postcode : input.postcode,
  };
  const moved = place.suburb !== found.suburb || place.city !== found.city || place.postcode !== found.postcode;
  const within_km = input.within_km === undefined ? found.within_km : input.within_km;
  const point =
    moved || (within_km !== null && found.lat === null) ? pointOfPlace(place, within_km) : done(pointOf(found));
  if (!point.ok) return point;
  const sought = {
    id,
    user_id: actor.id,
    title: input.title ?? found.title,
    category: input.category === undefined ? found.category : input.category,
    max_price_cents: input.max_price === undefined ? found.max_price_cents : input.max_price,
    lat: point.value?.lat ?? null,
    lon: point.value?.lon ?? null,
    within_km,
  };
  const other =
    moved ||
    (["title", "category", "max_price_cents", "within_km"] as const).some((name) => sought[name] !== found[name]);
  const changed = {
    ...sought,
    ...place,
    description: input.description ?? found.description,
    status: reopened ? openStatus(sought) : status,
    updated_at: now(),
  };
  const refused = await unlessTooMany(
    batch(db, [
      db.update(requests).set(changed).where(eq(requests.id, id)),
      ...wordStatements(db, id, sought.title, status === "open"),
      // Matches with the old text may not fit the new one; items offered by users stay.
      ...(other
        ? [db.delete(requestMatches).where(and(eq(requestMatches.request_id, id), eq(requestMatches.source, "found")))]
        : []),
    ]),
  );
  if (refused) return refused;
  if (status === "open" && (other || reopened)) await matchRequest(services, sought);
  const request = await findRequest(db, actor.id, id);
  return request ? done(request) : NOT_FOUND;
}

/** Offers one of the caller's listings to the author of a request, once. */
export async function offerItem(services: Services, actor: Actor, requestId: string, itemId: string): Promise<Result> {
  const { db, now } = services;
  const [request, row] = await Promise.all([findRequest(db, actor.id, requestId), findItem(db, itemId)]);
  if (!request) return NOT_FOUND;
  if (request.seller_id === actor.id) return refuse("forbidden", "This is your own request.");
  if (request.status !== "open") return refuse("wrong_state", "This request is closed.");
  if (!row || row.item.seller_id !== actor.id || row.item.deleted_at !== null) return NOT_FOUND;
  if (row.item.status !== "active") return refuse("wrong_state", MESSAGES.notAvailable);
  if (await blockedBetween(db, actor.id, request.seller_id)) {
    return refuse("blocked", "You can't offer items to this person.");
  }
  const wait = await countUse(services, "tell-one-person", { account: actor.id }, `request:${request.seller_id}`);
  if (wait !== null) return refuse("too_many_requests", MESSAGES.tooManyRequests, { retry_after: wait });
  const at = now();
  await batch(db, [
    db
      .insert(requestMatches)
      .values({ request_id: requestId, item_id: itemId, source: "offered", at })
      .onConflictDoUpdate({
        target: [requestMatches.request_id, requestMatches.item_id],
        set: { source: "offered" },
      }),
    insertNotification({
      id: await stableId("ntf", "request-offer", requestId, itemId),
      user_id: request.seller_id,
      kind: "request_match",
      dedupe_key: `request:${requestId}:${itemId}:offered`,
      title: `${displayName(row.seller.full_name) || MESSAGES.anonymousSeller} has “${request.title}”`,
      body: row.item.title,
      link: `/Requests/${requestId}`,
      at,
    }),
  ]);
  notifySoon(services, [request.seller_id]);
  return done();
}
