/** A person with something in every table that can hold personal data, and a canary in every text (D61). */
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { ThreadView } from "#contract/messages";
import type { PriceOfferView } from "#contract/offers";
import { createAccount, type TestAccount } from "./accounts.ts";
import {
  acknowledge,
  createBuyer,
  createSeller,
  DAY,
  hold,
  insertItem,
  type OrderedItem,
  payload,
  paymentDetails,
  reply,
  transact,
} from "./deals.ts";
import { png, uploadForm } from "./images.ts";
import { createItem } from "./listings.ts";
import { proposeTrade } from "./trades.ts";

/** Nothing else in the database contains this word. */
const MARK = "canary";
const known = new Set<string>();

/** Returns a text for one field, unlike any other text. */
function canary(field: string): string {
  const text = `${MARK}${field.replaceAll(/[^a-z]/gi, "").toLowerCase()}`;
  known.add(text);
  return text;
}

export interface FullPerson {
  person: TestAccount;
  other: TestAccount;
  /** Ids of the items whose rooms were used. */
  itemIds: string[];
  threadId: string;
  /** Every canary, in lower case. */
  canaries: string[];
  photoKeys: string[];
}

const run = (sql: string, ...values: (string | number | null)[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

async function upload(who: TestAccount): Promise<string> {
  return (await reply<{ id: string }>(await who.request("POST", "/api/images", uploadForm({ original: png() })), 201))
    .id;
}

/** Buys an item by bank transfer and collects it, and returns the order. */
async function buy(buyer: TestAccount, seller: TestAccount, itemId: string): Promise<string> {
  await hold(buyer, itemId);
  const view = await acknowledge(buyer, itemId);
  const details = await reply<OrderedItem["details"]>(await paymentDetails(buyer, itemId), 200);
  const body = payload({ seller, buyer, itemId, view, details });
  const { order_id } = await reply<{ order_id: string }>(await transact(buyer, body), 201);
  const confirmation = await env.DB.prepare("SELECT id FROM payment_confirmations WHERE order_id = ?")
    .bind(order_id)
    .first<{ id: string }>();
  const sent = { confirmation_id: confirmation?.id, seller_id: seller.id };
  await reply(await seller.request("POST", "/api/rpc/confirm_payment_received", sent), 200);
  await reply(await buyer.request("POST", `/api/orders/${order_id}/collected`), 200);
  return order_id;
}

export async function createFullPerson(): Promise<FullPerson> {
  const c = canary;
  const person = await createAccount({
    email: `${c("email")}@example.com`,
    full_name: `Robin ${c("surname")}`,
    account_type: "seller",
    phone: `+61 ${c("phone")}`,
    suburb: "Brunswick",
    postcode: "3056",
    collection_address: `7 ${c("profileaddress")} Lane`,
    bank_details: { account_name: c("accountname"), bsb: "062-000", account_number: "98765432" },
    crypto_wallet_addresses: { xrp: c("wallet") },
    restriction_reason: c("restriction"),
  });
  const other = await createBuyer({
    account_type: "seller",
    bank_details: { account_name: "Other", bsb: "062-000", account_number: "11112222" },
  });
  const admin = await createAccount({ role: "admin" });

  // Listings with photos, notes and a negotiation.
  const [itemPhoto, messagePhoto, bannerPhoto] = [await upload(person), await upload(person), await upload(person)];
  const sold = await createItem(person, {
    title: `Lamp ${c("soldtitle")}`,
    description: c("solddescription"),
    tags: [c("tag")],
    collection_address: `9 ${c("itemaddress")} Street`,
    photo_ids: [itemPhoto],
  });
  const open = await createItem(person, {
    title: `Sofa ${c("opentitle")}`,
    price: 100,
    negotiation_enabled: true,
    minimum_price: 60,
    negotiation_notes: c("privatenotes"),
    public_notes: c("publicnotes"),
  });
  const given = await createItem(person, { title: "Books", price: 0 });
  await run(
    "INSERT INTO item_causes (item_id, kind, name, listed_at, updated_at) VALUES (?, 'cause', ?, 1, 1)",
    given.id,
    c("cause"),
  );
  const theirs = await insertItem(other, { title: "Oak table", price_cents: 10_000 });
  const bought = await insertItem(other, { title: "Pine shelf" });
  const haggled = await createItem(other, { price: 100, negotiation_enabled: true, minimum_price: 60 });
  await reply(
    await person.request("POST", "/functions/v1/agent-negotiate", {
      itemId: haggled.id,
      userMessage: `would you take $70, says ${c("negotiation")}`,
    }),
    200,
  );
  await reply(
    await other.request("POST", "/functions/v1/agent-negotiate", {
      itemId: open.id,
      userMessage: "would you take $70?",
    }),
    200,
  );

  for (const [id, item, buyer] of [
    ["qst_asked", haggled.id, person],
    ["qst_received", open.id, other],
  ] as const) {
    await run(
      `INSERT INTO seller_questions (id, negotiation_id, item_id, buyer_id, seq, question, answer, asked_at, answered_at, rev)
       SELECT ?1, id, item_id, buyer_id, 1, ?4, ?5, 1, 1, 1 FROM negotiations WHERE item_id = ?2 AND buyer_id = ?3`,
      id,
      item,
      buyer.id,
      buyer === person ? c("question") : "Which colour?",
      buyer === person ? "Blue." : c("answer"),
    );
  }

  // What the person answered as a seller, also as Knowzee quotes it.
  for (const [sender, word] of [
    ["seller", "selleranswer"],
    ["knowzee", "knowzeequote"],
  ] as const) {
    await run(
      `INSERT INTO negotiation_messages (negotiation_id, seq, sender, text, at)
       SELECT id, 900 + length(?1), ?1, ?2, 1 FROM negotiations WHERE item_id = ?3 AND buyer_id = ?4`,
      sender,
      c(word),
      open.id,
      other.id,
    );
  }
  // An address that the person had before, with what was sent to it and written from it.
  const past = `past.${person.id}@canaryearlieremail.example`;
  await run("INSERT INTO earlier_emails (account_id, email, until) VALUES (?, ?, 9999999999999)", person.id, past);
  await run(
    `INSERT INTO mail_outbox (id, dedupe_key, to_address, subject, text, html, status, next_at, created_at)
     VALUES ('mail_past', 'mail_past', ?, 'Hi', ?, '', 'sent', 1, 1)`,
    past,
    c("earliermail"),
  );
  await run(
    `INSERT INTO support_requests (id, issue_description, user_email, sender_name, topic, created_at)
     VALUES ('sup_canarypast0000000000', ?, ?, ?, 'account', 1)`,
    c("earlierwords"),
    past,
    c("earliername"),
  );

  // Deals on both sides, and what was written about them.
  const sale = await buy(other, person, sold.id);
  const purchase = await buy(person, other, bought);
  for (const [who, order] of [
    [person, sale],
    [other, purchase],
  ] as const) {
    const comment = who === person ? c("ratinggiven") : c("ratingreceived");
    await reply(await who.request("POST", "/api/ratings", { order_id: order, rating: 5, comment }), 201);
  }
  await run("UPDATE ratings SET visible_from = 1, published_at = 2");
  await run("UPDATE ratings SET reply = ?, replied_at = 3 WHERE rated_user_id = ?", c("ratingreply"), person.id);
  await run(
    `UPDATE orders SET dispute = ?, crypto = ?, handover = ? WHERE id = ?`,
    JSON.stringify({ reason: c("dispute"), opened_at: 1, outcome: "release" }),
    JSON.stringify({ coin: "xrp", address: c("orderwallet"), destination_tag: c("ordertag") }),
    JSON.stringify({ code: c("handover"), secret: "s", wrong: 0, locked_until: null }),
    sale,
  );
  await run(
    `INSERT INTO money_returns (order_id, buyer_id, seller_id, amount_cents, status, account, due_at, rev, created_at, settled_at)
     VALUES (?, ?, ?, 100, 'settled', ?, 1, 1, 1, 1)`,
    purchase,
    person.id,
    other.id,
    JSON.stringify({ account_name: c("refundaccount"), bsb: "062-000", account_number: "1" }),
  );
  await run(
    `INSERT INTO crypto_quotes (hold_id, coin, item_id, buyer_id, seller_id, address, destination_tag, amount_cents,
       amount_units, rate_micros, price_source, quoted_at, expires_at)
     VALUES ('hld_quote', 'xrp', ?, ?, ?, ?, ?, 100, '1', 1, 'fallback', 1, 1)`,
    sold.id,
    other.id,
    person.id,
    c("quotewallet"),
    c("quotetag"),
  );
  const offer = await reply<PriceOfferView>(
    await person.request("POST", `/api/items/${theirs}/price-offer`, {
      amount: 80,
      list_price: 100,
      note: `Cash, ${c("offernote")}`,
    }),
    201,
  );
  const offerForMine = await reply<PriceOfferView>(
    await other.request("POST", `/api/items/${open.id}/price-offer`, { amount: 80, list_price: 100, note: "Please" }),
    201,
  );
  expect(offerForMine.id).not.toBe(offer.id);
  await proposeTrade(
    { seller: other, offeror: person, target: theirs, offered: [open.id] },
    { message: `Swap? ${c("trademessage")}` },
  );
  await proposeTrade({ seller: person, offeror: other, target: open.id, offered: [theirs] });

  // Messages, a held one among them, blocks and reports.
  const { id: threadId } = await reply<ThreadView>(
    await person.request("POST", "/api/conversations", { item_id: theirs }),
    200,
  );
  const send = (who: TestAccount, body: Record<string, unknown>) =>
    who.request("POST", `/api/conversations/${threadId}/messages`, { client_id: crypto.randomUUID(), ...body });
  await reply(await send(person, { text: `Hello ${c("messagetext")}` }), 201);
  await reply(await send(person, { image_id: messagePhoto }), 201);
  await reply(await send(other, { text: "Hello back." }), 201);
  const heldText = `Held ${c("heldmessage")} message`;
  const { id: held } = await reply<{ id: string }>(await send(person, { text: heldText }), 201);
  await run("UPDATE messages SET state = 'held' WHERE id = ?", held);
  await run(
    `INSERT INTO reports (id, kind, subject_type, subject_id, about_id, reason, created_at, status, decided_at, outcome)
     VALUES ('rep_heldmessage', 'held_message', 'message', ?, ?, 'shield', 1, 'decided', 2, 'removed')`,
    held,
    person.id,
  );
  await run("UPDATE messages SET state = 'declined' WHERE id = ?", held);
  const stranger = await createSeller();
  await run("INSERT INTO blocks (blocker_id, blocked_id, at) VALUES (?, ?, 1)", person.id, stranger.id);
  await run("INSERT INTO blocks (blocker_id, blocked_id, at) VALUES (?, ?, 1)", stranger.id, person.id);
  await reply(
    await person.request("POST", "/api/reports", {
      subject_type: "user",
      subject_id: stranger.id,
      reason: "scam",
      details: c("reportdetails"),
    }),
    201,
  );
  await run(
    `INSERT INTO appeals (id, user_id, kind, message, status, created_at, decided_at, decided_by, answer)
     VALUES ('apl_canary', ?, 'suspension', ?, 'upheld', 1, 2, ?, 'No.')`,
    person.id,
    c("appeal"),
    admin.id,
  );

  // Selling tools, wishes and settings.
  await reply(
    await person.request("PUT", "/api/store", {
      name: `Shop ${c("store")}`,
      description: c("storetext"),
      banner_id: bannerPhoto,
    }),
    200,
  );
  await run(
    `INSERT INTO businesses (id, owner_id, name, abn, description, website, phone, created_at, updated_at)
     VALUES ('biz_canary', ?, ?, '51824753556', ?, ?, ?, 1, 1)`,
    person.id,
    c("business"),
    c("businesstext"),
    `https://${c("website")}.example`,
    c("businessphone"),
  );
  await run(
    `INSERT INTO bundles (id, seller_id, title, description, bundle_price_cents, individual_total_cents,
       collection_address, created_at, updated_at) VALUES ('bdl_canary', ?, ?, ?, 100, 200, ?, 1, 1)`,
    person.id,
    c("bundletitle"),
    c("bundletext"),
    c("bundleaddress"),
  );
  const saleEnd = Date.now() + 30 * DAY;
  await run(
    `INSERT INTO moving_sales (id, seller_id, title, description, collection_windows, collection_zone, ends_at, status,
       created_at, updated_at) VALUES ('msl_canary', ?, ?, ?, ?, 'Australia/Sydney', ?, 'active', 1, 1)`,
    person.id,
    c("saletitle"),
    c("saletext"),
    JSON.stringify([{ from: saleEnd - 3_600_000, until: saleEnd }]),
    saleEnd,
  );
  await run(
    `INSERT INTO special_offers (id, seller_id, title, description, offer_type, created_at)
     VALUES ('ofr_canary', ?, ?, ?, 'percentage_off', 1)`,
    person.id,
    c("specialtitle"),
    c("specialtext"),
  );
  await run(
    `INSERT INTO advertisements (id, title, description, image_url, link_url, placement, active, owner_id, item_id, created_at)
     VALUES ('adv_canary', ?, ?, ?, ?, 'sidebar', 0, ?, ?, 1)`,
    c("adtitle"),
    c("adtext"),
    c("adimage"),
    c("adlink"),
    person.id,
    sold.id,
  );
  await run(
    "INSERT INTO price_adjustments (id, seller_id, plan, created_at) VALUES ('adj_canary', ?, '[]', ?)",
    person.id,
    Date.now(),
  );
  const draft = JSON.stringify({ title: c("drafttitle") });
  await run(
    "INSERT INTO listing_drafts (owner_id, id, content, photo_ids, version, created_at, updated_at) VALUES (?, 'local-1', ?, '[]', 1, ?, ?)",
    person.id,
    draft,
    Date.now(),
    Date.now(),
  );
  await reply(await person.request("POST", "/api/cart", { item_id: (await createItem(other)).id }), 201);
  const { id: list } = await reply<{ id: string }>(
    await person.request("POST", "/api/wish-lists", { name: c("wishlist") }),
    201,
  );
  await run(
    "INSERT INTO wish_list_items (list_id, item_id, added_at, price_cents_when_added) VALUES (?, ?, 1, 100)",
    list,
    theirs,
  );
  await run(
    "INSERT INTO wish_watches (user_id, item_id, noted_cents, created_at) VALUES (?, ?, 1, 1)",
    person.id,
    theirs,
  );
  await reply(await person.request("POST", "/api/saved-searches", { filters: { q: c("savedsearch") } }), 201);
  const { id: request } = await reply<{ id: string }>(
    await person.request("POST", "/api/requests", { title: `Wanted ${c("request")}`, description: c("requesttext") }),
    201,
  );
  await run(
    "INSERT OR IGNORE INTO request_matches (request_id, item_id, source, at) VALUES (?, ?, 'found', 1)",
    request,
    theirs,
  );
  await run(
    `INSERT INTO giveaways (id, item_id, giver_id, mode, status, rev, opened_at, ended_as, updated_at)
     VALUES ('gva_canary', ?, ?, 'pick', 'ended', 2, 1, 'called_off', 1)`,
    bought,
    other.id,
  );
  await run(
    `INSERT INTO giveaway_entries (id, giveaway_id, user_id, note, status, entered_at, rev)
     VALUES ('gve_canary', 'gva_canary', ?, ?, 'left', 1, 1)`,
    person.id,
    c("giveawaynote"),
  );
  await run(
    "INSERT INTO quick_replies (owner_id, texts, updated_at) VALUES (?, ?, 1)",
    person.id,
    JSON.stringify([c("quickreply")]),
  );
  await run("INSERT INTO announcements_seen (user_id, at) VALUES (?, 1)", person.id);
  await run("INSERT INTO seller_follows (follower_id, seller_id, created_at) VALUES (?, ?, 1)", person.id, other.id);
  await run("INSERT INTO seller_follows (follower_id, seller_id, created_at) VALUES (?, ?, 1)", other.id, person.id);
  await run("INSERT OR IGNORE INTO follow_digests (seller_id, since) VALUES (?, 1)", person.id);
  await run(
    "INSERT OR IGNORE INTO item_views (item_id, viewer, window_start) VALUES (?, ?, ?)",
    theirs,
    person.id,
    Date.now(),
  );
  await run(
    "INSERT INTO ad_events (ad_id, kind, viewer, at) VALUES ('adv_canary', 'impression', ?, ?)",
    person.id,
    Date.now(),
  );

  // The account, its devices and what it wrote to us.
  await run(
    "UPDATE sessions SET user_agent = ?, ip = ? WHERE account_id = ?",
    c("useragent"),
    c("ipaddress"),
    person.id,
  );
  await run(
    "INSERT INTO identities (provider, subject, account_id, created_at) VALUES ('google', ?, ?, 1)",
    c("googlesubject"),
    person.id,
  );
  await run(
    `INSERT INTO passkeys (id, account_id, credential_id, public_key, counter, transports, name, created_at)
     VALUES ('pky_canary', ?, ?, ?, 0, '[]', ?, 1)`,
    person.id,
    c("credentialid"),
    c("publickey"),
    c("passkeyname"),
  );
  await run(
    "INSERT INTO authenticator_apps (account_id, secret, last_step, created_at, confirmed_at) VALUES (?, ?, 1, 1, 1)",
    person.id,
    c("appsecret"),
  );
  await run("INSERT INTO recovery_codes (hash, account_id, created_at) VALUES (?, ?, 1)", c("recoverycode"), person.id);
  await run(
    `INSERT INTO auth_challenges (hash, purpose, bound_to, account_id, expires_at)
     VALUES (?, 'passkey_add', ?, ?, ?)`,
    c("challengehash"),
    c("challengebinding"),
    person.id,
    Date.now() + DAY,
  );
  await run(
    "INSERT INTO one_time_tokens (hash, account_id, purpose, expires_at) VALUES (?, ?, 'verify_email', ?)",
    c("tokenhash"),
    person.id,
    Date.now() + DAY,
  );
  await run(
    "INSERT INTO email_changes (hash, account_id, email, expires_at) VALUES (?, ?, ?, ?)",
    c("changehash"),
    person.id,
    `${c("newemail")}@example.com`,
    Date.now() + DAY,
  );
  await run(
    "INSERT INTO email_change_stops (hash, account_id, email, requested_at, expires_at) VALUES (?, ?, ?, ?, ?)",
    c("stophash"),
    person.id,
    `${c("oldemail")}@example.com`,
    Date.now(),
    Date.now() + DAY,
  );
  await run(
    "INSERT INTO phone_codes (account_id, number, code_hash, salt, expires_at) VALUES (?, ?, ?, ?, ?)",
    person.id,
    c("askednumber"),
    c("codehash"),
    c("codesalt"),
    Date.now() + DAY,
  );
  await run(
    "INSERT INTO confirmed_phones (account_id, number, confirmed_at) VALUES (?, ?, 1)",
    person.id,
    c("confirmednumber"),
  );
  await run(
    "INSERT INTO text_messages (id, account_id, to_number, text, created_at) VALUES ('sms_canary', ?, ?, ?, 1)",
    person.id,
    c("textednumber"),
    c("textmessage"),
  );
  await run(
    `INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, device, created_at)
     VALUES ('psh_canary', ?, ?, ?, ?, ?, ?, 1)`,
    person.id,
    person.session_id,
    `https://push.example/${c("endpoint")}`,
    c("pushkey"),
    c("pushauth"),
    c("device"),
  );
  await run("INSERT INTO notification_preferences (user_id, updated_at) VALUES (?, 1)", person.id);
  await run(
    `INSERT INTO notifications (id, user_id, kind, dedupe_key, title, body, link, at)
     VALUES ('ntf_canary', ?, 'order', 'canary', ?, ?, '/Settings', ?)`,
    person.id,
    c("noticetitle"),
    c("noticebody"),
    Date.now(),
  );
  await run(
    "INSERT INTO throttles (key, count, since) VALUES (?, 1, ?)",
    `acct:${person.email}:sign-in:password`,
    Date.now(),
  );
  await run(
    `INSERT INTO idempotency_keys (account_id, route, key, fingerprint, status, body, created_at)
     VALUES (?, 'x', 'y', 'z', 200, ?, ?)`,
    person.id,
    c("idempotent"),
    Date.now(),
  );
  const question = { issue_description: `Help ${c("supporttext")}`, user_email: person.email };
  const { id: support } = await reply<{ id: string }>(
    await person.request("POST", "/api/support-requests", question),
    201,
  );
  await run(
    "INSERT INTO support_answers (id, request_id, staff_id, message, at) VALUES ('san_canary', ?, ?, ?, 1)",
    support,
    admin.id,
    `Dear ${c("supportanswer")}`,
  );
  await run(
    `INSERT INTO payout_accounts (seller_id, provider_account_id, status, created_at, updated_at)
     VALUES (?, ?, 'active', 1, 1)`,
    person.id,
    c("stripeaccount"),
  );
  // An email to the other person that gives the address of the pickup.
  await run(
    `INSERT INTO mail_outbox (id, dedupe_key, to_address, subject, text, html, status, next_at, created_at)
     VALUES ('mail_canary', 'mail_canary', ?, 'Your pickup', ?, '', 'kept', 1, 1)`,
    other.email,
    `Pick it up at 9 ${c("itemaddress")} Street.`,
  );

  const { results } = await env.DB.prepare("SELECT key, key_800, key_400 FROM images WHERE owner_id = ?")
    .bind(person.id)
    .all<Record<"key" | "key_800" | "key_400", string>>();
  return {
    person,
    other,
    itemIds: [sold.id, open.id, given.id, theirs, bought, haggled.id],
    threadId,
    canaries: [...known],
    photoKeys: [...new Set(results.flatMap(({ key, key_800, key_400 }) => [key, key_800, key_400]))],
  };
}
