/** Stripe's fees for payments and disputes in the ledger and the site settings. */
import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SiteSettingsReply } from "#contract/site/settings";
import { recordChargeFees } from "../../worker/features/payments/jobs.ts";
import { createAccount } from "../support/workerd/accounts.ts";
import { reply } from "../support/workerd/deals.ts";
import { emulator, ledgerSums, paidCardOrder, provider, servicesWithSettled } from "../support/workerd/payments.ts";
import { row } from "../support/workerd/rooms.ts";

const PRICE = 4_550;
/** 1.7% and 30 cents. */
const FEE = 107;
const HOUR = 60 * 60_000;

beforeEach(async () => {
  await emulator().planFaults({ hold: true });
});
afterEach(() => vi.restoreAllMocks());

/** Services with a Stripe client whose charges have the balance transactions that `balance` returns. */
function providerWith(
  balance: (known: Stripe.BalanceTransaction, charge: Stripe.Charge) => Stripe.BalanceTransaction | null,
) {
  const stripe = provider();
  const retrieve = stripe.charges.retrieve.bind(stripe.charges);
  const asked = vi.spyOn(stripe.charges, "retrieve").mockImplementation(async (id, params) => {
    const charge = await retrieve(id, params);
    return { ...charge, balance_transaction: balance(charge.balance_transaction as Stripe.BalanceTransaction, charge) };
  });
  return { services: { ...servicesWithSettled(), stripe: () => stripe }, asked };
}

const checkAt = async (intentId: string) =>
  (await row<{ at: number | null }>("SELECT fee_check_at AS at FROM payments WHERE intent_id = ?", intentId))?.at;

describe("Stripe's fee for a payment", () => {
  it("is booked once, at the time of the charge", async () => {
    const { intentId } = await paidCardOrder();
    const services = servicesWithSettled();
    await Promise.all([recordChargeFees(services), recordChargeFees(services)]);
    await recordChargeFees(services);
    expect(await ledgerSums("intent_id = ?", intentId)).toEqual({
      fees: FEE,
      order_held: -PRICE,
      stripe_clearing: PRICE - FEE,
    });
    expect(await checkAt(intentId)).toBeNull();
    const { created } = await provider().charges.retrieve(
      String((await provider().paymentIntents.retrieve(intentId)).latest_charge),
    );
    const line = await row<{ at: number }>("SELECT at FROM ledger WHERE txn_id = ?", `charge-fee:${intentId}`);
    expect(line?.at).toBe(created * 1000);
  });

  it("is asked for again when Stripe does not know it yet or is unreachable", async () => {
    const { intentId } = await paidCardOrder();
    const unknown = providerWith(() => null);
    await recordChargeFees(unknown.services);
    await recordChargeFees(unknown.services);
    expect(unknown.asked).toHaveBeenCalledTimes(1);
    expect(await ledgerSums("intent_id = ?", intentId)).not.toHaveProperty("fees");

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + HOUR });
    const down = providerWith(() => {
      throw new Error("no connection");
    });
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await recordChargeFees(down.services);
    expect(logged).toHaveBeenCalledTimes(1);
    expect(await checkAt(intentId)).toBeGreaterThan(Date.now());

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6 * HOUR });
    await recordChargeFees(servicesWithSettled());
    expect(await ledgerSums("intent_id = ?", intentId)).toMatchObject({ fees: FEE });
  });

  it("is not booked when it is zero, and logged as an error when it is in another currency", async () => {
    const [free, foreign] = [await paidCardOrder(), await paidCardOrder()];
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { services } = providerWith((known, charge) =>
      charge.payment_intent === free.intentId ? { ...known, fee: 0 } : { ...known, currency: "usd" },
    );
    await recordChargeFees(services);
    expect(logged).toHaveBeenCalledTimes(1);
    for (const { intentId } of [free, foreign]) {
      expect(await ledgerSums("intent_id = ?", intentId)).not.toHaveProperty("fees");
      expect(await checkAt(intentId)).toBeNull();
    }
  });
});

describe("fees in the site settings", () => {
  it("are shown for this month and the last, with card and dispute fees apart", async () => {
    const admin = await createAccount({ role: "admin" });
    const months = async () =>
      (await reply<SiteSettingsReply>(await admin.request("GET", "/api/admin/site-settings"), 200)).fees;
    const [, before] = await months();
    const { intentId } = await paidCardOrder();
    await recordChargeFees(servicesWithSettled());
    const [last, now] = await months();
    expect(now?.card).toBeCloseTo((before?.card ?? 0) + FEE / 100);
    expect(now).toMatchObject({ disputes: before?.disputes, platform: 0 });
    expect([last?.month, now?.month]).toEqual([last?.month, now?.month].toSorted());
    expect(await ledgerSums("intent_id = ?", intentId)).toMatchObject({ fees: FEE });
  });
});
