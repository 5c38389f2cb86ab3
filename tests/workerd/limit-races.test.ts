/** Limits of what a person may have, reached by concurrent requests (A34, A105, A116, A118). */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { CART_MAX } from "#contract/checkout/cart";
import type { PriceOfferView } from "#contract/offers";
import type { Page } from "#contract/page";
import { FOLLOWED_MAX } from "#contract/stores";
import {
  CASH_ORDERS_MAX,
  HOUR_MS,
  LIVE_HOLDS_MAX,
  PICKUP_ORDERS_PER_DAY,
  UNSETTLED_TRANSFERS_MAX,
} from "#domain/deadlines";
import { GIVEAWAYS_PER_ITEM } from "#domain/giveaways/giveaway";
import { MESSAGE_LIMITS } from "#domain/messages/messages";
import { ACCEPTED_HOLDS_MAX, OPEN_OFFERS_MAX } from "#domain/offers/price-offer";
import { SALES_LIVE_MAX } from "#domain/selling/moving-sale";
import { OFFERS_MAX } from "#domain/selling/offer-rules";
import { PROPOSALS_PER_DAY } from "#domain/trades/trade";
import { SAVED_ITEMS_MAX, SAVED_SEARCHES_MAX, WISH_LISTS_MAX } from "#domain/wishlists/wish-lists";
import { OPEN_REQUESTS_MAX } from "../../worker/features/requests/commands.ts";
import { DRAFTS_MAX } from "../../worker/features/selling/drafts/queries.ts";
import type { RACED } from "../support/counted-limits.ts";
import type { TestAccount } from "../support/workerd/accounts.ts";
import { cashSeller, heldItem, oldBuyer, payCash } from "../support/workerd/cash.ts";
import {
  acknowledge,
  createBuyer,
  createSeller,
  DAY,
  hold,
  insertItem,
  paymentDetails,
  reply,
  transact,
} from "../support/workerd/deals.ts";
import { openThread, postMessage } from "../support/workerd/messages.ts";
import { runSql } from "../support/workerd/sql.ts";
import { propose, step } from "../support/workerd/trades.ts";

type Calls = (() => Promise<Response | Response[]>)[];
interface Race {
  most: number;
  /** How many the person has after `prepare`. */
  had: number;
  prepare: () => Promise<Calls>;
}

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const inTurn = async <T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let n = 0; n < count; n++) made.push(await make(n));
  return made;
};
/** The rates of routes are tested elsewhere. */
const forgetRates = () => runSql`DELETE FROM throttles`;
const insert = async (sql: string, count: number, ...values: string[]) => {
  const rows = times(count, (n) => env.DB.prepare(sql).bind(`fill${crypto.randomUUID()}`, n, ...values));
  await env.DB.batch(rows);
};

const offer = (buyer: TestAccount, itemId: string) =>
  buyer.request("POST", `/api/items/${itemId}/price-offer`, { amount: 30, list_price: 45.5 });
const openOffer = async (buyer: TestAccount, itemId: string) => reply<PriceOfferView>(await offer(buyer, itemId), 201);
const wantedPost = (person: TestAccount, n: number) =>
  person.request("POST", "/api/requests", { title: `Wanted thing ${n}` });
const put = (who: TestAccount, path: string, body?: unknown) => who.request("PUT", path, body);

