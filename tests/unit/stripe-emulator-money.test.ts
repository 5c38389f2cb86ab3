/**
 * The Stripe emulator moves money as Stripe documents it: balance and fees, refunds, transfers, reversals, disputes.
 */
import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { setAccount } from "../../scripts/stripe-emulator/accounts.ts";
import { payIn, payOutPlatform } from "../../scripts/stripe-emulator/balance.ts";
import { answerDispute, appealDispute, closeDispute, openDispute } from "../../scripts/stripe-emulator/disputes.ts";
import { refundOutside } from "../../scripts/stripe-emulator/refunds.ts";
import { payOutAccount } from "../../scripts/stripe-emulator/transfers.ts";
import { DAY, type EmulatedStripe, emulatedStripe, refusalOf } from "../support/emulated-stripe.ts";

const AMOUNT = 4_550;
/** 1.7% and 30 cents. */
const FEE = 107;

async function paid({ stripe }: EmulatedStripe, card = "pm_card_visa", group = "order_1") {
  const made = await stripe.paymentIntents.create({ amount: AMOUNT, currency: "aud", transfer_group: group });
  const intent = await stripe.paymentIntents.confirm(made.id, { payment_method: card });
  return { intent: intent.id, charge: String(intent.latest_charge) };
}

async function seller({ stripe, store }: EmulatedStripe): Promise<string> {
  const account = await stripe.accounts.create({ country: "AU", email: "seller@example.com" });
  setAccount(store, account.id, { transfers: "active" });
  return account.id;
}

const eventsOf = (world: EmulatedStripe) => world.deliveries().map(({ body }) => body.type);

describe("platform balance of the emulator", () => {
  it("receives a payment less its fee, available after two days", async () => {
    const world = emulatedStripe();
    const { intent } = await paid(world);
    const { latest_charge: charge } = await world.stripe.paymentIntents.retrieve(intent, {
      expand: ["latest_charge.balance_transaction"],
    });
    expect(charge).toMatchObject({
      balance_transaction: { amount: AMOUNT, fee: FEE, net: AMOUNT - FEE, status: "pending", type: "charge" },
    });
    const pending = async () => (await world.stripe.balance.retrieve()).pending[0]?.amount;
    expect(await pending()).toBe(AMOUNT - FEE);
    world.advance(2 * DAY);
    expect(await pending()).toBe(0);
  });

  it("is available at once for the test card that skips the wait", async () => {
    const world = emulatedStripe();
    await paid(world, "pm_card_bypassPending");
    expect((await world.stripe.balance.retrieve()).pending[0]?.amount).toBe(0);
  });

  it("always equals the sum of its balance transactions", async () => {
    const world = emulatedStripe();
    const { stripe, store } = world;
    const { intent, charge } = await paid(world);
    const destination = await seller(world);
    const sent = await stripe.transfers.create({
      amount: 4_000,
      currency: "aud",
      destination,
      source_transaction: charge,
    });
    await stripe.transfers.createReversal(sent.id, { amount: 1_500 });
    refundOutside(store, intent, 1_000);
    openDispute(store, (await paid(world)).intent);
    world.advance(2 * DAY);
    let sum = 0;
    for await (const movement of stripe.balanceTransactions.list({ limit: 2 })) sum += movement.net;
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(sum);
    expect(sum).toBe(10_000_000 + 2 * (AMOUNT - FEE) - 4_000 + 1_500 - 1_000 - AMOUNT - 2_500);
  });
});

