/** Holiday mode: a seller's items leave the lists and cannot be held until the seller is back (D60). */
import { env } from "cloudflare:workers";
import { beforeEach, expect, it, vi } from "vitest";
import type { OwnProfile, SellerProfile } from "#contract/account/profiles";
import type { ItemDetail, OwnItem } from "#contract/items";
import type { ItemListReply } from "#contract/items/marketplace";
import type { PriceOfferView } from "#contract/offers";
import type { HolidayReply } from "#contract/selling/holiday";
import { endHolidays } from "../../worker/features/selling/holiday/holiday.ts";
import { createServices } from "../../worker/services.ts";
import { call, type TestAccount } from "../support/workerd/accounts.ts";
import { createBundle } from "../support/workerd/browse.ts";
import { stopClock } from "../support/workerd/clock.ts";
import { createBuyer, createSeller, DAY, hold, insertItem, itemRow, refusal, reply } from "../support/workerd/deals.ts";
import { createItem } from "../support/workerd/listings.ts";

const NOW = Date.UTC(2026, 10, 24, 2);
/** Midnight in Sydney, which is 11 hours ahead of UTC in summer. */
const BACK = Date.UTC(2026, 11, 4, 13);

beforeEach(() => stopClock(NOW));

const setHoliday = (seller: TestAccount, back_on: string | null) =>
  seller.request("PUT", "/api/selling/holiday", { back_on });
const away = async (seller: TestAccount) => reply<HolidayReply>(await setHoliday(seller, "2026-12-05"), 200);
const listed = async (seller: TestAccount) =>
  (await reply<ItemListReply>(await call("GET", `/api/items?seller_id=${seller.id}`), 200)).items.map(({ id }) => id);
const reserve = (buyer: TestAccount, item_id: string) =>
  buyer.request("POST", "/api/rpc/reserve_item", { item_id, reservation_type: "buy_now" });

it("hides the seller's items from lists until the day they are back, and shows them again after it", async () => {
  const seller = await createSeller();
  const item = await insertItem(seller);
  expect(await away(seller)).toEqual({ away_until: BACK });
  const listedWhileAway = await createItem(seller);
  expect(await listed(seller)).toEqual([]);
  expect(await reply<SellerProfile>(await call("GET", `/api/profiles/${seller.id}`), 200)).toMatchObject({
    away_until: BACK,
  });
  expect(await reply<OwnProfile>(await seller.request("GET", "/api/profile"), 200)).toMatchObject({ away_until: BACK });

  await endHolidays(createServices(env, () => undefined));
  expect(await listed(seller)).toEqual([]);
  vi.setSystemTime(BACK);
  await endHolidays(createServices(env, () => undefined));
  expect((await listed(seller)).sort()).toEqual([item, listedWhileAway.id].sort());
});

it("refuses a new hold and says until when, but lets a buyer who holds the item go on", async () => {
  const seller = await createSeller();
  const [free, held] = [await insertItem(seller), await insertItem(seller)];
  const [buyer, holder] = [await createBuyer(), await createBuyer()];
  await hold(holder, held);
  await away(seller);
  const detail = await reply<ItemDetail>(await buyer.request("GET", `/api/items/${free}`), 200);
  expect(detail).toMatchObject({ seller_away_until: BACK, abilities: { buy: false, trade: false } });
  expect(await refusal(await reserve(buyer, free), 409)).toMatchObject({
    code: "item_unavailable",
    message: "The seller is on holiday. You can buy this item when they're back.",
    details: { until: BACK },
  });
  expect(
    await refusal(
      await buyer.request("POST", "/api/cart", { item_id: free }, { "Idempotency-Key": crypto.randomUUID() }),
      409,
    ),
  ).toMatchObject({
    code: "item_unavailable",
  });
  await reply(await reserve(holder, held), 200);
});

