/** Payment details changed by someone who has taken over an account (A66, decision 0006). */
import { describe, expect, it } from "vitest";
import type { OwnProfile } from "#contract/account/profiles";
import type { CheckoutView, PaymentDetailsReply } from "#contract/checkout";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { advance } from "../support/workerd/clock.ts";
import {
  acknowledge,
  BANK,
  createBuyer,
  createSeller,
  DAY,
  hold,
  insertItem,
  payload,
  paymentDetails,
  readyToPay,
  refusal,
  reply,
  transact,
} from "../support/workerd/deals.ts";
import { emailTo } from "../support/workerd/email.ts";
import { firstRow, runSql } from "../support/workerd/sql.ts";

const THIEF = { account_name: "Thief", bsb: "062-999", account_number: "11111111" };
const BTC = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";
const OTHER_BTC = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2";

const save = async (person: TestAccount, body: object) =>
  reply<OwnProfile>(await person.request("PATCH", "/api/profile", body), 200);

async function wizard(seller: TestAccount, buyer?: TestAccount) {
  const who = buyer ?? (await createBuyer());
  const itemId = await insertItem(seller);
  await hold(who, itemId);
  await acknowledge(who, itemId);
  return { buyer: who, itemId };
}
const detailsFor = async ({ buyer, itemId }: { buyer: TestAccount; itemId: string }) =>
  reply<PaymentDetailsReply>(await paymentDetails(buyer, itemId), 200);
const coinsFor = async ({ buyer, itemId }: { buyer: TestAccount; itemId: string }) =>
  (await reply<CheckoutView>(await buyer.request("GET", `/api/items/${itemId}/checkout`), 200)).coins;

describe("changed payment details", () => {
  it("are hidden from new buyers for 24 hours, and the owner gets an email (A66)", async () => {
    const seller = await createSeller();
    const before = await readyToPay({}, seller);
    advance(0);
    const saved = await save(seller, { bank_details: THIEF });
    expect(saved.bank_details).toEqual(THIEF);
    const from = saved.details_wait.bank_transfer ?? 0;
    expect(from).toBe(Date.now() + DAY);
    const email = await emailTo(seller.email, "bank details were changed");
    expect(email.text).toContain("buyers won't see the new ones for 24 hours");

    const next = await wizard(seller);
    expect(await detailsFor(next)).toMatchObject({ bank_details: null, available_from: from });
    const sent = await transact(next.buyer, { itemId: next.itemId, paymentMethod: "bank_transfer" });
    expect(await refusal(sent, 422)).toMatchObject({ message: "Bank Details Not Available" });
    const shopper = await createBuyer();
    await reply(await shopper.request("POST", "/api/cart", { item_id: await insertItem(seller) }), 201);
    const cart = { kind: "cart", paymentMethod: "bank_transfer", acknowledged: true };
    expect((await refusal(await shopper.request("POST", "/api/purchases", cart), 422)).code).toBe(
      "method_not_accepted",
    );
    // Card payment stays available, and a buyer who saw the old details still pays to them.
    await reply(await transact(next.buyer, { itemId: next.itemId, paymentMethod: "stripe" }), 201);
    await reply(await transact(before.buyer, payload(before)), 201);
    const order = await firstRow`SELECT bank_details FROM orders WHERE item_id = ${before.itemId}`;
    expect(JSON.parse(String(order?.bank_details))).toEqual(BANK);

    advance(DAY + 1_000);
    expect(await detailsFor(await wizard(seller))).toMatchObject({ bank_details: THIEF, available_from: null });
    expect((await save(seller, { city: "Perth" })).details_wait).toEqual({});
  });

  it("are hidden as well when they were removed first and then entered again", async () => {
    const seller = await createSeller();
    await save(seller, { bank_details: null });
    await save(seller, { bank_details: THIEF });
    expect((await detailsFor(await wizard(seller))).bank_details).toBeNull();
  });

  it("hide only the wallet that changed", async () => {
    const seller = await createSeller({
      crypto_wallet_addresses: { btc: BTC, eth: "0x52908400098527886E0F7030069857D2E4169EE7" },
    });
    await save(seller, {
      crypto_wallet_addresses: { btc: OTHER_BTC, eth: "0x52908400098527886E0F7030069857D2E4169EE7" },
    });
    const next = await wizard(seller);
    expect(await coinsFor(next)).toEqual(["eth"]);
    const quote = await next.buyer.request("POST", `/api/items/${next.itemId}/checkout/payment-details`, {
      method: "crypto",
      coin: "btc",
    });
    const refused = await quote.text();
    expect(quote.status).toBe(422);
    expect(refused).not.toContain(OTHER_BTC);
    advance(DAY + 1_000);
    expect(await coinsFor(await wizard(seller))).toEqual(["btc", "eth"]);
  });
});

describe("first payment details", () => {
  it("are shown at once when the seller has not sold anything (A66)", async () => {
    const seller = await createAccount({ account_type: "seller" });
    const saved = await save(seller, { bank_details: BANK, crypto_wallet_addresses: { btc: BTC } });
    expect(saved.details_wait).toEqual({});
    const next = await wizard(seller);
    expect((await detailsFor(next)).bank_details).toEqual(BANK);
    expect(await coinsFor(next)).toEqual(["btc"]);
  });

  it("are hidden for 24 hours when the seller has sold by card, and the owner gets an email", async () => {
    const seller = await createSeller({ bank_details: null });
    const deal = await wizard(seller);
    await reply(await transact(deal.buyer, { itemId: deal.itemId, paymentMethod: "stripe" }), 201);
    await runSql`UPDATE orders SET status = 'payment_confirmed', paid_at = 1 WHERE item_id = ${deal.itemId}`;
    const saved = await save(seller, { bank_details: THIEF });
    expect(saved.details_wait.bank_transfer).toBeGreaterThan(Date.now());
    await emailTo(seller.email, "bank details were changed");
    expect((await detailsFor(await wizard(seller))).bank_details).toBeNull();
    await runSql`UPDATE orders SET status = 'awaiting_payment', paid_at = NULL WHERE item_id = ${deal.itemId}`;
  });
});
