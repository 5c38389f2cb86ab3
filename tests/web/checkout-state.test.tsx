import { describe, expect, it } from "vitest";
import type { CheckoutView } from "#contract/checkout";
import type { BundleCheckoutView } from "#contract/checkout/purchases";
import { agreedCollectionDate } from "#domain/orders/collection";
import { transactionPayload } from "../../web/features/checkout/api.ts";
import {
  attemptFor,
  blockedBy,
  type CheckoutAction,
  type CheckoutState,
  canGoBack,
  checkoutReducer,
  currentStep,
  initialCheckout,
  STEP_LABELS,
  stepsOf,
  termsOf,
} from "../../web/features/checkout/checkout-state.ts";
import { holdAnnouncement } from "../../web/features/checkout/hold-status.tsx";
import { bundleOffer, changesBetween, itemOffer, type Offer } from "../../web/features/checkout/offer.ts";
import type { Placed } from "../../web/features/checkout/placed.ts";
import { purchaseFailure } from "../../web/features/checkout/refusals.ts";
import { ApiError } from "../../web/lib/api-client.ts";
import { checkoutView, timeAt } from "../support/web/checkout.tsx";

const offerOf = (over: Partial<CheckoutView> = {}): Offer => itemOffer(checkoutView(over));
const BOTH: Partial<CheckoutView> = { methods: ["bank_transfer", "crypto"], coins: ["btc", "eth"] };
const run = (actions: CheckoutAction[], from: CheckoutState = initialCheckout) => actions.reduce(checkoutReducer, from);
const opened = (over: Partial<CheckoutView> = {}) => run([{ type: "opened", offer: offerOf(over) }]);
const AGREED: CheckoutAction[] = [{ type: "acknowledge", ticked: true }, { type: "next" }];
const atMethod = run(AGREED, opened(BOTH));
const atReview = run([{ type: "choose_method", method: "bank_transfer" }, { type: "next" }], atMethod);
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
  it("are four for a price, with the payment last, and two for a free item", () => {
    const labels = (amount: number) => stepsOf({ amount }).map((key) => STEP_LABELS[key]);
    expect(labels(240)).toEqual(["Pickup", "Payment method", "Review", "Pay"]);
    expect(labels(0)).toEqual(["Pickup", "Review"]);
    expect(run(AGREED, opened({ amount: 0, is_free: true, methods: [] })).step).toBe("review");
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
    const crypto = run([{ type: "choose_method", method: "crypto" }, { type: "next" }], atMethod);
    expect(crypto.problem).toEqual({
      title: "Cryptocurrency Required",
      description: "Please select a cryptocurrency.",
    });
    expect(run([{ type: "choose_coin", coin: "btc" }, { type: "next" }], crypto).step).toBe("review");
  });

  it("stop a bank transfer while the seller's details are missing, and say since when they can be used", () => {
    const from = Date.UTC(2026, 10, 25, 3);
    const gone = opened({ no_bank_details: { available_from: null } });
    const waiting = opened({ no_bank_details: { available_from: from } });
    expect(run([...AGREED, { type: "next" }], gone).problem?.title).toBe("Bank Details Not Available");
    expect(run([...AGREED, { type: "next" }], waiting).problem?.description).toMatch(/from .*25 Nov/);
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
    expect(run([{ type: "back" }], atReview).step).toBe("method");
    expect(canGoBack(run([{ type: "busy", with: "placing" }], atReview))).toBe(false);
    expect(canGoBack(run([{ type: "placed", placed }], atReview))).toBe(false);
  });

  it("keep the acknowledgement of an earlier visit during the same hold", () => {
    expect(opened({ acknowledged: true }).acknowledged).toBe(true);
  });

  it("end with the payment of the order, and skip it when nothing is due", () => {
    expect(currentStep(run([{ type: "placed", placed }], atReview))).toBe("pay");
    expect(run([{ type: "placed", placed: { ...placed, status: "paid" } }], atReview).stage).toBe("done");
  });
});

describe("a hold that ends while the checkout is open", () => {
  const lapsed = run([{ type: "lapsed" }], atReview);

  it("keeps step, method and acknowledgement, and continues there once it is held again", () => {
    expect(lapsed).toMatchObject({ lapsed: true, step: "review", method: "bank_transfer", acknowledged: true });
    const again = run([{ type: "held_again", offer: offerOf(BOTH) }], lapsed);
    expect(again).toMatchObject({ lapsed: false, step: "review", method: "bank_transfer", acknowledged: true });
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
    expect(changed).toMatchObject({ step: "review", changes: ["Price: $250 (was $240)"] });
    expect(termsOf(changed, "acc_b")?.offer.amount).toBe(250);
  });

  it("require another method or coin when the chosen one is no longer offered", () => {
    const methods = offerOf({ methods: ["stripe", "crypto"], coins: ["eth", "btc"] });
    expect(run([{ type: "changed", offer: methods }], atReview)).toMatchObject({ step: "method", method: null });
    const coins: CheckoutAction[] = [
      { type: "choose_method", method: "crypto" },
      { type: "choose_coin", coin: "btc" },
      { type: "next" },
      { type: "changed", offer: offerOf({ ...BOTH, coins: ["eth", "xrp"] }) },
    ];
    expect(run(coins, atMethod)).toMatchObject({ step: "method", method: "crypto", coin: null });
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
        items: items.map((item, index) => ({
          item_id: `itm_${index}`,
          title: `Thing ${index}`,
          image_url: null,
          price: 30,
          charged: 20,
          ...timeAt(item.collection_date ?? 1_795_000_000_000),
          collection_zone: "Australia/Melbourne",
          collection_summary: "Brunswick",
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
    const crypto = { ...terms, method: "crypto" as const, coin: "btc" as const };
    expect(transactionPayload(payload.itemId, crypto)).toEqual({
      ...payload,
      paymentMethod: "crypto",
      cryptoCurrency: "btc",
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
    ["hold_expired", "bundle", "gone"],
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
