/** Swap circles of three people and their steps (D58). */
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { CircleView } from "#contract/trades/circles";
import { cashOfLegs } from "#domain/trades/circle";
import { insertCircle } from "../../../worker/features/trades/circles/stored-circles.ts";
import { createServices } from "../../../worker/services.ts";
import type { TestAccount } from "./accounts.ts";
import { createBuyer, createSeller, insertItem, reply } from "./deals.ts";
import { notificationsOf } from "./notifications.ts";

export interface CircleSetup {
  /** Each gives the item of the same index to the next one. */
  people: [TestAccount, TestAccount, TestAccount];
  items: [string, string, string];
  id: string;
}

const NAMES = ["Ada Ash", "Ben Birch", "Cleo Cedar"] as const;
const TITLES = ["Bike", "Lamp", "Desk"] as const;

/** Circles join people near each other only (D77). */
export const FITZROY = { suburb: "Fitzroy", lat: -37.801, lon: 144.979 };

/** Creates three people with an item each, without a circle. */
export async function createCirclePeople(valuesCents: readonly number[] = [4_000, 4_500, 5_000]) {
  const people = (await Promise.all(
    NAMES.map((full_name, index) => (index === 0 ? createSeller({ full_name }) : createBuyer({ full_name }))),
  )) as CircleSetup["people"];
  const items = (await Promise.all(
    people.map((person, index) =>
      insertItem(person, {
        title: TITLES[index] ?? "",
        price_cents: valuesCents[index] ?? 0,
        ...FITZROY,
        collection_address: `${index + 1} Circle Street, Fitzroy VIC 3065`,
      }),
    ),
  )) as CircleSetup["items"];
  return { people, items };
}

/** Writes a circle of these items as the finder does. @returns its id. */
export async function offerCircle(
  people: readonly TestAccount[],
  items: readonly string[],
  valuesCents: readonly number[] = [4_000, 4_500, 5_000],
): Promise<string> {
  const services = createServices(env, () => undefined);
  const id = services.newId("cir");
  const cash = cashOfLegs(valuesCents);
  const legs = items.map((item_id, index) => ({
    giver_id: people[index]?.id ?? "",
    receiver_id: people[(index + 1) % 3]?.id ?? "",
    item_id,
    value_cents: valuesCents[index] ?? 0,
    cash_cents: cash[index] ?? 0,
  }));
  const written = await insertCircle(services.db, id, { key: items.join(":"), legs }, services.now());
  expect(written, "the circle was offered").toBe(true);
  return id;
}

export async function createCircle(valuesCents?: readonly number[]): Promise<CircleSetup> {
  const setup = await createCirclePeople(valuesCents);
  return { ...setup, id: await offerCircle(setup.people, setup.items, valuesCents) };
}

/** Offers these three a circle of new items. @returns its id. */
export async function createCircleOf(people: readonly TestAccount[]): Promise<string> {
  const values = [4_000, 4_500, 5_000];
  const items = await Promise.all(
    people.map((person, index) => insertItem(person, { price_cents: values[index] ?? 0 })),
  );
  return offerCircle(people, items, values);
}

export type CircleAction = "accept" | "decline" | "withdraw" | "call-off";

export const circleStep = (who: TestAccount, id: string, action: CircleAction) =>
  who.request("POST", `/api/circles/${id}/${action}`);

/** Takes a step, expects success and returns the circle. */
export const takeCircleStep = async (who: TestAccount, id: string, action: CircleAction) =>
  reply<CircleView>(await circleStep(who, id, action), 200);

export const readCircle = async (who: TestAccount, id: string) =>
  reply<CircleView>(await who.request("GET", `/api/circles/${id}`), 200);

export const enterCode = (who: TestAccount, id: string, code: string) =>
  who.request("POST", `/api/circles/${id}/hand-over`, { code });

/** All three accept. */
export async function acceptCircle({ people, id }: CircleSetup): Promise<CircleView> {
  for (const person of people.slice(0, 2)) await takeCircleStep(person, id, "accept");
  return takeCircleStep(people[2], id, "accept");
}

/** The person at `index` hands their item over, with the code of the next one. */
export async function handOverLeg({ people, id }: CircleSetup, index: number): Promise<CircleView> {
  const receiver = people[(index + 1) % 3];
  const giver = people[index];
  if (!receiver || !giver) throw new Error(`there is no leg ${index}`);
  const seen = await readCircle(receiver, id);
  const code = seen.legs[seen.get]?.code;
  expect(code).toMatch(/^\d{6}$/);
  return reply<CircleView>(await enterCode(giver, id, code ?? ""), 200);
}

/** Returns the titles of a user's notifications about a circle, oldest first. */
export async function circleNotices(who: TestAccount, id: string): Promise<string[]> {
  const all = await notificationsOf(who, "trade");
  return all.filter(({ link }) => link === `/TradeOffers?circle=${id}`).map(({ title }) => title);
}