it("does not sell a bundle of a seller who is away", async () => {
  const seller = await createSeller();
  const items = [await insertItem(seller), await insertItem(seller)];
  const bundle = await createBundle(seller, items);
  await away(seller);
  const buyer = await createBuyer();
  expect(await refusal(await buyer.request("GET", `/api/bundles/${bundle}/checkout`), 409)).toMatchObject({
    code: "item_unavailable",
  });
});

it("agrees on no price while the seller is away, by either side, and still lets them decline", async () => {
  const seller = await createSeller();
  const [first, second] = [await insertItem(seller), await insertItem(seller)];
  const buyer = await createBuyer();
  const offer = async (itemId: string) => {
    const body = { amount: 40, list_price: 45.5 };
    return reply<PriceOfferView>(await buyer.request("POST", `/api/items/${itemId}/price-offer`, body), 201);
  };
  const step = (who: TestAccount, { id, rev }: PriceOfferView, action: string, more = {}) =>
    who.request("POST", `/api/price-offers/${id}/${action}`, { rev, ...more });
  const open = await offer(first);
  const countered = await reply<PriceOfferView>(
    await step(seller, await offer(second), "counter", { amount: 42 }),
    200,
  );
  await away(seller);

  const seen = await reply<PriceOfferView>(await seller.request("GET", `/api/price-offers/${open.id}`), 200);
  expect(seen).toMatchObject({
    seller_away_until: BACK,
    abilities: { accept: false, counter: false, decline: true },
  });
  for (const answer of [step(seller, open, "accept"), step(seller, open, "counter", { amount: 42 })]) {
    expect(await refusal(await answer, 409)).toMatchObject({
      code: "wrong_state",
      message: "You're on holiday. To accept or counter this offer, end your holiday first.",
    });
  }
  expect((await refusal(await step(buyer, countered, "accept"), 409)).code).toBe("item_unavailable");
  expect((await itemRow(first))?.holder_id).toBeNull();

  await reply(await step(buyer, countered, "decline"), 200);
  await reply(await setHoliday(seller, null), 200);
  const accepted = await reply<PriceOfferView>(await step(seller, open, "accept"), 200);
  expect(accepted).toMatchObject({ status: "accepted", seller_away_until: null });
  await reply(await step(buyer, accepted, "withdraw"), 200);
});

it("ends early when the seller says so, and leaves sold and inactive items as they are", async () => {
  const seller = await createSeller();
  const active = await insertItem(seller);
  const inactive = await insertItem(seller, { status: "inactive" });
  await away(seller);
  expect(await reply<HolidayReply>(await setHoliday(seller, null), 200)).toEqual({ away_until: null });
  expect(await listed(seller)).toEqual([active]);
  const own = await reply<OwnItem>(await seller.request("GET", `/api/items/${inactive}`), 200);
  expect(own.status).toBe("inactive");
});

it("counts the listings of a seller who is away as not listed", async () => {
  const seller = await createSeller();
  await insertItem(seller);
  const count = () =>
    env.DB.prepare("SELECT listed_count FROM profiles WHERE id = ?").bind(seller.id).first("listed_count");
  expect(await count()).toBe(1);
  await away(seller);
  expect(await count()).toBe(0);
  await setHoliday(seller, null);
  expect(await count()).toBe(1);
});

it.each([
  ["today", NOW],
  ["a past day", NOW - 30 * DAY],
  ["a day after six months", NOW + 190 * DAY],
])("refuses %s", async (_name, at) => {
  const seller = await createSeller();
  const day = new Date(at).toISOString().slice(0, 10);
  expect(await refusal(await setHoliday(seller, day), 422)).toMatchObject({ code: "invalid" });
});

it.each(["9999-99-99", "2026-13-45", "0000-00-00", "2026-02-30", "tomorrow"])(
  "refuses %s, which is no day",
  async (day) => {
    expect(await refusal(await setHoliday(await createSeller(), day), 422)).toMatchObject({ code: "invalid" });
  },
);
