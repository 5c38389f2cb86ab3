/**
 * Creates the users and entities that the calls of the access table need. The buyer has an order, messages, a
 * negotiation and a trade with the seller; the other users have no part in them.
 */
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { ItemGiveawayReply } from "#contract/giveaways";
import type { OwnItem } from "#contract/items";
import type { ThreadView } from "#contract/messages";
import type { NegotiationReply } from "#contract/negotiation";
import type { ReportReceipt } from "#contract/safety";
import type { PromotionReply } from "#contract/selling/promotions";
import { ROLES, type Role } from "../access-table.ts";
import { createAccount, type TestAccount } from "./accounts.ts";
import { createAd, createBundle, createOffer } from "./browse.ts";
import { createCircleOf } from "./circles.ts";
import { acknowledge, createBuyer, createSeller, DAY, hold, insertItem, placeOrder, reply } from "./deals.ts";
import { png, uploadForm } from "./images.ts";
import { createItem } from "./listings.ts";
import { topupIntent } from "./payments.ts";
import { copyDeal } from "./ratings.ts";
import { firstRow, runSql } from "./sql.ts";
import { proposeTrade } from "./trades.ts";

/** A user per role; the visitor is null. */
export type UsersByRole = Record<Role, TestAccount | null> & Record<Exclude<Role, "visitor">, TestAccount>;

/** Ids by entity. */
export type EntityIds = Awaited<ReturnType<typeof createAccessFixtures>>["things"];

const made = async (who: TestAccount, path: string, body: unknown, status = 201): Promise<string> =>
  (await reply<{ id: string }>(await who.request("POST", path, body), status)).id;

