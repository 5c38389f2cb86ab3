/** A swap circle that is offered to the demo seller and two neighbours, with the wishes that led to it. */
import { HOUR_MS } from "#domain/deadlines";
import { distanceKm } from "#domain/places/distance";
import { CIRCLE_OPEN_MS, cashOfLegs, isFair } from "#domain/trades/circle";
import type { DemoUser } from "./people.ts";
import { appId, type Row, type Tables } from "./rows.ts";

const isNear = (a: Row, b: Row) =>
  distanceKm({ lat: Number(a.lat), lon: Number(a.lon) }, { lat: Number(b.lat), lon: Number(b.lon) }) <= 10;

/** The first three items near each other, one of the seller and two of others, whose values make a fair circle. */
function fairItems(items: readonly Row[], seller: DemoUser): Row[] | null {
  const swappable = items.filter(
    (item) =>
      item.status === "active" && item.holder_id === null && item.lat != null && Number(item.price_cents) >= 2_000,
  );
  for (const a of swappable.filter((item) => item.seller_id === seller.id)) {
    const around = swappable.filter((item) => item.seller_id !== seller.id && isNear(a, item));
    for (const b of around) {
      for (const c of around) {
        if (b.seller_id === c.seller_id || !isNear(b, c)) continue;
        if (isFair([a, b, c].map(({ price_cents }) => Number(price_cents)))) return [a, b, c];
      }
    }
  }
  return null;
}

/** Each of the people gives an item to the next one. One of them has accepted. */
export function circleRows(now: number, { items, seller }: { items: Tables[string]; seller: DemoUser }): Tables {
  const chosen = fairItems(items ?? [], seller);
  if (!chosen) throw new Error("the demo items make no fair circle");
  // The circle is known by its items in their order, beginning with the smallest id.
  const start = chosen.reduce((low, item, index) => (String(item.id) < String(chosen[low]?.id) ? index : low), 0);
  const ordered = [...chosen.slice(start), ...chosen.slice(0, start)];
  const key = ordered.map(({ id }) => String(id)).join(":");
  const id = appId("cir", key);
  const at = now - 5 * HOUR_MS;
  const cash = cashOfLegs(ordered.map(({ price_cents }) => Number(price_cents)));
  const legs = ordered.map((item, position) => ({
    circle_id: id,
    position,
    giver_id: String(item.seller_id),
    receiver_id: String(ordered[(position + 1) % 3]?.seller_id),
    item_id: String(item.id),
    value_cents: Number(item.price_cents),
    cash_cents: cash[position] ?? 0,
    accepted_at: item === chosen[1] ? at + HOUR_MS : null,
  }));
  return {
    circles: [{ id, legs_key: key, expires_at: at + CIRCLE_OPEN_MS, rev: 1, created_at: at, updated_at: at + HOUR_MS }],
    circle_legs: legs,
  };
}
