/** Finds swap circles and offers them: for everyone once a day, and for one person after their new trade offer (D58). */
import { DAY_MS } from "#domain/deadlines";
import { chooseCircles, findCircles } from "#domain/trades/circle-finder";
import { parseState, type StateRow, stateQuery, storeState } from "../../../db/service-state.ts";
import { isFeatureEnabled } from "../../../db/site-settings.ts";
import { errorText, log } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { writeCircleNotifications } from "../circles/circles.ts";
import { findCircle } from "../circles/queries.ts";
import { insertCircle } from "../circles/stored-circles.ts";
import { readOffered, readPeopleAfter, readWants } from "./queries.ts";

/** Limits of one run; the next run of the cron continues. */
const PEOPLE_AT_ONCE = 100;
const BATCHES_AT_ONCE = 5;
const OFFERED_AT_ONCE = 50;

/** Looks for circles of everyone, in the order of their ids, once a day. */
export async function findAllCircles(services: Services): Promise<void> {
  const { db, now } = services;
  if (!(await isFeatureEnabled(services, "trades"))) return;
  const [row] = await db.all<StateRow>(stateQuery("circles"));
  const state = parseState("circles", row)?.value ?? { after: null, begun: 0 };
  if (state.after === null && now() < state.begun + DAY_MS) return;
  const begun = state.after === null ? now() : state.begun;
  let after: string | null = state.after ?? "";
  for (let step = 0; step < BATCHES_AT_ONCE && after !== null; step++) {
    const people: string[] = await readPeopleAfter(db, after, PEOPLE_AT_ONCE);
    await offerCirclesOf(services, people);
    after = people.length < PEOPLE_AT_ONCE ? null : (people.at(-1) ?? null);
    await db.run(storeState("circles", { after, begun }, now()));
  }
}

/** Looks for circles of one person after the response. The daily run repeats what fails here. */
export function findCirclesSoon(services: Services, personId: string): void {
  services.defer(
    findCirclesFor(services, personId).catch((error: unknown) => {
      log("warn", { message: "swap circles postponed", error: errorText(error) });
    }),
  );
}

async function findCirclesFor(services: Services, personId: string): Promise<void> {
  if (await isFeatureEnabled(services, "trades")) await offerCirclesOf(services, [personId]);
}

/**
 * Offers circles that these people are part of: reads what they want, what the owners of that want, and whether the
 * owners of that want something of the first.
 * @returns how many were offered.
 */
export async function offerCirclesOf(services: Services, people: readonly string[]): Promise<number> {
  const { db, now } = services;
  const first = await readWants(db, people, now());
  const asked = new Set(people);
  const owners = ownersOf(first).filter((owner) => !asked.has(owner));
  const second = await readWants(db, owners, now());
  for (const owner of owners) asked.add(owner);
  const last = ownersOf(second).filter((owner) => !asked.has(owner));
  const third = await readWants(db, last, now(), people);
  let offered = 0;
  const found = findCircles([...first, ...second, ...third], people);
  const known = await readOffered(
    db,
    found.map(({ key }) => key),
  );
  for (const circle of chooseCircles(found, known).slice(0, OFFERED_AT_ONCE)) {
    const id = await stableId("cir", circle.key);
    if (!(await insertCircle(db, id, circle, now()))) continue;
    offered++;
    const record = await findCircle(db, id, now());
    if (record) await writeCircleNotifications(services, record);
  }
  return offered;
}

const ownersOf = (wants: readonly { owner_id: string }[]) => [...new Set(wants.map(({ owner_id }) => owner_id))];