describe("refund in the emulator", () => {
  it("is refused in the dashboard, too, for what a bank has taken back", async () => {
    const world = emulatedStripe();
    const { intent } = await paid(world);
    openDispute(world.store, intent);
    expect(refundOutside(world.store, intent, 100)).toBe(false);
  });

  it("is pending while the balance is too low, and succeeds once it is not", async () => {
    const world = emulatedStripe();
    const { intent } = await paid(world);
    payOutPlatform(world.store);
    const refund = await world.stripe.refunds.create({ payment_intent: intent });
    expect(refund).toMatchObject({
      status: "pending",
      pending_reason: "insufficient_funds",
      balance_transaction: null,
    });
    world.deliveries();
    payIn(world.store, AMOUNT);
    const after = await world.stripe.refunds.retrieve(refund.id);
    expect(after).toMatchObject({ status: "succeeded", balance_transaction: expect.any(String) });
    expect(after.pending_reason).toBeUndefined();
    expect(eventsOf(world)).toEqual(["refund.updated"]);
  });

  it.each([
    ["pm_card_pendingRefund", "pending", "succeeded", ["refund.updated"]],
    ["pm_card_refundFail", "succeeded", "failed", ["refund.updated", "refund.failed"]],
  ])("of %s is %s, then %s", async (card, first, then, events) => {
    const world = emulatedStripe();
    const { intent, charge } = await paid(world, card);
    const refund = await world.stripe.refunds.create({ payment_intent: intent });
    expect(refund.status).toBe(first);
    world.deliveries();
    expect((await world.stripe.refunds.retrieve(refund.id)).status).toBe(then);
    expect(eventsOf(world)).toEqual(events);
    expect((await world.stripe.charges.retrieve(charge)).refunded).toBe(then === "succeeded");
  });

  it("of more than is left, or of a refunded payment, is refused", async () => {
    const world = emulatedStripe();
    const { intent } = await paid(world);
    expect((await refusalOf(world.stripe.refunds.create({ payment_intent: intent, amount: AMOUNT + 1 }))).param).toBe(
      "amount",
    );
    refundOutside(world.store, intent);
    expect((await refusalOf(world.stripe.refunds.create({ payment_intent: intent }))).code).toBe(
      "charge_already_refunded",
    );
  });
});

describe("transfer in the emulator", () => {
  it("can use a pending payment as its source, up to its amount, even after a refund", async () => {
    const world = emulatedStripe();
    const { stripe, store } = world;
    const { intent, charge } = await paid(world);
    const destination = await seller(world);
    refundOutside(store, intent, 1_000);
    const part = { amount: 3_000, currency: "aud", destination, source_transaction: charge };
    expect((await stripe.transfers.create(part)).transfer_group).toBe("order_1");
    expect((await refusalOf(stripe.transfers.create(part))).message).toContain("must not exceed the source amount");
    await stripe.transfers.create({ ...part, amount: AMOUNT - 3_000 });
    expect((await refusalOf(stripe.transfers.create({ ...part, amount: 1, transfer_group: "other" }))).type).toBe(
      "StripeInvalidRequestError",
    );
  });

  it("without a source payment needs available money", async () => {
    const world = emulatedStripe();
    const destination = await seller(world);
    payOutPlatform(world.store);
    await paid(world);
    const transfer = { amount: 1_000, currency: "aud", destination };
    expect((await refusalOf(world.stripe.transfers.create(transfer))).code).toBe("balance_insufficient");
    world.advance(2 * DAY);
    await expect(world.stripe.transfers.create(transfer)).resolves.toMatchObject({ amount: 1_000 });
  });

  it.each([
    [{ transfers: "restricted" as const }, "insufficient_capabilities_for_transfer"],
    [{ transfers: "pending" as const }, "insufficient_capabilities_for_transfer"],
    [{ rejected: true }, "insufficient_capabilities_for_transfer"],
    [{ closed: true }, "resource_missing"],
  ])("to an account with %o is refused: %s", async (change, code) => {
    const world = emulatedStripe();
    const { charge } = await paid(world);
    const destination = await seller(world);
    setAccount(world.store, destination, change);
    const transfer = { amount: 100, currency: "aud", destination, source_transaction: charge };
    expect((await refusalOf(world.stripe.transfers.create(transfer))).code).toBe(code);
  });

  it("is reversed only up to the balance of the account", async () => {
    const world = emulatedStripe();
    const { stripe, store } = world;
    const destination = await seller(world);
    const first = await stripe.transfers.create({ amount: 1_000, currency: "aud", destination });
    expect(payOutAccount(store, destination)).toBe(1_000);
    await stripe.transfers.create({ amount: 300, currency: "aud", destination });
    expect((await refusalOf(stripe.transfers.createReversal(first.id))).code).toBe("balance_insufficient");
    await stripe.transfers.createReversal(first.id, { amount: 300 });
    expect((await refusalOf(stripe.transfers.createReversal(first.id, { amount: 1 }))).code).toBe(
      "balance_insufficient",
    );
    await stripe.transfers.create({ amount: 700, currency: "aud", destination });
    expect((await refusalOf(stripe.transfers.createReversal(first.id, { amount: 701 }))).param).toBe("amount");
    await stripe.transfers.createReversal(first.id);
    expect(await stripe.transfers.retrieve(first.id)).toMatchObject({ amount_reversed: 1_000, reversed: true });
    await refusalOf(stripe.transfers.createReversal(first.id));
  });
});

