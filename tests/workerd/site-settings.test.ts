/** Site settings: a change applies to holds and orders that begin afterwards, not to running ones (D30, D35, decision 0030). */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import type { CheckoutView } from "#contract/checkout";
import type { ErrorBody } from "#contract/errors";
import type { SiteSettingsReply, SiteSettingsVersion } from "#contract/site/settings";
import { DEFAULT_HOLD_MS } from "#domain/deadlines";
import { businessDaysLater } from "#domain/places/business-days";
import { DEFAULT_SITE_SETTINGS } from "#domain/site/site-settings";
import type { ItemRoom } from "../../durable/item-room/item-room.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import {
  createBuyer,
  createSeller,
  insertItem,
  payload,
  placeOrder,
  readOrder,
  readyToPay,
  reply,
  transact,
} from "../support/workerd/deals.ts";
import { createItem } from "../support/workerd/listings.ts";
import { openThread, postMessage } from "../support/workerd/messages.ts";
import { roomOf, row } from "../support/workerd/rooms.ts";
import { createTradeSetup, propose } from "../support/workerd/trades.ts";

const PATH = "/api/admin/site-settings";
const MINUTE = 60_000;
const DAY = 86_400_000;

let admin: TestAccount;
let version = 0;

beforeAll(async () => {
  admin = await createAccount({ role: "admin" });
});

type Change = { numbers?: object; features?: object; site_name?: string; support_email?: string; version?: number };

function put(change: Change, who = admin): Promise<Response> {
  const { site_name, support_email, numbers, features } = DEFAULT_SITE_SETTINGS;
  return who.request("PUT", PATH, {
    version,
    site_name,
    support_email,
    ...change,
    numbers: { ...numbers, ...change.numbers },
    features: { ...features, ...change.features },
  });
}

async function save(change: Change): Promise<SiteSettingsVersion> {
  const { current } = await reply<SiteSettingsReply>(await put(change), 200);
  version = current.version;
  return current;
}

afterEach(async () => {
  await save({});
});

const codeOf = async (response: Response) => {
  const body = (await response.json()) as ErrorBody;
  return [response.status, body.error.code];
};

describe("PUT /api/admin/site-settings", () => {
  it("is limited to staff and to the allowed values, and refuses a stale version", async () => {
    const stranger = await createAccount();
    expect((await stranger.request("GET", PATH)).status).toBe(403);
    expect((await put({}, stranger)).status).toBe(403);

    for (const bad of [
      { numbers: { hold_minutes: 4 } },
      { numbers: { hold_minutes: 61 } },
      { numbers: { bank_days: 2.5 } },
      { numbers: { live_holds: 0 } },
      { numbers: { unknown: 1 } },
      { features: { knowzee: "yes" } },
      { features: { payments: false } },
      { site_name: "<b>" },
      { support_email: "nobody" },
    ]) {
      expect((await put(bad)).status, JSON.stringify(bad)).toBe(422);
    }

    const before = version;
    await save({ numbers: { hold_minutes: 20 } });
    expect(await codeOf(await put({ version: before }))).toEqual([409, "stale"]);
    const entry = await row<{ details: string; actor_id: string }>(
      "SELECT details, actor_id FROM audit_log WHERE action = 'site_settings_saved' ORDER BY id DESC LIMIT 1",
    );
    expect(entry?.actor_id).toBe(admin.id);
    expect(JSON.parse(entry?.details ?? "")).toEqual({
      version,
      changed: { hold_minutes: { before: DEFAULT_HOLD_MS / MINUTE, after: 20 } },
    });
  });

  it("creates no version for unchanged values, and one for two concurrent changes", async () => {
    const first = await save({ site_name: "Kerbside" });
    expect((await save({ site_name: "Kerbside" })).version).toBe(first.version);
    const replies = await Promise.all([put({ numbers: { live_holds: 4 } }), put({ numbers: { live_holds: 6 } })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    version++;
    const audited = await row<{ count: number }>(
      "SELECT count(*) AS count FROM audit_log WHERE action = 'site_settings_saved' AND details ->> 'version' = ?",
      version,
    );
    expect(audited?.count).toBe(1);
  });
});

describe("a changed deadline", () => {
  it("applies to the next hold and leaves the running one unchanged", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const [running, next] = [await insertItem(seller), await insertItem(seller)];
    const reserve = async (item: string) => {
      const at = Date.now();
      const held = await reply<{ reserved_until: number }>(
        await buyer.request("POST", "/api/rpc/reserve_item", { item_id: item, reservation_type: "buy_now" }),
        200,
      );
      return Math.round((held.reserved_until - at) / MINUTE);
    };
    expect(await reserve(running)).toBe(DEFAULT_HOLD_MS / MINUTE);
    await save({ numbers: { hold_minutes: 25 } });
    expect(await reserve(running)).toBe(DEFAULT_HOLD_MS / MINUTE);
    expect(await reserve(next)).toBe(25);
    const session = await reply<SessionReply>(await call("GET", "/api/auth/session"), 200);
    expect(session.hold_ms).toBe(25 * MINUTE);
  });

  it("keeps the start of a hold in D1, so that checkout is unchanged when the room is restored from D1", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const itemId = await insertItem(seller);
    await save({ numbers: { hold_minutes: 20 } });
    const sent = { item_id: itemId, reservation_type: "buy_now" };
    await reply(await buyer.request("POST", "/api/rpc/reserve_item", sent), 200);
    const view = async () => reply<CheckoutView>(await buyer.request("GET", `/api/items/${itemId}/checkout`), 200);
    const before = await view();
    expect(before.reserved_until - before.held_since).toBe(20 * MINUTE);
    expect(await row("SELECT hold_started_at, hold_until FROM items WHERE id = ?", itemId)).toEqual({
      hold_started_at: before.held_since,
      hold_until: before.reserved_until,
    });
    await runInDurableObject(roomOf(itemId), (_room: ItemRoom, state) => state.storage.deleteAll());
    await evictDurableObject(roomOf(itemId));
    const after = await view();
    expect([after.held_since, after.collection_date]).toEqual([before.held_since, before.collection_date]);
  });

  it("for payment or confirmation applies to the next order and not to running ones", async () => {
    const running = await placeOrder({ evidence: false });
    const asked = await placeOrder();
    const ready = await readyToPay();
    await save({ numbers: { bank_days: 5, confirmation_days: 3 } });

    const { referenceNumber, ...body } = payload(ready);
    expect(referenceNumber).toBeTruthy();
    const { order_id: id } = await reply<{ order_id: string }>(await transact(ready.buyer, body), 201);
    const deadline = async (order: string) =>
      (await row<{ at: number }>("SELECT payment_deadline - created_at AS at FROM orders WHERE id = ?", order))?.at;
    expect(await deadline(id)).toBe(5 * DAY);
    const unchanged = await readOrder(running.buyer, running.order.order_id);
    expect(unchanged.payment_deadline).toBe(running.order.payment_deadline);
    expect(await deadline(running.order.order_id)).toBe(3 * DAY);

    const isDueAfter = async (order: string, businessDays: number) => {
      const asked = await row<{ at: number; due: number }>(
        "SELECT created_at AS at, confirmation_deadline AS due FROM payment_confirmations WHERE order_id = ?",
        order,
      );
      const { collection_date } = await readOrder(ready.buyer, id);
      return (
        asked?.due ===
        Math.min(businessDaysLater(asked?.at ?? 0, businessDays, "Australia/Melbourne"), collection_date ?? 0)
      );
    };
    await reply(await ready.buyer.request("POST", `/api/orders/${id}/evidence`, { referenceNumber }), 200);
    expect(await isDueAfter(id, 3)).toBe(true);
    expect(await isDueAfter(asked.order.order_id, 2)).toBe(true);
  });

  it("or limit of holds applies from the next hold on", async () => {
    const [seller, buyer] = await Promise.all([createSeller(), createBuyer()]);
    const items = [await insertItem(seller), await insertItem(seller)];
    await save({ numbers: { live_holds: 1 } });
    const held = [];
    for (const item_id of items) {
      held.push(await buyer.request("POST", "/api/rpc/reserve_item", { item_id, reservation_type: "cart" }));
    }
    expect(held.map(({ status }) => status)).toEqual([200, 429]);
    expect(await held[1]?.text()).toContain("You can hold up to 1 item at a time.");
  });
});

