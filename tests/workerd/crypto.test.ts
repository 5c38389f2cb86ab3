/** Crypto payments: prices, quotes, wallets, and transaction hashes that pay for one order (D8, D22, D23, D31). */
import { env } from "cloudflare:workers";
import { eq, inArray } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { OwnProfile } from "#contract/account/profiles";
import type { AdminPaymentDetail } from "#contract/admin/payment-queue";
import type { CheckoutView, TransactionView } from "#contract/checkout";
import type { ConfirmationsReply, OrderView } from "#contract/orders";
import type { CryptoQuoteReply } from "#contract/payments/crypto";
import { DEFAULT_HOLD_MS } from "#domain/deadlines";
import { FALLBACK_RATES, type Rates } from "#domain/payments/crypto-quote";
import { release } from "../../durable/item-room/commands/holds.ts";
import { sellerSet } from "../../durable/item-room/commands/item.ts";
import { priceFeed } from "../../worker/adapters/price-feed.ts";
import { profiles } from "../../worker/db/schema/account.ts";
import { cryptoHashes, cryptoPrices, cryptoQuotes } from "../../worker/db/schema/crypto.ts";
import { orders, paymentReveals, transactions } from "../../worker/db/schema/orders.ts";
import { availableMethods } from "../../worker/features/checkout/queries.ts";
import { currentPrices, lockQuote } from "../../worker/features/payments/crypto/crypto.ts";
import { createServices } from "../../worker/services.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import {
  acknowledge,
  createBuyer,
  createSeller,
  hold,
  insertItem,
  readOrder,
  refusal,
  reply,
  transact,
} from "../support/workerd/deals.ts";
import { emailsTo } from "../support/workerd/email.ts";
import { inRoom } from "../support/workerd/rooms.ts";

const BTC = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const ETH = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const XRP = "rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY";
const WALLETS = { btc: BTC, eth: ETH, usdt: ETH, xrp: `${XRP}?dt=12345` };

const db = drizzle(env.DB);
const services = createServices(env, () => undefined);
const newHash = () =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((b) => b.toString(16).padStart(2, "0")).join("");

interface Ready {
  seller: TestAccount;
  buyer: TestAccount;
  itemId: string;
  view: CheckoutView;
}

async function ready(wallets: Record<string, string> = WALLETS, price_cents = 24_000): Promise<Ready> {
  const seller = await createSeller({ crypto_wallet_addresses: wallets });
  const buyer = await createBuyer();
  return { ...(await heldBy(buyer, await insertItem(seller, { price_cents }))), seller };
}

async function heldBy(buyer: TestAccount, itemId: string) {
  await hold(buyer, itemId);
  return { buyer, itemId, view: await acknowledge(buyer, itemId) };
}

const ask = (buyer: TestAccount, itemId: string, coin: string) =>
  buyer.request("POST", `/api/items/${itemId}/checkout/payment-details`, { method: "crypto", coin });

async function quote(buyer: TestAccount, itemId: string, coin = "btc"): Promise<CryptoQuoteReply> {
  return reply(await ask(buyer, itemId, coin), 200);
}

const body = ({ view, buyer }: Pick<Ready, "view" | "buyer">, extra: Record<string, unknown> = {}) => ({
  itemId: view.item_id,
  buyerId: buyer.id,
  sellerId: view.seller_id,
  paymentMethod: "crypto",
  paymentStatus: "pending",
  amount: view.amount,
  collectionDate: view.collection_date,
  cryptoCurrency: "btc",
  ...extra,
});

afterEach(() => vi.restoreAllMocks());

