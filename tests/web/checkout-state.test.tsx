import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { agreedCollectionDate } from "#domain/orders/collection";
import {
  attemptFor,
  blockedBy,
  type CheckoutAction,
  type CheckoutState,
  canGoBack,
  checkoutReducer,
  initialCheckout,
  stepMarks,
  transactionPayload,
} from "../../web/features/checkout/checkout-state.ts";
import { holdAnnouncement } from "../../web/features/checkout/hold-status.tsx";
import { detailsFailure } from "../../web/features/checkout/refusals.ts";
import { BankStep } from "../../web/features/checkout/steps/bank-step.tsx";
import { ApiError } from "../../web/lib/api-client.ts";
import type { CheckoutView, PaymentDetailsReply } from "../../worker/contract/checkout.ts";

const view: CheckoutView = {
  item_id: "itm_aaaaaaaaaaaaaaaaaaaa",
  hold_id: "hld_aaaaaaaaaaaaaaaaaaaa",
  title: "Reid city bike",
  image_url: null,
  seller_id: "acc_ssssssssssssssssssss",
  seller_name: "Maya R",
  amount: 240,
  listed: 240,
  methods: ["bank_transfer"],
  too_late: [],
  coins: [],
  is_free: false,
  collection_date: 1_795_000_000_000,
  collection_zone: "Australia/Melbourne",
  collection_summary: "Brunswick, Melbourne",
  acknowledged: false,
  held_since: 1_794_000_000_000,
  reserved_until: 1_794_000_600_000,
  server_now: 1_794_000_000_000,
};
const free: CheckoutView = { ...view, amount: 0, is_free: true, methods: [] };
const details: PaymentDetailsReply = {
  method: "bank_transfer",
  bank_details: { account_name: "Maya R", bsb: "062-000", account_number: "12345678" },
  available_from: null,
  reference_number: "GS12345678",
  amount: 240,
  server_now: 1_794_000_000_000,
};

const run = (actions: CheckoutAction[], from: CheckoutState = initialCheckout) => actions.reduce(checkoutReducer, from);
const atConfirm = run([
  { type: "opened", view },
  { type: "tick_acknowledgement", ticked: true },
  { type: "next" },
  { type: "choose_method", method: "bank_transfer" },
  { type: "next" },
  { type: "details", details },
  { type: "next" },
]);
const marks = (state: CheckoutState) => stepMarks(state).map((step) => `${step.label} ${step.mark}`);

describe("the steps of the checkout", () => {
  it("requires the acknowledgement before leaving the collection step", () => {
    const opened = run([{ type: "opened", view }]);
    expect(blockedBy(opened)).toEqual({
      title: "Collection Required",
      description: "You must acknowledge the collection details to proceed.",
    });
    expect(run([{ type: "next" }], opened).step).toBe("collection");
  });

  it("requires a method before leaving the payment step", () => {
    const state = run([{ type: "opened", view }, { type: "tick_acknowledgement", ticked: true }, { type: "next" }]);
    expect(state.step).toBe("method");
    expect(blockedBy(state)).toEqual({
      title: "Payment Method Required",
      description: "Please select a payment method.",
    });
    expect(run([{ type: "next" }], state).step).toBe("method");
  });

  it("stops at the bank step when the seller's details have been removed", () => {
    const state = run(
      [{ type: "back" }, { type: "details", details: { ...details, bank_details: null } }, { type: "next" }],
      atConfirm,
    );
    expect(state.step).toBe("details");
    expect(blockedBy(state)?.title).toBe("Bank Details Not Available");
  });

  it("shows the holding limit instead of missing details when too many payments are unconfirmed", () => {
    const reason = "You have 2 payments by bank transfer or crypto that no seller has confirmed yet.";
    const refused = new ApiError("holding_limit", reason, 429);
    const state = run([{ type: "back" }, { type: "details_failed", failure: detailsFailure(refused) }], atConfirm);
    expect(blockedBy(state)).toEqual({ title: "Finish another payment first", description: reason });
    const nothing = () => undefined;
    render(<BankStep details={null} failure={state.detailsFailure} replacedReference={null} onRetry={nothing} />);
    expect(screen.getByRole("alert").textContent).toBe("Finish another payment first");
    expect(screen.getByText(reason)).toBeTruthy();
  });

  it("skips the crypto step for a bank transfer, forwards and backwards", () => {
    expect(atConfirm.step).toBe("confirm");
    expect(marks(atConfirm)).toEqual([
      "Collection done",
      "Payment done",
      "Details done",
      "Crypto skipped",
      "Confirm current",
    ]);
    expect(run([{ type: "back" }], atConfirm).step).toBe("details");
  });

  it("goes from collection straight to confirmation for a free item", () => {
    const state = run([
      { type: "opened", view: free },
      { type: "tick_acknowledgement", ticked: true },
      { type: "next" },
    ]);
    expect(marks(state)).toEqual(["Collection done", "Confirm current"]);
    expect(run([{ type: "back" }], state).step).toBe("collection");
  });

  it("offers Back from step 2 on, but not while the purchase is being sent", () => {
    expect(canGoBack(run([{ type: "opened", view }]))).toBe(false);
    expect(canGoBack(atConfirm)).toBe(true);
    expect(canGoBack(run([{ type: "busy", with: "paying" }], atConfirm))).toBe(false);
  });

  it("keeps the acknowledgement of an earlier visit during the same hold", () => {
    expect(run([{ type: "opened", view: { ...view, acknowledged: true } }]).acknowledged).toBe(true);
  });

  it("resets 'I've sent it' and the details only when another method is chosen", () => {
    const sent = run([{ type: "tick_sent", ticked: true }], atConfirm);
    expect(run([{ type: "choose_method", method: "bank_transfer" }], sent)).toBe(sent);
    const changed = run([{ type: "choose_method", method: "crypto" }], sent);
    expect(changed.sent).toBe(false);
    expect(changed.details).toBeNull();
  });
});

