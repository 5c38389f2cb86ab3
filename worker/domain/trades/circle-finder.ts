/** Finds circles of three among what people want (D58). Pure. */
import { distanceKm, pointOf } from "../places/distance.ts";
import { RADIUS_KM_DEFAULT } from "../places/near-place.ts";
import { cashOfLegs, isFair, OPEN_CIRCLES_MAX } from "./circle.ts";

/** A person wants an item of another person. Both may trade with each other. */
export interface Want {
  person_id: string;
  item_id: string;
  owner_id: string;
  value_cents: number;
  /** Middle of the suburb where the item is picked up; null where that is unknown. */
  lat: number | null;
  lon: number | null;
}

export interface FoundCircle {
  /** The items in the order in which they move, from the smallest id on: the same circle is found once. */
  key: string;
  legs: { giver_id: string; receiver_id: string; item_id: string; value_cents: number; cash_cents: number }[];
}

/** Limit of the combinations that are compared for one person. */
const COMPARED_MAX = 20_000;
const FOUND_MAX = 1_000;

/** Returns the circles that these people are part of, the most even ones first. */
export function findCircles(wants: readonly Want[], starters: readonly string[]): FoundCircle[] {
  const byPerson = new Map<string, Want[]>();
  for (const want of wants) {
    const list = byPerson.get(want.person_id);
    if (list) list.push(want);
    else byPerson.set(want.person_id, [want]);
  }
  const found = new Map<string, FoundCircle>();
  for (const person of starters) {
    for (const circle of circlesOf(person, byPerson)) found.set(circle.key, circle);
  }
  return [...found.values()].sort((a, b) => cashIn(a) - cashIn(b) || (a.key < b.key ? -1 : 1)).slice(0, FOUND_MAX);
}

/** Returns the first circles that were not offered before, few for each person. */
export function chooseCircles(found: readonly FoundCircle[], known: ReadonlySet<string>): FoundCircle[] {
  const offered = new Map<string, number>();
  return found.filter(({ key, legs }) => {
    if (known.has(key)) return false;
    if (legs.some(({ giver_id }) => (offered.get(giver_id) ?? 0) >= OPEN_CIRCLES_MAX)) return false;
    for (const { giver_id } of legs) offered.set(giver_id, (offered.get(giver_id) ?? 0) + 1);
    return true;
  });
}

function cashIn({ legs }: FoundCircle): number {
  return legs.reduce((sum, { cash_cents }) => sum + Math.abs(cash_cents), 0);
}

function circlesOf(person: string, byPerson: ReadonlyMap<string, readonly Want[]>): FoundCircle[] {
  const circles: FoundCircle[] = [];
  let compared = 0;
  const of = (id: string) => byPerson.get(id) ?? [];
  for (const first of of(person)) {
    if (first.owner_id === person) continue;
    for (const second of of(first.owner_id)) {
      if (second.owner_id === person || second.owner_id === first.owner_id) continue;
      for (const third of of(second.owner_id)) {
        if (++compared > COMPARED_MAX) return circles;
        if (third.owner_id !== person) continue;
        const circle = circleOf([first, third, second]);
        if (circle) circles.push(circle);
      }
    }
  }
  return circles;
}

/** Whether the three pickup places are known and lie within 25 km of each other (D77). */
function areClose(wants: readonly Want[]): boolean {
  const places = wants.flatMap((want) => pointOf(want) ?? []);
  if (places.length < wants.length) return false;
  return places.every((from, at) => places.slice(at + 1).every((to) => distanceKm(from, to) <= RADIUS_KM_DEFAULT));
}

/** `wants` in the order in which the items move: the person of one want owns the item of the next. */
function circleOf(wants: readonly Want[]): FoundCircle | null {
  const smallest = wants.reduce((low, want, index) => (want.item_id < (wants[low]?.item_id ?? "") ? index : low), 0);
  const ordered = [...wants.slice(smallest), ...wants.slice(0, smallest)];
  const values = ordered.map(({ value_cents }) => value_cents);
  if (!isFair(values) || !areClose(wants)) return null;
  const cash = cashOfLegs(values);
  return {
    key: ordered.map(({ item_id }) => item_id).join(":"),
    legs: ordered.map(({ person_id, owner_id, item_id, value_cents }, index) => ({
      giver_id: owner_id,
      receiver_id: person_id,
      item_id,
      value_cents,
      cash_cents: cash[index] ?? 0,
    })),
  };
}