describe("dispute in the emulator", () => {
  const disputeOf = async ({ stripe }: EmulatedStripe, intent: string) =>
    (await stripe.disputes.list({ payment_intent: intent })).data[0];

  it("withdraws the amount and a fee, and returns the amount when it is won", async () => {
    const world = emulatedStripe();
    const { intent } = await paid(world);
    world.deliveries();
    openDispute(world.store, intent);
    expect(eventsOf(world)).toEqual(["charge.dispute.created", "charge.dispute.funds_withdrawn"]);
    expect(await disputeOf(world, intent)).toMatchObject({
      status: "needs_response",
      is_charge_refundable: false,
      balance_transactions: [{ amount: -AMOUNT, fee: 2_500 }],
    });
    expect((await refusalOf(world.stripe.refunds.create({ payment_intent: intent }))).code).toBe("charge_disputed");
    expect(answerDispute(world.store, intent)).toBe(true);
    expect(closeDispute(world.store, intent, "warning_closed")).toBe(false);
    expect(closeDispute(world.store, intent, "won")).toBe(true);
    expect(eventsOf(world)).toEqual([
      "charge.dispute.updated",
      "charge.dispute.funds_reinstated",
      "charge.dispute.closed",
    ]);
    expect((await disputeOf(world, intent))?.balance_transactions.map(({ net }) => net)).toEqual([
      -AMOUNT - 2_500,
      AMOUNT,
    ]);
    await expect(world.stripe.refunds.create({ payment_intent: intent })).resolves.toMatchObject({
      status: "succeeded",
    });
  });

  it("of a part leaves the rest refundable", async () => {
    const world = emulatedStripe();
    const { intent } = await paid(world);
    openDispute(world.store, intent, { amount: 1_000 });
    await refusalOf(world.stripe.refunds.create({ payment_intent: intent }));
    await world.stripe.refunds.create({ payment_intent: intent, amount: AMOUNT - 1_000 });
  });

  it("can be appealed after it is lost, and then won", async () => {
    const world = emulatedStripe();
    const { intent } = await paid(world);
    openDispute(world.store, intent);
    expect(appealDispute(world.store, intent, "won")).toBe(false);
    closeDispute(world.store, intent, "lost");
    world.deliveries();
    expect(appealDispute(world.store, intent, "won")).toBe(true);
    const delivered = world
      .deliveries()
      .map(({ body }) => [body.type, (body.data as { object: Stripe.Dispute }).object.status]);
    expect(delivered).toEqual([
      ["charge.dispute.updated", "appeal_needs_response"],
      ["charge.dispute.updated", "appeal_under_review"],
      ["charge.dispute.funds_reinstated", "won"],
      ["charge.dispute.closed", "won"],
    ]);
  });

  it("moves no money as an inquiry until it becomes a chargeback", async () => {
    const world = emulatedStripe();
    const { intent } = await paid(world, "pm_card_createDisputeInquiry");
    expect(await disputeOf(world, intent)).toMatchObject({
      status: "warning_needs_response",
      balance_transactions: [],
    });
    expect(closeDispute(world.store, intent, "lost")).toBe(false);
    world.deliveries();
    expect(openDispute(world.store, intent)).toBe(true);
    expect(eventsOf(world)).toEqual(["charge.dispute.updated", "charge.dispute.funds_withdrawn"]);
    expect((await world.stripe.disputes.list({ payment_intent: intent })).data).toHaveLength(1);
    expect(openDispute(world.store, intent)).toBe(false);
  });

  it("takes back no more than a refund since the inquiry has left", async () => {
    const world = emulatedStripe();
    const { intent } = await paid(world, "pm_card_createDisputeInquiry");
    refundOutside(world.store, intent, 125);
    expect(openDispute(world.store, intent)).toBe(true);
    expect(await disputeOf(world, intent)).toMatchObject({
      amount: AMOUNT - 125,
      balance_transactions: [{ amount: 125 - AMOUNT }],
    });
  });

  it("cannot be opened for a refunded payment", async () => {
    const world = emulatedStripe();
    const { intent } = await paid(world);
    refundOutside(world.store, intent);
    expect(openDispute(world.store, intent)).toBe(false);
    expect(closeDispute(world.store, intent, "prevented")).toBe(false);
  });

  it("moves money only by a refund when it is prevented", async () => {
    const world = emulatedStripe();
    const { intent } = await paid(world);
    expect(closeDispute(world.store, intent, "prevented")).toBe(true);
    expect(await disputeOf(world, intent)).toMatchObject({ status: "prevented", balance_transactions: [] });
    expect((await world.stripe.refunds.list({ payment_intent: intent })).data).toMatchObject([
      { amount: AMOUNT, metadata: {}, status: "succeeded" },
    ]);
  });
});
