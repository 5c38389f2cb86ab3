import { describe, expect, it } from "vitest";
import type { CheckoutView } from "#contract/checkout";
import type { BundleCheckoutView } from "#contract/checkout/purchases";
import type { PaymentMethod } from "#contract/items";
import { agreedCollectionDate } from "#domain/orders/collection";
import { transactionPayload } from "../../web/features/checkout/api.ts";
import {
  attemptFor,
  blockedBy,
  type CheckoutAction,
  type CheckoutState,
  canGoBack,
  checkoutReducer,
  initialCheckout,
  stepLabel,
  stepsOf,
  termsOf,
} from "../../web/features/checkout/checkout-state.ts";
import { holdAnnouncement } from "../../web/features/checkout/hold-status.tsx";
import { bundleOffer, changesBetween, itemOffer, type Offer } from "../../web/features/checkout/offer.ts";
import type { Placed } from "../../web/features/checkout/placed.ts";
import { purchaseFailure } from "../../web/features/checkout/refusals.ts";
import type { ReadyCard } from "../../web/features/payments/index.ts";
import { ApiError } from "../../web/lib/api-client.ts";
import { checkoutView, timeAt } from "../support/web/checkout.tsx";

const offerOf = (over: Partial<CheckoutView> = {}): Offer => itemOffer(checkoutView(over));
const BOTH: Partial<CheckoutView> = { methods: ["bank_transfer", "crypto"], coins: ["btc", "eth"] };
const run = (actions: CheckoutAction[], from: CheckoutState = initialCheckout) => actions.reduce(checkoutReducer, from);
const opened = (over: Partial<CheckoutView> = {}) => run([{ type: "opened", offer: offerOf(over) }]);
const AGREED: CheckoutAction[] = [{ type: "acknowledge", ticked: true }, { type: "next" }];
const atMethod = run(AGREED, opened(BOTH));
const atReview = run(
  [{ type: "choose_method", method: "bank_transfer" }, { type: "next" }, { type: "next" }],
  atMethod,
);
const CRYPTO: CheckoutAction[] = [{ type: "choose_method", method: "crypto" }, { type: "next" }];
const coins = {
  coin: "btc",
  address: "bc1q",
  destination_tag: null,
  network: "Bitcoin network",
  amount_text: "0.00252632",
  tx_hash: null,
  rate: 95_000,
  estimate: false,
  until: 1_795_000_000_000,
} as const;
const card: ReadyCard = { confirmCard: () => Promise.reject(), retrieveIntent: () => Promise.reject() };
const placed: Placed = {
  path: "/MyOrders/ord_1",
  method: "bank_transfer",
  status: "awaiting_payment",
  due: 240,
  payment_deadline: null,
  zone: "Australia/Melbourne",
  unpaid_order: "ord_1",
  card: { orderId: "ord_1" },
  bank: null,
  crypto: null,
};