describe("GET /api/crypto/prices", () => {
  it("returns the fallback prices to everyone, with their source in a header", async () => {
    const response = await call("GET", "/api/crypto/prices");
    expect(response.headers.get("x-price-source")).toBe("fallback");
    expect(await reply(response, 200)).toEqual({
      bitcoin: { aud: 95_000 },
      ethereum: { aud: 3_500 },
      tether: { aud: 1.5 },
      "usd-coin": { aud: 1.5 },
      ripple: { aud: 0.8 },
    });
  });

  describe("currentPrices with a price feed", () => {
    const at = Date.UTC(2026, 10, 21);
    /** Creates a price feed with its own row in the cache and its own clock, which counts its calls. */
    function market() {
      const world = { now: at, rates: { ...FALLBACK_RATES, btc: 100_000 } as Rates, down: false, asked: 0 };
      const feed = {
        name: `test-${crypto.randomUUID()}`,
        read: async () => {
          world.asked++;
          if (world.down) throw new Error("down");
          return world.rates;
        },
      };
      const prices = () => currentPrices({ db: services.db, now: () => world.now }, feed);
      return { world, feed, prices };
    }
    beforeAll(() => createAccount());

    it("calls the feed once a minute, also for concurrent requests", async () => {
      const { world, prices } = market();
      expect(await prices()).toEqual({ rates: world.rates, source: "live" });
      world.now += 59_000;
      expect((await Promise.all([prices(), prices(), prices()])).map(({ source }) => source)).toEqual(
        Array.from({ length: 3 }, () => "cached"),
      );
      expect(world.asked).toBe(1);
      world.now += 2_000;
      await Promise.all([prices(), prices(), prices(), prices()]);
      expect(world.asked).toBe(2);
    });

    it("uses the last good prices for an hour when the feed is down, then the fallback (A62)", async () => {
      const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
      const { world, prices } = market();
      await prices();
      world.down = true;
      world.now = at + 60 * 60_000;
      expect(await prices()).toMatchObject({ source: "cached", rates: { btc: 100_000 } });
      world.now += 1_000;
      expect(await prices()).toEqual({ source: "fallback", rates: FALLBACK_RATES });
      expect(warned).toHaveBeenCalled();
    });

    it("does not call the feed again right after a failure", async () => {
      vi.spyOn(console, "warn").mockImplementation(() => undefined);
      const { world, prices } = market();
      world.down = true;
      await prices();
      world.now += 14_000;
      await prices();
      expect(world.asked).toBe(1);
      world.down = false;
      world.now += 2_000;
      expect(await prices()).toMatchObject({ source: "live" });
    });

    it("ignores a price that jumped (A62)", async () => {
      const { world, feed, prices } = market();
      await prices();
      world.rates = { ...world.rates, btc: 10_000, eth: 3_600 };
      world.now += 61_000;
      expect(await prices()).toMatchObject({ source: "live", rates: { btc: 100_000, eth: 3_600 } });
      const row = await db.select().from(cryptoPrices).where(eq(cryptoPrices.provider, feed.name)).get();
      expect(row?.readings?.btc).toEqual({ rate: 100_000, at });
    });

    it("rejects a reply with another shape, an error status or a price of zero", async () => {
      const feed = priceFeed({ CRYPTO_PRICES: "coingecko", COINGECKO_API_KEY: "key" });
      const good = {
        bitcoin: { aud: 1 },
        ethereum: { aud: 2 },
        tether: { aud: 3 },
        "usd-coin": { aud: 4 },
        ripple: { aud: 5 },
      };
      const fetched = vi.spyOn(globalThis, "fetch");
      fetched.mockResolvedValueOnce(Response.json(good));
      expect(await feed?.read()).toEqual({ btc: 1, eth: 2, usdt: 3, usdc: 4, xrp: 5 });
      const [url, init] = fetched.mock.calls[0] ?? [];
      expect(String(url)).toContain("ids=bitcoin,ethereum,tether,usd-coin,ripple&vs_currencies=aud");
      expect(new Headers(init?.headers).get("x-cg-demo-api-key")).toBe("key");
      for (const wrong of [
        Response.json({ ...good, ripple: { aud: 0 } }),
        Response.json({ ...good, bitcoin: {} }),
        Response.json(good, { status: 429 }),
        new Response("<html>"),
      ]) {
        fetched.mockResolvedValueOnce(wrong);
        await expect(feed?.read()).rejects.toThrow();
      }
    });
  });
});