const RACES: Record<(typeof RACED)[number], Race> = {
  ACCEPTED_HOLDS_MAX: {
    most: ACCEPTED_HOLDS_MAX,
    had: ACCEPTED_HOLDS_MAX - 2,
    prepare: async () => {
      const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
      const made = await inTurn(ACCEPTED_HOLDS_MAX + 4, async () => openOffer(buyer, await insertItem(seller)));
      const calls = made.map(
        ({ id, rev }) =>
          () =>
            seller.request("POST", `/api/price-offers/${id}/accept`, { rev }),
      );
      for (const first of calls.splice(0, ACCEPTED_HOLDS_MAX - 2)) await reply(await first(), 200);
      return calls;
    },
  },
  OPEN_OFFERS_MAX: {
    most: OPEN_OFFERS_MAX,
    had: OPEN_OFFERS_MAX - 4,
    prepare: async () => {
      const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
      await inTurn(OPEN_OFFERS_MAX - 4, async () => openOffer(buyer, await insertItem(seller)));
      await forgetRates();
      const items = await inTurn(8, () => insertItem(seller));
      return items.map((itemId) => () => offer(buyer, itemId));
    },
  },
  OPEN_REQUESTS_MAX: {
    most: OPEN_REQUESTS_MAX,
    had: OPEN_REQUESTS_MAX - 2,
    prepare: async () => {
      const person = await createBuyer();
      const made = await inTurn(3, async (n) => reply<{ id: string }>(await wantedPost(person, n), 201));
      for (const { id } of made) await person.request("PATCH", `/api/requests/${id}`, { status: "closed" });
      await insert(
        `INSERT INTO requests (id, title, user_id, status, created_at, updated_at)
          VALUES ('req_' || ?1, 'Filler ' || ?2, ?3, 'open', 1, 1)`,
        OPEN_REQUESTS_MAX - 2,
        person.id,
      );
      await forgetRates();
      return [
        ...times(4, (n) => () => wantedPost(person, 10 + n)),
        ...made.map(
          ({ id }) =>
            () =>
              person.request("PATCH", `/api/requests/${id}`, { status: "open" }),
        ),
      ];
    },
  },
  CASH_ORDERS_MAX: {
    most: CASH_ORDERS_MAX,
    had: 0,
    prepare: async () => {
      const [seller, buyer] = [await cashSeller(), await oldBuyer()];
      const items = await inTurn(5, () => heldItem(seller, buyer));
      return items.map((itemId) => () => payCash(buyer, itemId));
    },
  },
  PICKUP_ORDERS_PER_DAY: {
    most: PICKUP_ORDERS_PER_DAY,
    had: PICKUP_ORDERS_PER_DAY - 2,
    prepare: async () => {
      const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
      const claim = (itemId: string) => transact(buyer, { itemId, paymentMethod: "free", amount: 0 });
      await inTurn(PICKUP_ORDERS_PER_DAY - 2, async () => {
        await reply(await claim(await heldItem(seller, buyer, { price_cents: 0 })), 201);
      });
      const items = await inTurn(LIVE_HOLDS_MAX, () => heldItem(seller, buyer, { price_cents: 0 }));
      return items.map((itemId) => () => claim(itemId));
    },
  },
  LIVE_HOLDS_MAX: {
    most: LIVE_HOLDS_MAX,
    had: LIVE_HOLDS_MAX - 2,
    prepare: async () => {
      const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
      await inTurn(LIVE_HOLDS_MAX - 2, async () => hold(buyer, await insertItem(seller)));
      const items = await inTurn(6, () => insertItem(seller));
      return items.map(
        (item_id) => () => buyer.request("POST", "/api/rpc/reserve_item", { item_id, reservation_type: "buy_now" }),
      );
    },
  },
  CART_MAX: {
    most: CART_MAX,
    had: CART_MAX - 2,
    prepare: async () => {
      const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
      const items = await inTurn(4, () => insertItem(seller));
      await inTurn(CART_MAX - 2, async () => {
        const itemId = await insertItem(seller);
        await runSql`INSERT INTO cart_items (buyer_id, item_id, created_at) VALUES (${buyer.id}, ${itemId}, 1)`;
      });
      return items.map((item_id) => () => buyer.request("POST", "/api/cart", { item_id }));
    },
  },
  UNSETTLED_TRANSFERS_MAX: {
    most: UNSETTLED_TRANSFERS_MAX,
    had: 0,
    prepare: async () => {
      const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
      const items = await inTurn(4, async () => {
        const itemId = await insertItem(seller);
        await hold(buyer, itemId);
        await acknowledge(buyer, itemId);
        return itemId;
      });
      return items.map((itemId) => () => paymentDetails(buyer, itemId));
    },
  },
  GIVEAWAYS_PER_ITEM: {
    most: GIVEAWAYS_PER_ITEM,
    had: 0,
    prepare: async () => {
      const giver = await createSeller();
      const itemId = await insertItem(giver, { price_cents: 0 });
      // Opened and ended again and again; a request that ends is not counted.
      return times(
        6,
        () => () =>
          inTurn(3, async () => {
            const opened = await put(giver, `/api/items/${itemId}/giveaway`, { mode: "pick" });
            await put(giver, `/api/items/${itemId}/giveaway`, { mode: "first_come" });
            return opened;
          }),
      );
    },
  },
  "PROPOSALS_PER_DAY.item": {
    most: PROPOSALS_PER_DAY.item,
    had: 0,
    prepare: async () => {
      const [seller, offeror] = await Promise.all([createSeller(), createBuyer()]);
      const [target, own] = [await insertItem(seller), await insertItem(offeror)];
      return times(
        4,
        () => () =>
          inTurn(3, async () => {
            const made = await propose(offeror, { target_item_id: target, offered_item_ids: [own] });
            const { trade_id } = (await made.clone().json()) as { trade_id?: string };
            if (trade_id) await step(offeror, trade_id, "withdraw");
            return made;
          }),
      );
    },
  },
  "PROPOSALS_PER_DAY.seller": {
    most: PROPOSALS_PER_DAY.seller,
    had: PROPOSALS_PER_DAY.seller - 2,
    prepare: async () => {
      const [seller, offeror] = await Promise.all([createSeller(), createBuyer()]);
      const own = await insertItem(offeror);
      const targets = await inTurn(PROPOSALS_PER_DAY.seller + 4, () => insertItem(seller));
      const calls = targets.map(
        (target) => () => propose(offeror, { target_item_id: target, offered_item_ids: [own] }),
      );
      for (const first of calls.splice(0, PROPOSALS_PER_DAY.seller - 2)) await reply(await first(), 201);
      return calls;
    },
  },
  DRAFTS_MAX: {
    most: DRAFTS_MAX,
    had: DRAFTS_MAX - 2,
    prepare: async () => {
      const person = await createSeller();
      await insert(
        `INSERT INTO listing_drafts (id, version, owner_id, photo_ids, created_at, updated_at)
          VALUES (?1, ?2 + 1, ?3, '[]', 1, 1)`,
        DRAFTS_MAX - 2,
        person.id,
      );
      return times(5, () => () => put(person, `/api/drafts/local-${crypto.randomUUID()}`, DRAFT));
    },
  },
  FOLLOWED_MAX: {
    most: FOLLOWED_MAX,
    had: FOLLOWED_MAX - 2,
    prepare: async () => {
      const buyer = await createBuyer();
      const known = await inTurn(5, () => createSeller());
      const others = times(FOLLOWED_MAX - 2, () => `acc_${crypto.randomUUID()}`);
      await env.DB.batch(
        others.flatMap((id) => [
          env.DB.prepare("INSERT INTO accounts (id, email, created_at) VALUES (?1, ?1, 0)").bind(id),
          env.DB.prepare("INSERT INTO profiles (id, email, created_at, updated_at) VALUES (?1, ?1, 0, 0)").bind(id),
          env.DB.prepare("INSERT INTO seller_follows VALUES (?, ?, 0)").bind(buyer.id, id),
        ]),
      );
      return known.map(
        ({ id }) =>
          () =>
            put(buyer, `/api/following/${id}`),
      );
    },
  },
  "MESSAGE_LIMITS.cold": {
    most: MESSAGE_LIMITS.cold,
    had: MESSAGE_LIMITS.cold - 2,
    prepare: async () => {
      const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
      const { id } = await openThread(buyer, { item_id: await insertItem(seller) });
      const send = (n: number) => postMessage(buyer, id, { text: `Question number ${n}?` });
      await inTurn(MESSAGE_LIMITS.cold - 2, async (n) => reply(await send(n), 201));
      return times(6, (n) => () => send(100 + n));
    },
  },
  "MESSAGE_LIMITS.same": {
    most: MESSAGE_LIMITS.same,
    had: 0,
    prepare: async () => {
      const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
      const { id } = await openThread(buyer, { item_id: await insertItem(seller) });
      const text = "Is this lamp still for sale, and could I see it this weekend?";
      return times(5, () => () => postMessage(buyer, id, { text }));
    },
  },
  OFFERS_MAX: {
    most: OFFERS_MAX,
    had: OFFERS_MAX - 2,
    prepare: async () => {
      const seller = await createSeller();
      const items = await inTurn(2, () => insertItem(seller));
      await insert(
        `INSERT INTO special_offers (id, title, seller_id, offer_type, config, is_active, created_at)
          VALUES (?1, 'Filler ' || ?2, ?3, 'percentage_off', '{"percentage":20}', 0, 1)`,
        OFFERS_MAX - 2,
        seller.id,
      );
      const body = { title: "Clear-out", offer_type: "percentage_off", config: { percentage: 20 }, item_ids: items };
      return times(5, () => () => seller.request("POST", "/api/special-offers", body));
    },
  },
  SALES_LIVE_MAX: {
    most: SALES_LIVE_MAX,
    had: 0,
    prepare: async () => {
      const seller = await createSeller();
      const items = await inTurn(12, () => insertItem(seller));
      const from = Date.now() + 5 * DAY;
      return times(
        6,
        (n) => () =>
          seller.request("POST", "/api/moving-sales", {
            title: "Moving house",
            item_ids: items.slice(2 * n, 2 * n + 2),
            collection_windows: [{ from, until: from + HOUR_MS }],
            collection_zone: "Australia/Sydney",
          }),
      );
    },
  },
  SAVED_ITEMS_MAX: {
    most: SAVED_ITEMS_MAX,
    had: SAVED_ITEMS_MAX - 2,
    prepare: async () => {
      const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
      const items = await inTurn(6, () => insertItem(seller));
      // Makes the list that everyone has.
      await reply(await put(buyer, `/api/wish-lists/entries/${items.pop()}`, {}), 200);
      await insert(
        `INSERT INTO items (id, created_at, seller_id, title, price_cents, category, condition, updated_at, status)
          VALUES ('itm_' || ?1, ?2, ?3, 'Filler', 100, 'other', 'good', 1, 'inactive')`,
        SAVED_ITEMS_MAX - 3,
        seller.id,
      );
      const [list] = (await reply<Page<{ id: string }>>(await buyer.request("GET", "/api/wish-lists"), 200)).items;
      const own = "FROM items WHERE seller_id = ? AND title = 'Filler'";
      await env.DB.batch([
        env.DB.prepare(`INSERT INTO wish_list_items SELECT ?, id, 1, 100 ${own}`).bind(list?.id, seller.id),
        env.DB.prepare(`INSERT INTO wish_watches SELECT ?, id, 100, 1 ${own}`).bind(buyer.id, seller.id),
      ]);
      return items.map((itemId) => () => put(buyer, `/api/wish-lists/entries/${itemId}`, {}));
    },
  },
  SAVED_SEARCHES_MAX: {
    most: SAVED_SEARCHES_MAX,
    had: SAVED_SEARCHES_MAX - 2,
    prepare: async () => {
      const buyer = await createBuyer();
      const save = (n: number) => buyer.request("POST", "/api/saved-searches", { filters: { q: `word${n}` } });
      await inTurn(SAVED_SEARCHES_MAX - 2, async (n) => reply(await save(n), 201));
      return times(5, (n) => () => save(100 + n));
    },
  },
  WISH_LISTS_MAX: {
    most: WISH_LISTS_MAX,
    // Everyone has one from the start.
    had: WISH_LISTS_MAX - 2,
    prepare: async () => {
      const buyer = await createBuyer();
      const make = (n: number) => buyer.request("POST", "/api/wish-lists", { name: `List ${n}` });
      await reply(await buyer.request("GET", "/api/wish-lists"), 200);
      await inTurn(WISH_LISTS_MAX - 3, async (n) => reply(await make(n), 201));
      return times(5, (n) => () => make(100 + n));
    },
  },
};

const DRAFT = { version: 0, values: {}, photo_ids: [], missing_photos: 0 };

it.each(Object.entries(RACES))("%s holds against requests at the same time", async (_name, { most, had, prepare }) => {
  const calls = await prepare();
  const statuses = (await Promise.all(calls.map((call) => call()))).flat().map(({ status }) => status);
  const taken = statuses.filter((status) => status < 300).length;
  expect(Math.max(...statuses), String(statuses)).toBeLessThan(500);
  expect(had + taken, String(statuses)).toBe(most);
});