describe("a hold that ends while the dialog is open", () => {
  const lapsed = run([{ type: "tick_sent", ticked: true }, { type: "lapsed" }], atConfirm);

  it("keeps step, method and acknowledgement, and continues there once it is held again", () => {
    expect(lapsed).toMatchObject({ lapsed: true, step: "confirm", method: "bank_transfer", acknowledged: true });
    const again = run(
      [
        { type: "held_again", view: { ...view, hold_id: "hld_b" } },
        { type: "details", details },
      ],
      lapsed,
    );
    expect(again).toMatchObject({ lapsed: false, step: "confirm", method: "bank_transfer", sent: true });
  });

  it("asks again whether the transfer was sent when the reference is new, and remembers the old one", () => {
    const again = run(
      [
        { type: "held_again", view: { ...view, hold_id: "hld_b" } },
        { type: "details", details: { ...details, reference_number: "GS87654321" } },
      ],
      lapsed,
    );
    expect(again).toMatchObject({ sent: false, replacedReference: "GS12345678" });
  });

  it("returns to the bank step when the details cannot be loaded again", () => {
    const failure = { reason: "Too many requests.", limit: false };
    const again = run(
      [
        { type: "held_again", view },
        { type: "details_failed", failure },
      ],
      lapsed,
    );
    expect(again).toMatchObject({ step: "details", details: null, detailsFailure: failure, sent: false });
  });

  it("needs a new acknowledgement when the collection date has changed", () => {
    const later = { ...view, collection_date: view.collection_date + 86_400_000 };
    const again = run([{ type: "held_again", view: later }], lapsed);
    expect(again).toMatchObject({ step: "collection", acknowledged: false });
    expect(again.changes.map((change) => change.value)).toEqual(["collection_date"]);
  });

  it.each([10, 20])(
    "keeps the acknowledgement when a default date moves with the new hold of %i minutes",
    (minutes) => {
      const start = Date.UTC(2026, 10, 21, 2);
      const unnamed = (from: number) => ({
        ...view,
        held_since: from,
        reserved_until: from + minutes * 60_000,
        collection_date: agreedCollectionDate(null, from, view.collection_zone),
      });
      const before = run([
        { type: "opened", view: unnamed(start) },
        { type: "tick_acknowledgement", ticked: true },
      ]);
      const soon = run([{ type: "held_again", view: unnamed(start + minutes * 60_000 + 100_000) }], before);
      expect(soon).toMatchObject({ acknowledged: true, changes: [] });
      const nextDay = run([{ type: "held_again", view: unnamed(start + 86_400_000) }], before);
      expect(nextDay.acknowledged).toBe(false);
    },
  );

  it("does not undo a placed order", () => {
    const placed = run(
      [
        {
          type: "placed",
          placed: { order_id: "ord_x", payment_deadline: null, awaits_seller: true, awaits_card: false },
        },
        { type: "lapsed" },
      ],
      atConfirm,
    );
    expect(placed).toMatchObject({ stage: "done", lapsed: false });
  });
});