describe("the steps of the checkout", () => {
  it.each([
    [240, "bank_transfer", ["Collection Details", "Payment Method", "Bank Transfer", "Confirmation"]],
    [240, "stripe", ["Collection Details", "Payment Method", "Card Details", "Confirmation"]],
    [240, "crypto", ["Collection Details", "Payment Method", "Cryptocurrency", "Crypto Payment", "Confirmation"]],
    [240, "cash", ["Collection Details", "Payment Method", "Confirmation"]],
    [240, null, ["Collection Details", "Payment Method", "Payment Details", "Confirmation"]],
    [0, null, ["Collection Details", "Confirmation"]],
  ] as const)("of $%i by %s are those that apply", (amount, method, labels) => {
    expect(stepsOf({ amount }, method).map((key) => stepLabel(key, method))).toEqual(labels);
  });

  it("pass over the method of the last purchase and an only coin, and go back to them", () => {
    const known = (last_method: PaymentMethod, over: Partial<CheckoutView> = {}) =>
      run(AGREED, opened({ ...BOTH, last_method, ...over }));
    expect(known("bank_transfer")).toMatchObject({ step: "details", method: "bank_transfer" });
    expect(run([{ type: "back" }], known("bank_transfer")).step).toBe("method");
    expect(known("crypto", { coins: ["btc"] })).toMatchObject({ step: "crypto", coin: "btc" });
    expect(known("crypto")).toMatchObject({ step: "details", coin: null });
    expect(known("cash", { methods: ["cash", "stripe"] }).step).toBe("confirm");
    // No longer offered.
    expect(known("stripe")).toMatchObject({ step: "method", method: null });
  });

  it("require the acknowledgement and a method, and show why until it is put right", () => {
    const unread = run([{ type: "next" }], opened(BOTH));
    expect(unread).toMatchObject({
      step: "pickup",
      problem: {
        title: "Collection Required",
        description: "You must acknowledge the collection details to proceed.",
      },
    });
    expect(run([{ type: "acknowledge", ticked: true }], unread).problem).toBeNull();
    const undecided = run([{ type: "next" }], atMethod);
    expect(undecided).toMatchObject({
      step: "method",
      problem: { title: "Payment Method Required", description: "Please select a payment method." },
    });
    expect(run([{ type: "choose_method", method: "crypto" }], undecided).problem).toBeNull();
  });

  it("require a coin for crypto alone", () => {
    const crypto = run([...CRYPTO, { type: "next" }], atMethod);
    expect(crypto.problem).toEqual({
      title: "Cryptocurrency Required",
      description: "Please select a cryptocurrency.",
    });
    expect(run([{ type: "choose_coin", coin: "btc" }, { type: "next" }], crypto).step).toBe("crypto");
  });

  it("require a transaction hash after the wallet", () => {
    const wallet = run([...CRYPTO, { type: "choose_coin", coin: "btc" }, { type: "next" }], atMethod);
    const next = (hash: string) => run([{ type: "type_hash", hash }, { type: "next" }], wallet);
    expect(next("  ").problem).toEqual({
      title: "Transaction Hash Required",
      description: "Please enter the transaction hash to verify your payment.",
    });
    expect(next("12").problem?.description).toMatch(/^That is not a transaction hash/);
    expect(termsOf(next("ab".repeat(32)), "acc_b")?.txHash).toBe("ab".repeat(32));
  });

  it("stop a bank transfer while the seller's details are missing, and say since when they can be used", () => {
    const from = Date.UTC(2026, 10, 25, 3);
    const waiting = opened({ no_bank_details: { available_from: from } });
    const on: CheckoutAction[] = [...AGREED, { type: "next" }, { type: "next" }];
    expect(run(on, waiting).problem?.description).toMatch(/has changed their bank details.* from .*25 Nov/);
  });

  it("go back to the methods when the seller removes their account during the checkout", () => {
    const agreed = run([...AGREED, { type: "next" }, { type: "choose_method", method: "bank_transfer" }], opened(BOTH));
    const gone = run([{ type: "changed", offer: opened({ ...BOTH, methods: ["stripe"] }).offer as Offer }], agreed);
    expect(gone).toMatchObject({ step: "method", bank: null, method: "stripe" });
    expect(gone.problem).toEqual({
      title: "Bank Details Not Available",
      description: "The seller removed their bank details while you were checking out. Choose another method.",
    });
  });

  it("choose the only method and the only coin for the buyer", () => {
    expect(opened().method).toBe("bank_transfer");
    expect(opened(BOTH).method).toBeNull();
    expect(opened({ methods: ["crypto"], coins: ["btc"] })).toMatchObject({ method: "crypto", coin: "btc" });
  });

  it("prefer the method of the address only if it is offered", () => {
    const preferring = (over: Partial<CheckoutView>) =>
      run([{ type: "opened", offer: offerOf(over), preferred: "crypto" }]).method;
    expect(preferring(BOTH)).toBe("crypto");
    expect(preferring({ methods: ["bank_transfer", "stripe"] })).toBeNull();
  });

  it("offer Back from step 2 on, but not while the purchase is being sent or after it", () => {
    expect(canGoBack(opened())).toBe(false);
    expect(canGoBack(atReview)).toBe(true);
    expect(run([{ type: "back" }], atReview).step).toBe("details");
    expect(run([{ type: "back" }, { type: "back" }], atReview).step).toBe("method");
    expect(canGoBack(run([{ type: "busy", with: "placing" }], atReview))).toBe(false);
    expect(canGoBack(run([{ type: "placed", placed }], atReview))).toBe(false);
  });

  it("keep the acknowledgement of an earlier visit during the same hold", () => {
    expect(opened({ acknowledged: true }).acknowledged).toBe(true);
  });

  it("end with the payment of the order, and skip it when nothing is due", () => {
    expect(run([{ type: "placed", placed }], atReview)).toMatchObject({ stage: "pay", step: "confirm" });
    expect(run([{ type: "placed", placed: { ...placed, status: "paid" } }], atReview).stage).toBe("done");
  });
});