describe("wallets of a seller", () => {
  it("are stored in the notation of their chain and shown only to the owner", async () => {
    const seller = await createSeller();
    const sent = {
      crypto_wallet_addresses: { btc: BTC.toUpperCase(), eth: ETH.toLowerCase(), usdc: "", xrp: `${XRP}:7` },
    };
    const saved = await reply<OwnProfile>(await seller.request("PATCH", "/api/profile", sent), 200);
    expect(saved.crypto_wallet_addresses).toEqual({ btc: BTC, eth: ETH, xrp: `${XRP}?dt=7` });
    const seen = await (await call("GET", `/api/profiles/${seller.id}`)).text();
    expect(seen).not.toContain(BTC);
  });

  it("are refused when mistyped, with the field, and nothing is saved", async () => {
    const seller = await createSeller({ crypto_wallet_addresses: { btc: BTC } });
    const sent = { crypto_wallet_addresses: { btc: BTC, eth: `${ETH.slice(0, -1)}D`, doge: "D7Y55" } };
    const problem = await refusal(await seller.request("PATCH", "/api/profile", sent), 422);
    expect(problem.details?.fields?.map(({ field }) => field)).toEqual([
      "crypto_wallet_addresses.eth",
      "crypto_wallet_addresses.doge",
    ]);
    const row = await db.select().from(profiles).where(eq(profiles.id, seller.id)).get();
    expect(row?.crypto_wallet_addresses).toEqual({ btc: BTC });
  });

  it("cause an email to the owner when one is changed or removed (A66)", async () => {
    const seller = await createSeller();
    const emails = async () =>
      (await env.DB.prepare("SELECT subject FROM mail_outbox WHERE to_address = ?").bind(seller.email).all()).results;
    await seller.request("PATCH", "/api/profile", { crypto_wallet_addresses: { eth: ETH } });
    expect(await emails()).toEqual([]);
    await seller.request("PATCH", "/api/profile", { crypto_wallet_addresses: { eth: ETH, btc: BTC } });
    expect(await emails()).toEqual([]);
    await seller.request("PATCH", "/api/profile", { crypto_wallet_addresses: { btc: BTC } });
    expect(await emails()).toEqual([{ subject: "Your wallet addresses were changed" }]);
  });
});