describe("values that changed during checkout", () => {
  it("show the new price at the confirmation step", () => {
    const changed = run([{ type: "values_changed", view: { ...view, amount: 250 } }], atConfirm);
    expect(changed.step).toBe("confirm");
    expect(changed.changes[0]).toMatchObject({ value: "amount", before: { amount: 240 }, after: { amount: 250 } });
    expect(transactionPayload(changed, "acc_b")?.amount).toBe(250);
  });

  it("require the card again, because a wallet authorised only the old price", () => {
    const paid = async () => ({ paymentIntent: { id: "pi_1", status: "succeeded" } });
    const cards = { ...view, methods: ["stripe" as const] };
    const entered = run([
      { type: "opened", view: cards },
      { type: "tick_acknowledgement", ticked: true },
      { type: "next" },
      { type: "choose_method", method: "stripe" },
      { type: "next" },
      { type: "card", card: { label: "Apple Pay", confirmCard: paid, retrieveIntent: paid } },
      { type: "next" },
    ]);
    expect(entered.step).toBe("confirm");
    const dearer = run([{ type: "values_changed", view: { ...cards, amount: 250 } }], entered);
    expect(dearer).toMatchObject({ step: "details", method: "stripe", card: null });
    const held = run([{ type: "held_again", view: cards }], entered);
    expect(held).toMatchObject({ step: "confirm", card: { label: "Apple Pay" } });
  });

  it("require another method when the chosen one is no longer offered", () => {
    const changed = run([{ type: "values_changed", view: { ...view, methods: ["stripe"] } }], atConfirm);
    expect(changed).toMatchObject({ step: "method", method: null, details: null });
  });
});

describe("transactionPayload and attemptFor", () => {
  it("send the specified fields, and the reference only as evidence of a sent transfer", () => {
    const payload = {
      itemId: view.item_id,
      buyerId: "acc_b",
      sellerId: view.seller_id,
      paymentMethod: "bank_transfer",
      paymentStatus: "pending",
      amount: 240,
      collectionDate: view.collection_date,
    };
    expect(transactionPayload(atConfirm, "acc_b")).toEqual(payload);
    const sent = run([{ type: "tick_sent", ticked: true }], atConfirm);
    expect(transactionPayload(sent, "acc_b")).toEqual({ ...payload, referenceNumber: "GS12345678" });
  });

  it("keep the idempotency key for the same unanswered payload, so that a lost reply makes no second order", () => {
    let made = 0;
    const fresh = () => `key-${++made}`;
    const payload = transactionPayload(atConfirm, "acc_b");
    if (!payload) throw new Error("no payload");
    const first = attemptFor(atConfirm, payload, fresh);
    const waiting = run([{ type: "attempt", attempt: first }, { type: "failed" }], atConfirm);
    expect(attemptFor(waiting, payload, fresh)).toBe(first);
    expect(attemptFor(waiting, { ...payload, referenceNumber: "GS12345678" }, fresh).key).toBe("key-2");
    expect(attemptFor(run([{ type: "answered" }], waiting), payload, fresh).key).toBe("key-3");
  });
});

describe("holdAnnouncement", () => {
  it("speaks when an announcement time is passed and is silent in between", () => {
    expect(holdAnnouncement(301_000, 300_000)).toBe("We're holding this item for you for 5 more minutes.");
    expect(holdAnnouncement(300_000, 299_000)).toBeNull();
    expect(holdAnnouncement(60_500, 59_500)).toBe("We're holding this item for you for 1 more minute.");
  });

  it("announces only the latest time after the device slept, and the end once", () => {
    expect(holdAnnouncement(500_000, 19_000)).toBe("20 seconds left on your hold.");
    expect(holdAnnouncement(500_000, -1)).toBe("Your hold has ended.");
    expect(holdAnnouncement(-1, -2)).toBeNull();
  });
});
