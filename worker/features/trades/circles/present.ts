/** Maps a swap circle to the view of one of its three people. Addresses and codes are shown to the receiver alone (D9). */
import type { CircleLegView, CirclePerson, CircleView } from "#contract/trades/circles";
import { centsToDollars } from "#domain/money";
import { collectionSummary } from "#domain/orders/collection";
import { distanceKm, pointOf, shownDistance } from "#domain/places/distance";
import {
  type CircleLeg,
  callOffFrom,
  circleAbilities,
  differenceOf,
  handOverBy,
  legsOf,
  unevenOf,
} from "#domain/trades/circle";
import { HIDDEN } from "../../../http/impersonation.ts";
import { nameOf } from "./notices.ts";
import type { CircleRecord, LegItem } from "./queries.ts";

export function presentCircle(record: CircleRecord, viewerId: string, now: number): CircleView {
  const { circle, items } = record;
  const { give, get } = legsOf(circle, viewerId);
  const person = (id: string): CirclePerson => ({ id, display_name: nameOf(record, id), you: id === viewerId });
  const uneven = unevenOf(circle);
  // A circle that has run out is shown as lapsed before the job marks it.
  const runOut = circle.status === "offered" && circle.locking_at === null && now >= circle.expires_at;
  return {
    id: circle.id,
    status: runOut ? "lapsed" : circle.status,
    legs: circle.legs.map((leg) => {
      const item = items.find(({ position }) => position === leg.position);
      if (!item) throw new Error(`circle ${circle.id} has no item ${leg.position}`);
      const from = items.find(({ owner_id }) => owner_id === leg.receiver_id);
      return presentLeg(leg, item, from ? kmBetween(from, item) : null, viewerId, now, person);
    }),
    give: give.position,
    get: get.position,
    difference: centsToDollars(differenceOf(circle, viewerId)),
    expires_at: circle.status === "offered" && !runOut ? circle.expires_at : null,
    hand_over_by: handOverBy(circle),
    call_off_from: callOffFrom(circle),
    staff_note: circle.staff_note,
    closed_by: circle.closed_by === null ? null : person(circle.closed_by),
    void_item_title: items.find(({ item_id }) => item_id === record.void_item_id)?.title ?? null,
    uneven: uneven && {
      short: person(uneven.short),
      over: person(uneven.over),
      settled: circle.settled_at !== null,
    },
    abilities: circleAbilities(circle, viewerId, now),
    created_at: record.created_at,
    updated_at: record.updated_at,
    server_now: now,
  };
}

type Placed = Pick<LegItem, "lat" | "lon">;

function kmBetween(one: Placed, other: Placed): number | null {
  const [from, to] = [pointOf(one), pointOf(other)];
  return from && to ? shownDistance(distanceKm(from, to)) : null;
}

function presentLeg(
  leg: CircleLeg,
  item: LegItem,
  distance_km: number | null,
  viewerId: string,
  now: number,
  person: (id: string) => CirclePerson,
): CircleLegView {
  const locked = leg.state === "locked";
  const receives = leg.receiver_id === viewerId;
  const gives = leg.giver_id === viewerId;
  const codeLocked = gives && locked && leg.code_locked_until !== null && leg.code_locked_until > now;
  return {
    giver: person(leg.giver_id),
    receiver: person(leg.receiver_id),
    item: {
      id: leg.item_id,
      title: item.title,
      price: centsToDollars(leg.value_cents),
      image_url: item.photo?.url_400 ?? null,
      available: item.deleted_at === null && (item.status === "active" || locked),
      collection_summary: collectionSummary(item),
      distance_km,
      collection_address: receives && locked ? item.collection_address?.trim() || null : null,
    },
    cash:
      leg.cash_cents === 0
        ? null
        : { amount: centsToDollars(Math.abs(leg.cash_cents)), from: leg.cash_cents > 0 ? "receiver" : "giver" },
    accepted: leg.accepted_at !== null,
    state: leg.state,
    code: receives && locked ? leg.code : null,
    code_locked_until: codeLocked ? leg.code_locked_until : null,
    order_id: gives || receives ? item.order_id : null,
  };
}

/** Removes addresses and codes. For staff who impersonate one of the three. */
export function withoutCircleSecrets(circle: CircleView): CircleView {
  return {
    ...circle,
    legs: circle.legs.map((leg) => ({
      ...leg,
      code: leg.code && HIDDEN,
      item: { ...leg.item, collection_address: leg.item.collection_address && HIDDEN },
    })),
  };
}