describe("crypto in the checkout", () => {
  it("is offered for the coins that have a valid wallet, and not without one", async () => {
    expect((await ready()).view).toMatchObject({
      methods: expect.arrayContaining(["crypto"]),
      coins: ["btc", "eth", "usdt", "xrp"],
    });
    const broken = (await ready({ btc: "not an address" })).view;
    expect(broken.methods).not.toContain("crypto");
    expect(broken.coins).toEqual([]);
    const unwilling = await createSeller({
      crypto_wallet_addresses: WALLETS,
      accepted_payment_methods: ["bank_transfer"],
    });
    const { view } = await heldBy(await createBuyer(), await insertItem(unwilling));
    expect(view).toMatchObject({ methods: ["bank_transfer"], coins: [] });
  });

  it("does not show a wallet before the payment details are requested", async () => {
    expect(JSON.stringify((await ready()).view)).not.toContain(BTC);
  });

  it("quotes wallet, network, destination tag and exact amount for the half hour of the payment hold (A62)", async () => {
    const { buyer, itemId } = await ready();
    const before = Date.now();
    expect(await quote(buyer, itemId)).toEqual({
      method: "crypto",
      coin: "btc",
      address: BTC,
      destination_tag: null,
      network: "Bitcoin network",
      amount_text: "0.00252632",
      amount: 240,
      rate: 95_000,
      price_source: "fallback",
      estimate: true,
      quote_expires_at: expect.any(Number),
      reserved_until: expect.any(Number),
      server_now: expect.any(Number),
    });
    const xrp = await quote(buyer, itemId, "xrp");
    expect(xrp).toMatchObject({
      address: XRP,
      destination_tag: "12345",
      network: "XRP Ledger",
      amount_text: "300.00000000",
    });
    expect(xrp.quote_expires_at).toBe(xrp.reserved_until);
    expect(xrp.quote_expires_at - before).toBeGreaterThanOrEqual(1_800_000);
    expect(xrp.quote_expires_at - Date.now()).toBeLessThanOrEqual(1_800_000);
  });

  it("gives a deployment no quote at fixed prices, nor offers crypto there (D87)", async () => {
    const { buyer, seller, itemId, view } = await ready();
    const wanted = { hold_id: view.hold_id, item_id: itemId, buyer_id: buyer.id, seller_id: seller.id };
    const rest = { amount_cents: 24_000, coin: "btc" as const, wallet: { address: BTC, destination_tag: null } };
    const deployed = createServices({ ...env, APP_ENV: "production", CRYPTO_PRICES: "fallback" }, () => undefined);
    expect(await lockQuote(deployed, { ...wanted, ...rest })).toMatchObject({ ok: false, code: "method_not_accepted" });
    expect(await availableMethods(deployed)).not.toContain("crypto");
    // A feed that is down.
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("down"));
    const live = createServices({ ...env, APP_ENV: "production", CRYPTO_PRICES: "coingecko" }, () => undefined);
    expect(await lockQuote(live, { ...wanted, ...rest })).toMatchObject({ ok: false, code: "method_not_accepted" });
    expect(await availableMethods(live)).toContain("crypto");
  });

  it("asks two buyers of a seller for different amounts at the same price (D87)", async () => {
    const { buyer, seller, itemId } = await ready();
    const other = await heldBy(await createBuyer(), await insertItem(seller, { price_cents: 24_000 }));
    expect((await quote(buyer, itemId)).amount_text).toBe("0.00252632");
    expect((await quote(other.buyer, other.itemId)).amount_text).toBe("0.00252633");
  });

  it("repeats the same quote to the holder, and refuses other users and visitors", async () => {
    const { buyer, seller, itemId, view } = await ready();
    const [first, again] = await Promise.all([quote(buyer, itemId), quote(buyer, itemId)]);
    expect(again.quote_expires_at).toBe(first.quote_expires_at);
    const shown = await db.select().from(paymentReveals).where(eq(paymentReveals.hold_id, view.hold_id)).all();
    expect(shown).toMatchObject([{ method: "crypto:btc", buyer_id: buyer.id, seller_id: seller.id }]);
    expect((await refusal(await ask(await createBuyer(), itemId, "btc"), 409)).code).toBe("item_unavailable");
    expect(
      (
        await refusal(
          await call("POST", `/api/items/${itemId}/checkout/payment-details`, { method: "crypto", coin: "btc" }),
          401,
        )
      ).code,
    ).toBe("not_authenticated");
  });

  it("refuses a quote before the acknowledgement, and for a coin without a wallet", async () => {
    const seller = await createSeller({ crypto_wallet_addresses: WALLETS });
    const buyer = await createBuyer();
    const itemId = await insertItem(seller);
    await hold(buyer, itemId);
    expect((await refusal(await ask(buyer, itemId, "btc"), 422)).code).toBe("acknowledgement_required");
    await acknowledge(buyer, itemId);
    expect((await refusal(await ask(buyer, itemId, "usdc"), 422)).code).toBe("method_not_accepted");
    await refusal(await ask(buyer, itemId, "doge"), 422);
  });

  it("keeps the wallet that was shown when the seller changes it meanwhile (A66)", async () => {
    const deal = await ready();
    await quote(deal.buyer, deal.itemId);
    await deal.seller.request("PATCH", "/api/profile", {
      crypto_wallet_addresses: {},
      accepted_payment_methods: ["bank_transfer"],
    });
    expect(await quote(deal.buyer, deal.itemId)).toMatchObject({ address: BTC });
    const made = await reply<TransactionView>(await transact(deal.buyer, body(deal, { cryptoTxHash: newHash() })), 201);
    expect((await readOrder(deal.buyer, made.order_id)).crypto).toMatchObject({ address: BTC });
  });

  it("renews an expired quote at the current price and for the same wallet", async () => {
    const deal = await ready();
    const first = await quote(deal.buyer, deal.itemId);
    await db
      .update(cryptoQuotes)
      .set({ expires_at: Date.now() - 1, rate_micros: 1, amount_units: "1" })
      .where(eq(cryptoQuotes.hold_id, deal.view.hold_id));
    await deal.seller.request("PATCH", "/api/profile", {
      crypto_wallet_addresses: { btc: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2" },
    });
    const renewed = await quote(deal.buyer, deal.itemId);
    expect(renewed).toMatchObject({ address: BTC, amount_text: "0.00252632" });
    expect(renewed.quote_expires_at).toBeGreaterThan(Math.max(Date.now(), first.quote_expires_at - 1_000));
  });

  it("keeps a running quote for the buyer's next hold, because they may have paid already", async () => {
    const { buyer, itemId, view } = await ready();
    const first = await quote(buyer, itemId);
    expect((await buyer.request("DELETE", `/api/items/${itemId}/reservation`)).status).toBe(200);
    const next = await heldBy(buyer, itemId);
    expect(next.view.hold_id).not.toBe(view.hold_id);
    expect((await quote(buyer, itemId)).quote_expires_at).toBe(first.quote_expires_at);
  });

  it("shows a buyer the wallets of at most ten sellers a day (A106)", async () => {
    const buyer = await createBuyer();
    for (let n = 0; n < 11; n++) {
      const seller = await createSeller({ crypto_wallet_addresses: WALLETS });
      const itemId = await insertItem(seller);
      await heldBy(buyer, itemId);
      expect((await ask(buyer, itemId, "eth")).status, `seller ${n + 1}`).toBe(n < 10 ? 200 : 429);
      await buyer.request("DELETE", `/api/items/${itemId}/reservation`);
    }
  });
});