export async function createAccessFixtures() {
  // Raises the limit of unconfirmed transfers, because the buyer leaves several open.
  await runSql`INSERT OR IGNORE INTO site_settings (version, settings, saved_by, saved_at) VALUES (1,
    ${JSON.stringify({ numbers: { unsettled_transfers: 20 } })}, ${(await createAccount({ role: "admin" })).id}, 0)`;
  const { seller, buyer, order } = await placeOrder();
  const [stranger, suspended, banned, admin, superAdmin, offender] = await Promise.all([
    createBuyer({ full_name: "Strange Person" }),
    createBuyer({ is_suspended: true, suspension_end_date: Date.now() + 30 * DAY }),
    createBuyer({ is_banned: true, ban_reason: "Two missed payments." }),
    createAccount({ role: "admin" }),
    createAccount({ role: "super_admin" }),
    createSeller(),
  ]);
  const people: UsersByRole = {
    visitor: null,
    stranger,
    buyer,
    seller,
    suspended,
    banned,
    admin,
    super_admin: superAdmin,
  };

  const confirmation = await firstRow<{ id: string }>`SELECT id
    FROM payment_confirmations WHERE order_id = ${order.order_id}`;
  const open = await createItem(seller, { title: "Oak table", negotiation_enabled: true, minimum_price: 30 });
  const [given, held, target, offered] = await Promise.all([
    createItem(seller, { title: "Old books", price: 0 }),
    insertItem(seller, { title: "Held vase" }),
    insertItem(seller, { title: "Wanted rug" }),
    insertItem(buyer, { title: "Offered rug" }),
  ]);
  await hold(buyer, held);
  await acknowledge(buyer, held);
  const forOffers = await insertItem(seller, { title: "Lamp open to offers" });
  const priceOffer = await made(buyer, `/api/items/${forOffers}/price-offer`, { amount: 40, list_price: 45.5 });
  const asker = await createBuyer();
  const picked = await createItem(seller, { title: "Free couch", price: 0, giveaway: { mode: "pick" } });
  const drawn = await createItem(seller, { title: "Free desk", price: 0, giveaway: { mode: "draw", hours: 24 } });
  const giveawayOf = async (item: OwnItem) => {
    const { giveaway } = await reply<ItemGiveawayReply>(
      await buyer.request("GET", `/api/items/${item.id}/giveaway`),
      200,
    );
    return giveaway?.id ?? "";
  };
  const [pickedGiveaway, draw] = await Promise.all([giveawayOf(picked), giveawayOf(drawn)]);
  await reply(
    await asker.request("PUT", `/api/items/${picked.id}/giveaway/entry`, {
      giveaway_id: pickedGiveaway,
      note: "Please.",
    }),
    200,
  );
  const lamps = await Promise.all(ROLES.map(async (role) => [`lampFor_${role}`, await insertItem(offender)] as const));

  const { id: conversation } = await reply<ThreadView>(
    await buyer.request("POST", "/api/conversations", { item_id: open.id }),
    201,
  );
  await reply(
    await buyer.request("POST", `/api/conversations/${conversation}/messages`, messageBody("Is it still there?")),
    201,
  );
  const negotiation = await reply<NegotiationReply>(
    await buyer.request("POST", "/functions/v1/agent-negotiate", {
      itemId: open.id,
      userMessage: "Would you take $40?",
    }),
    200,
  );
  // Its answer, message 4, is left to the seller.
  await reply(
    await buyer.request("POST", "/functions/v1/agent-negotiate", {
      itemId: open.id,
      userMessage: "Which timber is the veneer?",
    }),
    200,
  );
  const { id: report } = await reply<ReportReceipt>(
    await stranger.request("POST", "/api/reports", { subject_type: "user", subject_id: offender.id, reason: "scam" }),
    201,
  );
  const photo = await reply<{ url: string }>(
    await seller.request("POST", "/api/images", uploadForm({ original: png() })),
    201,
  );
  const inCart = await insertItem(seller, { title: "Two chairs" });
  await reply(await buyer.request("POST", "/api/cart", { item_id: inCart }), 201);
  const purchase = await reply<{ purchase: { id: string } }>(
    await buyer.request("POST", "/api/purchases", { kind: "cart", paymentMethod: "bank_transfer", acknowledged: true }),
    201,
  );
  const session = `ses_second${buyer.id.slice(-14)}`;
  await runSql`INSERT INTO sessions (id, token_hash, account_id, created_at, seen_at, expires_at) SELECT ${session},
    'second of ' || ${buyer.id}, account_id, created_at, seen_at, expires_at FROM sessions WHERE account_id =
    ${buyer.id}`;

  const question = { issue_description: "How do I hand it over?", user_email: stranger.email };
  const { status } = await stranger.request("POST", "/api/support-requests", question);
  expect(status).toBe(201);
  const latest = async (table: string) =>
    (await env.DB.prepare(`SELECT id FROM ${table} ORDER BY rowid DESC LIMIT 1`).first<{ id: string }>())?.id ?? "";
  const push = `psh_${buyer.id.slice(4)}`;
  await runSql`INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, created_at) VALUES
    (${push}, ${buyer.id}, ${buyer.session_id}, 'https://push.example/' || ${push}, 'key', 'secret', ${Date.now()})`;
  await env.DB.prepare(
    `INSERT INTO balance_transactions (id, user_id, amount_cents, description, type, ref, created_at)
     VALUES (?1, ?2, 5000, 'Given', 'adjustment', ?1, ?3)`,
  )
    .bind(`blt_${seller.id.slice(4)}`, seller.id, Date.now())
    .run();
  const day = (ahead: number) => new Date(Date.now() + ahead * DAY).toISOString().slice(0, 10);
  const promotion = await reply<PromotionReply>(
    await seller.request("POST", "/api/promotions", {
      item_id: open.id,
      placement: "sidebar",
      start_date: day(2),
      end_date: day(4),
    }),
    201,
  );
  const passkey = `pky_${buyer.id.slice(4)}`;
  await runSql`INSERT INTO passkeys (id, account_id, credential_id, public_key, counter, transports, name, created_at)
    VALUES (${passkey}, ${buyer.id}, ${passkey}, 'a2V5', 0, '[]', 'My phone', 1)`;
  const dataExport = `exp_${buyer.id.slice(4)}`;
  await env.PRIVATE_FILES.put(`exports/${dataExport}.zip`, "");
  await runSql`INSERT INTO data_exports (id, account_id, requested_by, status, requested_at, ready_at, expires_at,
    file_key, bytes, next_at) VALUES (${dataExport}, ${buyer.id}, ${buyer.id}, 'ready', 1, 1, ${Date.now() + DAY},
    'exports/' || ${dataExport} || '.zip', 1, 1)`;
  const draft = `local-${crypto.randomUUID()}`;
  const saved = { version: 0, values: DRAFT, photo_ids: [], missing_photos: 0 };
  await reply(await seller.request("PUT", `/api/drafts/${draft}`, saved), 200);

  const rating = `rat_${seller.id.slice(4)}`;
  await runSql`INSERT INTO ratings (id, transaction_id, rated_user_id, rated_by_user_id, rating, comment, role,
    created_at, visible_from, published_at) VALUES (${rating}, ${await copyDeal(order.order_id, 9)}, ${seller.id},
    ${buyer.id}, 5, 'Thanks', 'buyer_rating_seller', 1, 1, 1)`;

  const heldBundle = await createBundle(seller, [
    await insertItem(seller, { title: "Oak stool" }),
    await insertItem(seller, { title: "Oak shelf" }),
  ]);
  await reply(await offender.request("POST", `/api/bundles/${heldBundle}/checkout/holds`, {}), 200);
  return {
    people,
    things: {
      ...(Object.fromEntries(lamps) as Record<`lampFor_${Role}`, string>),
      open: open.id,
      offered: forOffers,
      picked: picked.id,
      pickedGiveaway,
      pickedEntry: await latest("giveaway_entries"),
      draw,
      priceOffer,
      held,
      outside: await insertItem(seller, { title: "Sold at the market" }),
      draft,
      promotion: promotion.promotion.id,
      mail: await latest("mail_outbox"),
      support: await latest("support_requests"),
      push,
      dataExport,
      passkey,
      given: given.id,
      order: order.order_id,
      rating,
      confirmation: confirmation?.id ?? "",
      conversation,
      negotiation: negotiation.conversationId,
      report,
      image: photo.url.split("/").at(-1) ?? "",
      purchase: purchase.purchase.id,
      session,
      seller: seller.id,
      offender: offender.id,
      circle: await createCircleOf([seller, buyer, offender]),
      trade: await proposeTrade({ seller, offeror: buyer, target, offered: [offered] }),
      bundle: await createBundle(seller, [open.id, given.id]),
      heldBundle,
      offer: await createOffer(seller, [open.id]),
      sale: await made(seller, "/api/moving-sales", movingSale([open.id, forOffers])),
      ad: await createAd({ link_url: "https://example.com/" }),
      request: await made(buyer, "/api/requests", { title: "Wanted: a bike" }),
      announcement: await made(admin, "/api/admin/announcements", ANNOUNCEMENT),
      secondAnnouncement: await made(admin, "/api/admin/announcements", ANNOUNCEMENT),
      wishList: await made(buyer, "/api/wish-lists", { name: "Kitchen" }),
      search: await made(buyer, "/api/saved-searches", { filters: { q: "lamp" } }),
      topup: (await topupIntent(buyer, 2_500)).paymentIntentId,
    },
  };
}

const DRAFT = {
  title: "Reid bike",
  description: "",
  free: false,
  price: "24",
  category: "sports",
  condition: "",
  tags: "",
  collection_date: "2026-12-01T10:00",
  collection_zone: "Australia/Melbourne",
  collection_address: "",
  suburb: "",
  city: "",
  postcode: "",
};

const ANNOUNCEMENT = { title: "New things", source: "Words about it.", published_at: 1_790_000_000_000 };

/** A sale of these items with one pickup time in ten days. */
const movingSale = (item_ids: string[]) => {
  const from = Date.now() + 10 * DAY;
  const collection_windows = [{ from, until: from + 2 * 3_600_000 }];
  return { title: "Moving house", item_ids, collection_windows, collection_zone: "Australia/Melbourne" };
};

export const messageBody = (text: string) => ({ client_id: crypto.randomUUID(), text });
