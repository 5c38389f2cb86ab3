import { describe, expect, it } from "vitest";
import {
  blockedBy,
  type CheckoutAction,
  type CheckoutState,
  checkoutReducer,
  initialCheckout,
  stepMarks,
  transactionPayload,
} from "../../web/features/checkout/checkout-state.ts";
import type { CheckoutView } from "../../worker/contract/checkout.ts";
import type { CryptoQuoteReply } from "../../worker/contract/payments/crypto.ts";

const HASH = "ab".repeat(32);
const view: CheckoutView = {
  item_id: "itm_aaaaaaaaaaaaaaaaaaaa",
  hold_id: "hld_aaaaaaaaaaaaaaaaaaaa",
  title: "Reid city bike",
  image_url: null,
  seller_id: "acc_ssssssssssssssssssss",
  seller_name: "Maya R",
  amount: 240,
  listed: 240,
  methods: ["bank_transfer", "crypto"],
  too_late: [],
  coins: ["btc", "eth"],
  is_free: false,
  collection_date: 1_795_000_000_000,
  collection_zone: "Australia/Melbourne",
  collection_summary: "Brunswick, Melbourne",
  acknowledged: true,
  held_since: 1_794_000_000_000,
  reserved_until: 1_794_000_600_000,
  server_now: 1_794_000_000_000,
};
const quote: CryptoQuoteReply = {
  method: "crypto",
  coin: "btc",
  address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  destination_tag: null,
  network: "Bitcoin network",
  amount_text: "0.00252632",
  amount: 240,
  rate: 95_000,
  price_source: "fallback",
  estimate: true,
  quote_expires_at: 1_794_000_600_000,
  server_now: 1_794_000_000_000,
};

const run = (actions: CheckoutAction[], from: CheckoutState = initialCheckout) => actions.reduce(checkoutReducer, from);
const atCoins = run([
  { type: "opened", view },
  { type: "next" },
  { type: "choose_method", method: "crypto" },
  { type: "next" },
]);
const atTransfer = run([{ type: "choose_coin", coin: "btc" }, { type: "next" }, { type: "quote", quote }], atCoins);
const atConfirm = run([{ type: "tx_hash", text: ` ${HASH.toUpperCase()} ` }, { type: "next" }], atTransfer);

describe("the steps of the checkout by crypto", () => {
  it("are five, none skipped, and step 4 is for crypto alone", () => {
    expect(stepMarks(atConfirm).map(({ mark }) => mark)).toEqual(["done", "done", "done", "done", "current"]);
    const bank = run([{ type: "back" }, { type: "choose_method", method: "bank_transfer" }], atCoins);
    expect(stepMarks(bank).map(({ mark }) => mark)).toEqual(["done", "current", "todo", "skipped", "todo"]);
  });

  it("require a coin and a transaction hash", () => {
    expect(blockedBy(atCoins)).toEqual({
      title: "Cryptocurrency Required",
      description: "Please select a cryptocurrency.",
    });
    expect(run([{ type: "next" }], atCoins)).toBe(atCoins);
    const blank = run([{ type: "tx_hash", text: "   " }], atTransfer);
    expect(blockedBy(blank)).toEqual({
      title: "Transaction Hash Required",
      description: "Please enter the transaction hash to verify your payment.",
    });
    expect(run([{ type: "next" }], blank).step).toBe("transfer");
  });

  it("refuse a hash that is invalid on this chain", () => {
    for (const text of ["123", `0x${HASH}`, `https://mempool.space/tx/${HASH}`]) {
      expect(blockedBy(run([{ type: "tx_hash", text }], atTransfer)), text).not.toBeNull();
    }
    expect(blockedBy(run([{ type: "tx_hash", text: HASH }], atTransfer))).toBeNull();
  });

  it("send coin and hash, and neither with another method", () => {
    expect(transactionPayload(atConfirm, "acc_b")).toMatchObject({
      paymentMethod: "crypto",
      amount: 240,
      cryptoCurrency: "btc",
      cryptoTxHash: HASH.toUpperCase(),
    });
    const bank = run([{ type: "choose_method", method: "bank_transfer" }], atConfirm);
    expect(transactionPayload(bank, "acc_b")).not.toHaveProperty("cryptoCurrency");
    expect(transactionPayload(bank, "acc_b")).not.toHaveProperty("cryptoTxHash");
  });

  it("reset wallet and hash with another coin, and keep the hash when the quote is renewed", () => {
    const other = run([{ type: "choose_coin", coin: "eth" }], atConfirm);
    expect(other.crypto).toEqual({ coin: "eth", quote: null, failure: null, txHash: "" });
    const renewed = run([{ type: "quote", quote: { ...quote, amount_text: "0.00250000" } }], atConfirm);
    expect(renewed.crypto).toMatchObject({ quote: { amount_text: "0.00250000" }, txHash: ` ${HASH.toUpperCase()} ` });
  });

  it("never show one coin's wallet for another coin after a late reply", () => {
    const late = run(
      [
        { type: "choose_coin", coin: "eth" },
        { type: "quote", quote },
      ],
      atTransfer,
    );
    expect(late.crypto.quote).toBeNull();
  });

  it("keep showing a quote that could not be renewed, because the buyer may have paid by it", () => {
    const failed = run([{ type: "quote_failed", reason: "Too many requests." }], atTransfer);
    expect(failed.crypto).toMatchObject({ quote, failure: "Too many requests." });
    expect(run([{ type: "quote", quote }], failed).crypto.failure).toBeNull();
  });

  it("return to the coins when the coin is no longer accepted, and to the amount when the price changed", () => {
    const gone = run([{ type: "held_again", view: { ...view, coins: ["eth"] } }], atConfirm);
    expect(gone).toMatchObject({ step: "details", crypto: { coin: null, txHash: "" } });
    const dearer = run([{ type: "held_again", view: { ...view, amount: 250 } }], atConfirm);
    expect(dearer).toMatchObject({ step: "transfer", crypto: { coin: "btc", quote: null } });
    const same = run([{ type: "held_again", view: { ...view } }], atConfirm);
    expect(same).toMatchObject({ step: "confirm", crypto: { quote } });
  });
});