describe("POST /api/transactions with crypto", () => {
  it("creates an order with the quoted terms that waits for the seller's confirmation", async () => {
    const deal = await ready();
    const shown = await quote(deal.buyer, deal.itemId);
    const hash = newHash();
    const made = await reply<TransactionView>(
      await transact(deal.buyer, body(deal, { cryptoTxHash: ` ${hash.toUpperCase()} ` })),
      201,
    );
    expect(made).toMatchObject({
      payment_method: "crypto",
      payment_status: "pending",
      order_status: "payment_pending_seller_confirmation",
      amount: 240,
      crypto_currency: "btc",
      crypto_tx_hash: hash,
      crypto_amount: "0.00252632",
    });
    const order = await readOrder(deal.buyer, made.order_id);
    expect(order.crypto).toEqual({
      coin: "btc",
      address: BTC,
      destination_tag: null,
      network: "Bitcoin network",
      amount_units: "252632",
      amount_text: "0.00252632",
      rate_cents: 9_500_000,
      quote_expires_at: shown.quote_expires_at,
      tx_hash: hash,
    });
    const row = await db.select().from(transactions).where(eq(transactions.id, made.id)).get();
    expect(row).toMatchObject({ crypto_currency: "btc", crypto_tx_hash: hash, crypto_amount: "0.00252632" });
  });

  it("creates an order that waits two hours for a hash when none is sent", async () => {
    const deal = await ready();
    await quote(deal.buyer, deal.itemId);
    const made = await reply<TransactionView>(await transact(deal.buyer, body(deal)), 201);
    expect(made.order_status).toBe("awaiting_payment");
    expect((made.payment_deadline ?? 0) - made.created_at).toBe(2 * 60 * 60_000);
    const path = `/api/orders/${made.order_id}/evidence`;
    await refusal(await deal.buyer.request("POST", path, { txHash: "12" }), 422);
    await refusal(await deal.buyer.request("POST", path, { txHash: `0x${newHash()}` }), 422);
    await refusal(await deal.seller.request("POST", path, { txHash: newHash() }), 403);
    const hash = newHash();
    const order = await reply<OrderView>(await deal.buyer.request("POST", path, { txHash: hash.toUpperCase() }), 200);
    expect(order).toMatchObject({ status: "payment_pending_seller_confirmation", crypto: { tx_hash: hash } });
    // A second hash changes nothing and can still pay for another order.
    const other = newHash();
    const after = await reply<OrderView>(await deal.buyer.request("POST", path, { txHash: other }), 200);
    expect(after.crypto?.tx_hash).toBe(hash);
    const claims = await db.select().from(cryptoHashes).where(eq(cryptoHashes.order_id, made.order_id)).all();
    expect(claims.map((claim) => claim.hash)).toEqual([hash]);
  });

  it("accepts another hash after 'not received', while the first stays used (A61)", async () => {
    const deal = await ready();
    const [first, second] = [newHash(), newHash()];
    const made = await reply<TransactionView>(await transact(deal.buyer, body(deal, { cryptoTxHash: first })), 201);
    const list = await reply<ConfirmationsReply>(
      await deal.seller.request("GET", "/api/payment-confirmations?status=pending"),
      200,
    );
    const confirmation = list.items.find((entry) => entry.order_id === made.order_id);
    // The seller needs these to look up the payment.
    expect(confirmation?.crypto).toMatchObject({ tx_hash: first, amount_text: expect.stringMatching(/^\d+\.\d{8}$/) });
    const sold = await reply<OrderView>(await deal.seller.request("GET", `/api/orders/${made.order_id}`), 200);
    expect(sold.crypto?.tx_hash).toBe(first);
    await reply(
      await deal.seller.request("POST", `/api/payment-confirmations/${confirmation?.id}/not-received`, {}),
      200,
    );
    const order = await reply<OrderView>(
      await deal.buyer.request("POST", `/api/orders/${made.order_id}/evidence`, { txHash: second }),
      200,
    );
    expect(order.crypto?.tx_hash).toBe(second);
    const other = await ready();
    const named = await reply<TransactionView>(await transact(other.buyer, body(other, { cryptoTxHash: first })), 201);
    expect((await readOrder(other.buyer, named.order_id)).status).toBe("disputed");
    const again = await heldBy(deal.buyer, await insertItem(deal.seller));
    expect((await refusal(await transact(deal.buyer, body(again, { cryptoTxHash: first })), 409)).code).toBe(
      "already_used",
    );
  });

  it("counts one hash for one order, in any spelling, for any coin of its chain, and leaves the rest to staff (A61)", async () => {
    const hash = newHash();
    const deals = [];
    for (let n = 0; n < 6; n++) deals.push(await ready());
    const spellings = [hash, `0x${hash}`, hash.toUpperCase(), `0x${hash.toUpperCase()}`, ` ${hash} `, hash];
    const replies = await Promise.all(
      deals.map((deal, n) =>
        transact(deal.buyer, body(deal, { cryptoCurrency: n % 2 ? "usdt" : "eth", cryptoTxHash: spellings[n] })),
      ),
    );
    const placed = await Promise.all(replies.map((response) => reply<TransactionView>(response, 201)));
    const rows = await db
      .select({ status: orders.status })
      .from(orders)
      .where(
        inArray(
          orders.id,
          placed.map(({ order_id }) => order_id),
        ),
      );
    expect(rows.map(({ status }) => status).sort()).toEqual([
      ...Array(5).fill("disputed"),
      "payment_pending_seller_confirmation",
    ]);
    expect(
      await db
        .select()
        .from(cryptoHashes)
        .where(eq(cryptoHashes.hash, `0x${hash}`))
        .all(),
    ).toHaveLength(1);
  });

  it("lets the buyer whose hash another has named first go to staff, and the seller confirm it (D87)", async () => {
    const [first, payer] = [await ready(), await ready()];
    const hash = newHash();
    await reply(await transact(first.buyer, body(first, { cryptoTxHash: hash })), 201);
    const { order_id: id } = await reply<TransactionView>(await transact(payer.buyer, body(payer)), 201);
    const told = await reply<OrderView>(
      await payer.buyer.request("POST", `/api/orders/${id}/evidence`, { txHash: hash }),
      200,
    );
    expect(told).toMatchObject({ status: "disputed", crypto: { tx_hash: hash, contested: true } });
    expect(told.events.at(-1)?.kind).toBe("payment_contested");
    for (const who of [payer.buyer, payer.seller])
      expect((await emailsTo(who.email)).map(({ subject }) => subject).join()).toContain("Payment named twice");
    const staff = await createAccount({ role: "admin" });
    const shown = await reply<AdminPaymentDetail>(await staff.request("GET", `/api/admin/payments/${id}`), 200);
    expect(shown).toMatchObject({ decidable: true, crypto: { tx_hash: hash, contested: true } });
    expect(shown.claimed_by).toMatch(/^ord_/);
    // Who paid is for staff, or the seller, to say; silence restricts nobody.
    const { items } = await reply<ConfirmationsReply>(
      await payer.seller.request("GET", "/api/payment-confirmations"),
      200,
    );
    expect(items).toMatchObject([{ status: "pending", crypto: { contested: true } }]);
    const received = { confirmation_id: items[0]?.id };
    await reply(await payer.seller.request("POST", "/api/rpc/confirm_payment_received", received), 200);
    expect(await reply<OrderView>(await payer.buyer.request("GET", `/api/orders/${id}`), 200)).toMatchObject({
      status: "payment_confirmed",
    });
  });

  it("releases a hash when the room refuses the order, so that it can still be used", async () => {
    const deal = await ready();
    const hash = newHash();
    await quote(deal.buyer, deal.itemId);
    expect((await refusal(await transact(deal.buyer, body(deal, { cryptoTxHash: hash, amount: 1 })), 409)).code).toBe(
      "values_changed",
    );
    expect(await inRoom(deal.itemId, release({ userId: deal.buyer.id }))).toMatchObject({ ok: true });
    const other = await heldBy(await createBuyer(), deal.itemId);
    // Without a quote of the last day it is no late payment.
    await db.update(cryptoQuotes).set({ expires_at: 0 }).where(eq(cryptoQuotes.buyer_id, deal.buyer.id));
    expect((await transact(deal.buyer, body(deal, { cryptoTxHash: hash }))).status).toBe(409);
    expect(await inRoom(deal.itemId, release({ userId: other.buyer.id }))).toMatchObject({ ok: true });
    expect(await db.select().from(cryptoHashes).where(eq(cryptoHashes.hash, hash)).all()).toEqual([]);
    const again = await heldBy(deal.buyer, deal.itemId);
    const made = await reply<TransactionView>(await transact(deal.buyer, body(again)), 201);
    await reply(await deal.buyer.request("POST", `/api/orders/${made.order_id}/cancel`, {}), 200);
    const late = await deal.buyer.request("POST", `/api/orders/${made.order_id}/evidence`, { txHash: hash });
    expect((await refusal(late, 409)).code).toBe("wrong_state");
    const third = await heldBy(deal.buyer, await insertItem(deal.seller));
    await reply(await transact(deal.buyer, body(third, { cryptoTxHash: hash })), 201);
  });

  it("makes the hold a payment hold once per buyer and item (D76)", async () => {
    const deal = await ready();
    const first = await quote(deal.buyer, deal.itemId);
    expect(first.reserved_until - Date.now()).toBeGreaterThan(DEFAULT_HOLD_MS);
    expect((await quote(deal.buyer, deal.itemId, "eth")).reserved_until).toBe(first.reserved_until);
    expect(await inRoom(deal.itemId, release({ userId: deal.buyer.id }))).toMatchObject({ ok: true });
    await heldBy(deal.buyer, deal.itemId);
    const second = await quote(deal.buyer, deal.itemId);
    expect(second.reserved_until - Date.now()).toBeLessThanOrEqual(DEFAULT_HOLD_MS);
  });

  it("takes coins that were sent before the hold ended while the item is free, at the price of then (D76)", async () => {
    const deal = await ready();
    const shown = await quote(deal.buyer, deal.itemId);
    expect(await inRoom(deal.itemId, release({ userId: deal.buyer.id }))).toMatchObject({ ok: true });
    await inRoom(deal.itemId, sellerSet({ sellerId: deal.seller.id, priceCents: 30_000 }));
    // Without a quote there is nothing that could have been paid.
    const stranger = await createBuyer();
    await refusal(
      await transact(stranger, { ...body({ ...deal, buyer: stranger }, { cryptoTxHash: newHash() }) }),
      409,
    );
    const hash = newHash();
    const made = await reply<TransactionView>(await transact(deal.buyer, body(deal, { cryptoTxHash: hash })), 201);
    expect(made).toMatchObject({
      order_status: "payment_pending_seller_confirmation",
      amount: 240,
      crypto_tx_hash: hash,
      crypto_amount: shown.amount_text,
    });
  });

  it("records a crypto payment for an item that another buyer got first, for a direct refund (D76)", async () => {
    const deal = await ready();
    await quote(deal.buyer, deal.itemId);
    expect(await inRoom(deal.itemId, release({ userId: deal.buyer.id }))).toMatchObject({ ok: true });
    const other = await heldBy(await createBuyer(), deal.itemId);
    const hash = newHash();
    const key = crypto.randomUUID();
    const pay = () => transact(deal.buyer, body(deal, { cryptoTxHash: hash }), key);
    const made = await reply<TransactionView>(await pay(), 201);
    expect(made).toMatchObject({ order_status: "refunded", amount: 240, crypto_tx_hash: hash });
    expect((await reply<TransactionView>(await pay(), 201)).order_id).toBe(made.order_id);
    for (const who of [deal.buyer, deal.seller]) {
      const order = await readOrder(who, made.order_id);
      expect(order).toMatchObject({ status: "refunded", money_back: { status: "account_needed" } });
    }
    // The other buyer is not affected, and the hash pays for nothing else.
    await reply(await transact(other.buyer, body(other, { cryptoTxHash: newHash() })), 201);
    const third = await heldBy(deal.buyer, await insertItem(deal.seller));
    expect((await refusal(await transact(deal.buyer, body(third, { cryptoTxHash: hash })), 409)).code).toBe(
      "already_used",
    );
  });

  it("reuses the same buyer's hash from an order that was never created, but not another buyer's", async () => {
    const deal = await ready();
    const hash = newHash();
    const orphan = { chain: "bitcoin", hash, order_id: "ord_00000000000000000000", buyer_id: deal.buyer.id };
    await db.insert(cryptoHashes).values({ ...orphan, claimed_at: Date.now() - 60_000 });
    await refusal(await transact(deal.buyer, body(deal, { cryptoTxHash: hash })), 409);
    await db
      .update(cryptoHashes)
      .set({ claimed_at: Date.now() - 180_000 })
      .where(eq(cryptoHashes.hash, hash));
    const stranger = await ready();
    await reply(await transact(stranger.buyer, body(stranger, { cryptoTxHash: hash })), 201);
    await reply(await transact(deal.buyer, body(deal, { cryptoTxHash: hash })), 201);
  });

  it("refuses a missing or unsupported coin, an invalid hash, and crypto fields with another method (A61)", async () => {
    const deal = await ready();
    const field = async (sent: Record<string, unknown>, status: number) =>
      (await refusal(await transact(deal.buyer, body(deal, sent)), status)).details?.fields?.[0];
    expect(await field({ cryptoCurrency: undefined }, 422)).toEqual({
      field: "cryptoCurrency",
      message: "Please select a cryptocurrency.",
    });
    expect((await field({ cryptoCurrency: "doge" }, 422))?.field).toBe("cryptoCurrency");
    expect((await field({ cryptoCurrency: "usdc" }, 422))?.field).toBe("cryptoCurrency");
    expect(await field({ cryptoTxHash: "   " }, 422)).toEqual({
      field: "cryptoTxHash",
      message: "Please enter the transaction hash to verify your payment.",
    });
    expect((await field({ cryptoTxHash: `0x${newHash()}` }, 422))?.field).toBe("cryptoTxHash");
    const bank = await transact(deal.buyer, body(deal, { paymentMethod: "bank_transfer", cryptoTxHash: newHash() }));
    expect((await refusal(bank, 409)).code).toBe("values_changed");
    expect((await heldStill(deal)).acknowledged).toBe(true);
  });

  it("refuses an expired quote without a hash, and accepts it with one (A62)", async () => {
    const deal = await ready();
    await quote(deal.buyer, deal.itemId);
    await db
      .update(cryptoQuotes)
      .set({ expires_at: Date.now() - 1_000 })
      .where(eq(cryptoQuotes.hold_id, deal.view.hold_id));
    const ended = await refusal(await transact(deal.buyer, body(deal)), 409);
    expect(ended).toMatchObject({ code: "values_changed", details: { current: { cryptoCurrency: "btc" } } });
    await reply(await transact(deal.buyer, body(deal, { cryptoTxHash: newHash() })), 201);
  });

  it("answers a repeated idempotency key with the same order", async () => {
    const deal = await ready();
    const sent = body(deal, { cryptoTxHash: newHash() });
    const key = crypto.randomUUID();
    const [one, two] = await Promise.all([transact(deal.buyer, sent, key), transact(deal.buyer, sent, key)]);
    const first = await reply<TransactionView>(one, 201);
    expect((await reply<TransactionView>(two, 201)).order_id).toBe(first.order_id);
    expect((await reply<TransactionView>(await transact(deal.buyer, sent, key), 201)).order_id).toBe(first.order_id);
  });
});

async function heldStill({ buyer, itemId }: Ready): Promise<CheckoutView> {
  return reply(await buyer.request("GET", `/api/items/${itemId}/checkout`), 200);
}