describe("a hold that ends while the checkout is open", () => {
  const lapsed = run([{ type: "lapsed" }], atReview);

  it("keeps step, method and acknowledgement, and continues there once it is held again", () => {
    expect(lapsed).toMatchObject({ lapsed: true, step: "confirm", method: "bank_transfer", acknowledged: true });
    const again = run([{ type: "held_again", offer: offerOf(BOTH) }], lapsed);
    expect(again).toMatchObject({ lapsed: false, step: "confirm", method: "bank_transfer", acknowledged: true });
  });

  it("needs a new acknowledgement when the collection date has changed", () => {
    const later = offerOf({ ...BOTH, collection_date: 1_795_000_000_000 + 86_400_000 });
    const again = run([{ type: "held_again", offer: later }], lapsed);
    expect(again).toMatchObject({ step: "pickup", acknowledged: false });
    expect(again.changes).toEqual([expect.stringMatching(/^Pickup: .* \(was .*\)$/)]);
  });

  it.each([10, 20])(
    "keeps the acknowledgement when a default date moves with the new hold of %i minutes",
    (minutes) => {
      const start = Date.UTC(2026, 10, 21, 2);
      const unnamed = (from: number) => ({ collection_date: agreedCollectionDate(null, from, "Australia/Melbourne") });
      const before = run([{ type: "acknowledge", ticked: true }], opened(unnamed(start)));
      const renewed = (from: number) => run([{ type: "held_again", offer: offerOf(unnamed(from)) }], before);
      expect(renewed(start + minutes * 60_000 + 100_000)).toMatchObject({ acknowledged: true, changes: [] });
      expect(renewed(start + 86_400_000).acknowledged).toBe(false);
    },
  );

  it("does not undo a placed order", () => {
    const paying = run([{ type: "placed", placed }, { type: "lapsed" }], atReview);
    expect(paying).toMatchObject({ stage: "pay", lapsed: false });
  });
});

describe("values that changed during checkout", () => {
  it("show the new price at the review", () => {
    const changed = run([{ type: "changed", offer: offerOf({ ...BOTH, amount: 250 }) }], atReview);
    expect(changed).toMatchObject({ step: "confirm", changes: ["Price: $250 (was $240)"] });
    expect(termsOf(changed, "acc_b")?.offer.amount).toBe(250);
  });

  it("require another method or coin when the chosen one is no longer offered", () => {
    const methods = offerOf({ methods: ["stripe", "crypto"], coins: ["eth", "btc"] });
    expect(run([{ type: "changed", offer: methods }], atReview)).toMatchObject({ step: "method", method: null });
    const gone: CheckoutAction[] = [
      ...CRYPTO,
      { type: "choose_coin", coin: "btc" },
      { type: "next" },
      { type: "crypto", crypto: coins },
      { type: "changed", offer: offerOf({ ...BOTH, coins: ["eth", "xrp"], amount: 250 }) },
    ];
    expect(run(gone, atMethod)).toMatchObject({ step: "details", method: "crypto", coin: null });
  });

  it("ask for the card again when its price has changed, and for another one after a decline", () => {
    const both = { methods: ["bank_transfer", "stripe"] } as const;
    const cards = run(
      [...AGREED, { type: "choose_method", method: "stripe" }, { type: "next" }],
      opened({ ...both, methods: [...both.methods] }),
    );
    const entered = run([{ type: "card", card }], cards);
    expect(entered).toMatchObject({ step: "confirm", card });
    const dearer = offerOf({ methods: [...both.methods], amount: 250 });
    expect(run([{ type: "changed", offer: dearer }], entered)).toMatchObject({ step: "details", card: null });
    const problem = { title: "Card Declined", description: "Try another." };
    const declined = run(
      [
        { type: "placed", placed },
        { type: "declined", problem },
      ],
      entered,
    );
    expect(declined).toMatchObject({ stage: "steps", step: "details", card: null, problem, placed });
    expect(canGoBack(declined)).toBe(false);
    expect(run([{ type: "lapsed" }], declined).lapsed).toBe(false);
  });

  it("name each item of several, and what was added or left out", () => {
    const bundle = (items: Partial<BundleCheckoutView["items"][number]>[]): Offer =>
      bundleOffer({
        bundle_id: "bdl_1",
        title: "Desk set",
        seller_name: "Maya R",
        seller_is_new: false,
        amount: 40,
        methods: ["stripe"],
        too_late: [],
        not_together: [],
        cash_problem: null,
        pay_by: {},
        last_method: null,
        reserved_until: null,
        items: items.map((item, index) => ({
          item_id: `itm_${index}`,
          title: `Thing ${index}`,
          image_url: null,
          price: 30,
          charged: 20,
          ...timeAt(item.collection_date ?? 1_795_000_000_000),
          collection_zone: "Australia/Melbourne",
          collection_summary: "Brunswick",
          centre: null,
          ...item,
        })),
        server_now: 0,
      });
    const before = bundle([{}, {}]);
    expect(changesBetween(before, bundle([{}, { charged: 25 }]))).toEqual({
      texts: ["Thing 1, price: $25 (was $20)"],
      pickup: false,
    });
    expect(changesBetween(before, bundle([{}, { collection_summary: "Coburg" }, {}]))).toEqual({
      texts: ["Thing 1, location: Coburg (was Brunswick)", "Thing 2 was added."],
      pickup: true,
    });
    expect(changesBetween(before, bundle([{}])).texts).toEqual(["Thing 1 is no longer included."]);
  });
});