describe("a feature that is switched off", () => {
  it("is listed in the session and refused by the server", async () => {
    const offer = await createTradeSetup();
    const seller = await createSeller({
      accepted_payment_methods: ["bank_transfer", "crypto"],
      crypto_wallet_addresses: { btc: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" },
    });
    const item = await createItem(seller, { price: 100, negotiation_enabled: true, minimum_price: 60 });
    const gift = await createItem(seller, { price: 0 });
    const buyer = await createBuyer();
    const thread = await openThread(buyer, { item_id: item.id });
    const before = await readyToPay({}, seller);
    expect(before.view.methods).toContain("crypto");

    await save({
      features: {
        knowzee: false,
        crypto: false,
        trades: false,
        message_images: false,
        sign_ups: false,
        donations: false,
      },
    });
    const session = await reply<SessionReply>(await call("GET", "/api/auth/session"), 200);
    expect(session.closed).toEqual(["knowzee", "crypto", "trades", "message_images", "sign_ups", "donations"]);

    const refusals = await Promise.all([
      buyer.request("POST", "/api/agent-negotiate", { itemId: item.id, userMessage: "$70?" }),
      propose(offer.offeror, { target_item_id: offer.target, offered_item_ids: offer.offered }),
      postMessage(buyer, thread.id, { client_id: crypto.randomUUID(), image_id: "img_unknown0000000000" }),
      call("POST", "/api/auth/sign-up", { email: "new@example.com", password: "a quiet harbour 42", full_name: "New" }),
      call("GET", "/api/donations"),
      seller.request("PUT", `/api/donations/${gift.id}/cause`, { kind: "cause", name: "Bushfire relief" }),
    ]);
    expect(await Promise.all(refusals.map(codeOf))).toEqual(refusals.map(() => [403, "switched_off"]));
    const after = await readyToPay({}, seller);
    expect(after.view.methods).toEqual(["bank_transfer"]);
  });
});

it("the support email is that of the settings, or that of the deployment when none is set", async () => {
  const supportEmail = async () =>
    (await reply<SessionReply>(await call("GET", "/api/auth/session"), 200)).support_email;
  const deployed = await supportEmail();
  await save({ support_email: "help@kerbside.example" });
  expect(await supportEmail()).toBe("help@kerbside.example");
  await save({});
  expect(await supportEmail()).toBe(deployed);
});
