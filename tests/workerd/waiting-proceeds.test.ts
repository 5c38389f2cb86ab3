/** Proceeds that wait because their seller has no payout account: reminders, and the list of staff. */
import { describe, expect, it } from "vitest";
import type { BaggageEntry } from "#contract/admin/baggage";
import type { Page } from "#contract/page";
import { remindOfWaitingProceeds } from "../../worker/features/payments/payouts/reminders.ts";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { advance } from "../support/workerd/clock.ts";
import { createSeller, DAY, reply } from "../support/workerd/deals.ts";
import { emailsTo } from "../support/workerd/email.ts";
import {
  expectProviderTrouble,
  openPayoutAccount,
  paidCardOrder,
  runCardJobs,
  servicesWithSettled,
} from "../support/workerd/payments.ts";
import "../support/workerd/audits.ts";

const HOUR = 3_600_000;

expectProviderTrouble();

async function collected(seller: TestAccount) {
  const { buyer, order } = await paidCardOrder({}, { seller });
  await reply(await buyer.request("POST", `/api/orders/${order.order_id}/collected`), 200);
  await runCardJobs();
  return order.order_id;
}

const remind = () => remindOfWaitingProceeds(servicesWithSettled());
const reminders = async (seller: TestAccount) =>
  (await emailsTo(seller.email)).filter(({ subject }) => subject.includes("waiting for you")).length;
const listed = async (staff: TestAccount, id: string) => {
  const path = "/api/admin/baggage/waiting_proceeds";
  const { items } = await reply<Page<BaggageEntry>>(await staff.request("GET", path), 200);
  return items.find((entry) => entry.id === id);
};

describe("proceeds of a seller without a payout account", () => {
  it("remind the seller after 1, 7 and 30 days, once each, and reach staff after 30", async () => {
    const staff = await createAccount({ role: "admin" });
    const seller = await createSeller();
    const id = await collected(seller);
    await collected(seller);
    const began = Date.now();
    for (const [at, expected] of [
      [0, 0],
      [1, 1],
      [7, 2],
      [30, 3],
      [40, 3],
    ] as const) {
      advance(began + at * DAY + HOUR - Date.now());
      await remind();
      await remind();
      expect(await reminders(seller), `after ${at} days`).toBe(expected);
      expect((await listed(staff, id)) !== undefined).toBe(at >= 30);
    }
    expect(await listed(staff, id)).toMatchObject({ amount: 45.5, actions: ["remind_seller"] });
    const ask = () => staff.request("POST", `/api/admin/baggage/waiting_proceeds/${id}`, { action: "remind_seller" });
    await reply(await ask(), 200);
    await reply(await ask(), 200);
    expect(await reminders(seller)).toBe(4);
  });

  it("are sent as soon as the seller has one, however late", async () => {
    const seller = await createSeller();
    const id = await collected(seller);
    advance(120 * DAY);
    // After the wait, because sessions end meanwhile.
    const staff = await createAccount({ role: "admin" });
    expect(await listed(staff, id)).toBeDefined();
    await openPayoutAccount(seller.id);
    await runCardJobs();
    expect(await listed(staff, id)).toBeUndefined();
    await remind();
    expect(await reminders(seller)).toBe(0);
  });
});
