/** A swap circle that is offered to the demo seller and two neighbours, with the wishes that led to it. */
import { HOUR_MS } from "#domain/deadlines";
import { CIRCLE_OPEN_MS, cashOfLegs, isFair } from "#domain/trades/circle";
import type { DemoUser } from "./people.ts";
import { appId, type Row, type Tables } from "./rows.ts";

/** The first three items, one of each person, whose values make a fair circle. */
function fairItems(items: readonly Row[], people: readonly DemoUser[]): Row[] | null {
  const [first = [], second = [], third = []] = people.map(({ id }) =>
    items.filter(
      (item) =>
        item.seller_id === id &&
        item.status === "active" &&
        item.holder_id === null &&
        Number(item.price_cents) >= 2_000,
    ),
  );
  for (const a of first) {
    for (const b of second) {
      for (const c of third) {
        if (isFair([a, b, c].map(({ price_cents }) => Number(price_cents)))) return [a, b, c];
      }
    }
  }
  return null;
}

/** Each of the people gives an item to the next one. One of them has accepted. */
export function circleRows(
  now: number,
  { items, people }: { items: Tables[string]; people: readonly DemoUser[] },
): Tables {
  const chosen = fairItems(items ?? [], people);
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
    accepted_at: item.seller_id === people[1]?.id ? at + HOUR_MS : null,
  }));
  return {
    circles: [{ id, legs_key: key, expires_at: at + CIRCLE_OPEN_MS, rev: 1, created_at: at, updated_at: at + HOUR_MS }],
    circle_legs: legs,
  };
}