describe("the request of a purchase", () => {
  const terms = termsOf(atReview, "acc_b");
  if (terms === null) throw new Error("no terms");

  it("has the specified fields, and the coin with crypto only", () => {
    const payload = {
      itemId: "itm_aaaaaaaaaaaaaaaaaaaa",
      buyerId: "acc_b",
      sellerId: "acc_ssssssssssssssssssss",
      paymentMethod: "bank_transfer",
      paymentStatus: "pending",
      amount: 240,
      collectionDate: 1_795_000_000_000,
    };
    expect(transactionPayload(payload.itemId, terms)).toEqual(payload);
    const crypto = { ...terms, method: "crypto" as const, coin: "btc" as const, txHash: "ab" };
    expect(transactionPayload(payload.itemId, crypto)).toEqual({
      ...payload,
      paymentMethod: "crypto",
      cryptoCurrency: "btc",
      cryptoTxHash: "ab",
    });
  });

  it("keeps its idempotency key for the same unanswered terms, so that a lost reply makes no second order", () => {
    let made = 0;
    const fresh = () => `key-${++made}`;
    const first = attemptFor(atReview, terms, fresh);
    const waiting = run([{ type: "attempt", attempt: first }, { type: "failed" }], atReview);
    expect(attemptFor(waiting, { ...terms }, fresh)).toBe(first);
    expect(attemptFor(waiting, { ...terms, method: "stripe" }, fresh).key).toBe("key-2");
    const answered = run([{ type: "answered" }], waiting);
    expect(attemptFor(answered, terms, fresh).key).toBe("key-3");
  });

  it.each([
    ["hold_expired", "item", "lapsed"],
    ["hold_expired", "bundle", "lapsed"],
    ["order_exists", "item", "ordered"],
    ["order_exists", "cart", "gone"],
    ["item_sold", "item", "gone"],
    ["holding_limit", "cart", "limit"],
    ["method_not_accepted", "item", "changed"],
    ["offline", "item", "unanswered"],
    ["conflict", "item", "refused"],
  ] as const)("refused with %s for the %s is %s", (code, kind, failure) => {
    const of = { kind } as Offer["of"];
    expect(purchaseFailure(new ApiError(code, "No.", 409, { order_id: "ord_1" }), of)).toBe(failure);
  });
});

describe("blockedBy", () => {
  it("returns null at the review", () => {
    expect(blockedBy(atReview)).toBeNull();
  });
});

describe("holdAnnouncement", () => {
  it("announces each moment once, when it is passed", () => {
    expect(holdAnnouncement(300_500, 299_500)).toBe("5 minutes left on your hold.");
    expect(holdAnnouncement(300_000, 299_000)).toBeNull();
    expect(holdAnnouncement(60_500, 59_500)).toBe("1 minute left on your hold.");
  });

  it("announces only the latest time after the device slept, and the end once", () => {
    expect(holdAnnouncement(500_000, 19_000)).toBe("20 seconds left on your hold.");
    expect(holdAnnouncement(500_000, -1)).toBe("Your hold has ended.");
    expect(holdAnnouncement(-1, -2)).toBeNull();
  });
});
