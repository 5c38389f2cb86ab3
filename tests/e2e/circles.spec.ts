/** Swap circles of three people: found, accepted, handed over and undone (D58). */
import type { CirclePage } from "../../worker/contract/trades/circles.ts";
import { type Actor, expect, expectAccessible, listItem, post, send, test } from "./accounts.ts";

/** One group for each test, because a person is offered three circles a week at most. */
const GROUPS = { Circle: [6, 12, 13], Undone: [9, 10, 11] } as const;

/** Circles join only things near each other (D77). */
const PLACE = { suburb: "Leichhardt", city: "Sydney", postcode: "2040" };

interface Found {
  people: [Actor, Actor, Actor];
  titles: [string, string, string];
  id: string;
}

/** Each gives an item to the next one: two wishes, and a trade offer, after which the finder runs. */
async function findCircle(person: (account: number) => Promise<Actor>, name: keyof typeof GROUPS): Promise<Found> {
  const people = (await Promise.all(GROUPS[name].map((member) => person(member)))) as Found["people"];
  const stamp = Date.now().toString(36);
  const titles: Found["titles"] = [`${name} bike ${stamp}`, `${name} lamp ${stamp}`, `${name} desk ${stamp}`];
  const [bike, lamp, desk] = [
    await listItem(people[0], { title: titles[0], price: 40, collection_address: "1 Circle Street", ...PLACE }),
    await listItem(people[1], { title: titles[1], price: 45, collection_address: "2 Circle Street", ...PLACE }),
    await listItem(people[2], { title: titles[2], price: 50, collection_address: "3 Circle Street", ...PLACE }),
  ];
  await send(people[0], "PUT", `/api/wish-lists/entries/${desk}`, {});
  await send(people[1], "PUT", `/api/wish-lists/entries/${bike}`, {});
  await post(people[2], "/api/trading/propose-trade", { target_item_id: lamp, offered_item_ids: [desk] });
  let id = "";
  await expect(async () => {
    const reply = await people[0].context.request.get("/api/circles");
    const { items } = (await reply.json()) as CirclePage;
    id = items.find(({ legs }) => legs.some(({ item }) => item.id === bike))?.id ?? "";
    expect(id).not.toBe("");
  }).toPass({ timeout: 15_000 });
  return { people, titles, id };
}

const cardOf = ({ page }: Actor, title: string) => page.getByRole("article").filter({ hasText: title });

async function accept(who: Actor, title: string): Promise<void> {
  await who.page.goto("/TradeOffers?tab=circles");
  await cardOf(who, title).getByRole("button", { name: "Accept" }).click();
  await who.page.getByRole("dialog").getByRole("button", { name: "Accept circle" }).click();
  await expect(who.page.getByRole("dialog")).toHaveCount(0);
}

async function codeOf(who: Actor, id: string): Promise<string> {
  await who.page.goto(`/TradeOffers?circle=${id}`);
  const code = await who.page.getByRole("img", { name: /^Your code/ }).textContent();
  return code ?? "";
}

async function handOver(giver: Actor, receiver: Actor, id: string): Promise<void> {
  const code = await codeOf(receiver, id);
  await giver.page.goto(`/TradeOffers?circle=${id}`);
  await giver.page.getByLabel(/'s code$/).fill(code);
  await giver.page.getByRole("button", { name: "Hand over" }).click();
  await expect(giver.page.getByLabel(/'s code$/)).toHaveCount(0);
}

test("a circle is accepted by all three, handed over with codes and rated", async ({ person }) => {
  const { people, titles, id } = await findCircle(person, "Circle");
  const [ada, ben, cleo] = people;
  await test.step("each sees what they give and get, and the items are on sale until all accept", async () => {
    await ada.page.goto("/TradeOffers?tab=circles");
    const card = cardOf(ada, titles[0]);
    await expect(card.getByRole("heading", { name: `Your “${titles[0]}” for “${titles[2]}”` })).toBeVisible();
    await expect(card.getByText("Waiting for your answer")).toBeVisible();
    await expectAccessible(ada.page, "offered circle");
    for (const who of [ada, ben]) await accept(who, titles[0]);
    await expect(cardOf(ben, titles[0]).getByText("2 of 3 accepted")).toBeVisible();
    await accept(cleo, titles[0]);
    await expect(cardOf(cleo, titles[0]).getByText("0 of 3 handed over")).toBeVisible();
  });
  await test.step("each item changes hands with the receiver's code", async () => {
    await ada.page.goto(`/TradeOffers?circle=${id}`);
    await expect(ada.page.getByText("3 Circle Street")).toBeVisible();
    await expect(ada.page.getByText("2 Circle Street")).toHaveCount(0);
    await expectAccessible(ada.page, "accepted circle");
    await ada.page.getByLabel(/'s code$/).fill("000000");
    await ada.page.getByRole("button", { name: "Hand over" }).click();
    await expect(ada.page.getByText(/That isn't the right code/)).toBeVisible();
    await handOver(ada, ben, id);
    await handOver(ben, cleo, id);
    await handOver(cleo, ada, id);
    await expect(cleo.page.getByRole("heading", { name: "Completed", exact: true })).toBeVisible();
  });
  await test.step("each two of them can rate each other", async () => {
    await ada.page.goto(`/TradeOffers?circle=${id}`);
    const rate = ada.page.getByRole("button", { name: /^Rate / });
    await expect(rate).toHaveCount(2);
    await rate.first().click();
    const dialog = ada.page.getByRole("dialog");
    await dialog.getByRole("radio", { name: /^5 stars/ }).check();
    await dialog.getByRole("button", { name: "Submit Rating" }).click();
    await expect(ada.page.getByText(/^You rated /)).toBeVisible();
    await expectAccessible(ada.page, "completed circle");
  });
});

test("a circle that one calls off puts all three items back on sale", async ({ person }) => {
  const { people, titles, id } = await findCircle(person, "Undone");
  const [ada, ben] = people;
  for (const who of people) await accept(who, titles[0]);
  await ben.page.goto(`/TradeOffers?circle=${id}`);
  await ben.page.getByRole("button", { name: "Call off" }).click();
  await ben.page.getByRole("button", { name: "Call off circle" }).click();
  await expect(ben.page.getByRole("heading", { name: "Called off", exact: true })).toBeVisible();
  await ada.page.goto(`/TradeOffers?circle=${id}`);
  await expect(ada.page.getByText(/called this circle off\. Your item is back on sale\./)).toBeVisible();
  for (const [index, who] of people.entries()) {
    await who.page.goto("/MyItems");
    await expect(who.page.getByText(titles[index] ?? "").first()).toBeVisible();
  }
  const stranger = await person(16);
  const { items } = (await (await ada.context.request.get("/api/circles")).json()) as CirclePage;
  const circle = items.find((one) => one.id === id);
  for (const { item } of circle?.legs ?? []) {
    await post(stranger, "/api/rpc/reserve_item", { item_id: item.id, reservation_type: "buy_now" });
  }
});
