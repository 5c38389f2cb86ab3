/** The operator's books (D75): whose the card money is, and what moved in a month. */
import { beforeAll, expect, it, vi } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import type { BooksReply } from "#contract/admin/books";
import type { OverviewReply } from "#contract/admin/overview";
import type { StatementReply } from "#contract/payments/statements";
import type { PolicyPage } from "#contract/site/policies";
import type { SiteSettingsReply } from "#contract/site/settings";
import { DEFAULT_SITE_SETTINGS } from "#domain/site/site-settings";
import { recordChargeFees } from "../../worker/features/payments/jobs.ts";
import { reconcileBooks } from "../../worker/features/payments/reconciliation.ts";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { advance } from "../support/workerd/clock.ts";
import { createSeller, DAY, reply } from "../support/workerd/deals.ts";
import {
  deliverIntentEvent,
  emulator,
  openPayoutAccount,
  paidCardOrder,
  provider,
  providerBalance,
  runCardJobs,
  servicesWithSettled,
  topupIntent,
} from "../support/workerd/payments.ts";
import { runSql } from "../support/workerd/sql.ts";

beforeAll(() => emulator().planFaults({ hold: true }));

it("say what is owed to whom, add up to the balance at Stripe, and can be downloaded", async () => {
  const staff = await createAccount({ role: "admin" });
  const read = async () => reply<BooksReply>(await staff.request("GET", "/api/admin/books"), 200);
  const paid = await createSeller();
  await openPayoutAccount(paid.id);
  await paidCardOrder({ price_cents: 1_000 });
  for (const seller of [paid, await createSeller()]) {
    const { buyer, order } = await paidCardOrder({ price_cents: 2_500 }, { seller });
    await reply(await buyer.request("POST", `/api/orders/${order.order_id}/collected`), 200);
  }
  await runCardJobs();
  const books = await read();
  expect(books).toMatchObject({
    owed_to_buyers: 10,
    owed_to_sellers: 25,
    ad_credit: 0,
    owed_by_sellers: 0,
    at_banks: 0,
  });
  expect(books.at_stripe).toBe((await providerBalance()) / 100);
  expect(books.yours).toBe(0);
  const [month] = books.months;
  expect(month).toMatchObject({ sales: 60, topups: 0, refunded: 0, chargebacks: 0, stripe_fees: 0 });
  expect(month).toMatchObject({ paid_to_sellers: 25, gst: 0 });

  const file = await staff.request("GET", `/api/admin/books/export.csv?month=${month?.month}`);
  expect(file.headers.get("Content-Type")).toContain("text/csv");
  const lines = (await file.text()).trimEnd().split("\r\n").slice(1);
  const sum = (account: string) =>
    lines
      .map((line) => line.split(","))
      .reduce((cents, row) => cents + (row[2] === account ? Number(row[3]) * 100 : 0), 0);
  expect(sum("stripe_clearing")).toBe(books.at_stripe * 100);
  expect(sum("order_held")).toBe(-1_000);
  expect((await staff.request("GET", "/api/admin/books/export.csv?month=2026-13")).status).toBe(422);
  expect((await staff.request("GET", "/api/admin/books/export.csv?month=2020-01")).status).toBe(404);
});

it("give a seller a month's statement, and a tax invoice for platform fees and ad credit (D75)", async () => {
  const admin = await createAccount({ role: "super_admin" });
  const save = async (over: object) => {
    const { current } = await reply<SiteSettingsReply>(await admin.request("GET", "/api/admin/site-settings"), 200);
    const { saved_at: _at, saved_by: _by, ...settings } = current;
    return admin.request("PUT", "/api/admin/site-settings", { ...settings, ...over });
  };
  const operator = { ...DEFAULT_SITE_SETTINGS.operator, legal_name: "Corner Pty Ltd", abn: "51 824 753 556" };
  expect((await save({ operator: { ...operator, abn: "51 824 753 557" } })).status).toBe(422);
  const numbers = { ...DEFAULT_SITE_SETTINGS.numbers, platform_fee_bp: 500, gst_bp: 1_000, credit_gst_bp: 1_000 };
  await reply(await save({ operator, numbers }), 200);
  const seller = await createSeller();
  await openPayoutAccount(seller.id);
  const sold = await paidCardOrder({ price_cents: 22_000 }, { seller });
  await reply(await sold.buyer.request("POST", `/api/orders/${sold.order.order_id}/collected`), 200);
  const { paymentIntentId } = await topupIntent(seller, 5_500);
  await provider().paymentIntents.confirm(paymentIntentId, { payment_method: "pm_card_visa" });
  await deliverIntentEvent(paymentIntentId);
  await runCardJobs();
  const read = async (who: TestAccount) => reply<StatementReply>(await who.request("GET", "/api/statement"), 200);
  const statement = await read(seller);
  expect(statement).toMatchObject({
    operator: { name: "Corner Pty Ltd", abn: "51 824 753 556" },
    sales: [{ amount: 209, order_id: sold.order.order_id }],
    fees: [{ amount: 11, gst: 1 }],
    credit: [{ amount: 55, gst: 5 }],
    payouts: [{ amount: 209 }],
  });
  expect(statement.months).toHaveLength(12);
  // The operator's books have the same GST, in the sums and line by line in the file.
  const { months } = await reply<BooksReply>(await admin.request("GET", "/api/admin/books"), 200);
  expect(months[0]).toMatchObject({ topups: 55, platform_fees: 11, gst: 6 });
  const file = await (await admin.request("GET", `/api/admin/books/export.csv?month=${months[0]?.month}`)).text();
  const taxes = file.split("\r\n").map((line) => line.split(",")[4]);
  expect(taxes.filter((gst) => gst !== "")).toEqual(["gst", "5", "1", undefined]);
  expect(await read(sold.buyer)).toMatchObject({ sales: [], fees: [], credit: [], payouts: [] });
  expect((await seller.request("GET", "/api/statement?month=2020-01")).status).toBe(404);
  // The policies are written from the same settings (D90, D92).
  const policy = async (page: string) =>
    JSON.stringify(await reply<PolicyPage>(await seller.request("GET", `/api/policies/${page}`), 200));
  expect(await policy("terms")).toMatch(/is run by Corner Pty Ltd, ABN 51 824 753 556.*our fee of 5%/s);
  expect(await policy("privacy")).toMatch(/Your browser's maker/);
  expect(await policy("privacy")).not.toMatch(/Twilio/);
  expect((await seller.request("GET", "/api/policies/toString")).status).toBe(404);
  const session = await reply<SessionReply>(await seller.request("GET", "/api/auth/session"), 200);
  expect(session).toMatchObject({
    operator: "Corner Pty Ltd, ABN 51 824 753 556",
    response_hours: 24,
    minimum_age: 18,
  });
  await reply(await save({ operator: DEFAULT_SITE_SETTINGS.operator, numbers: DEFAULT_SITE_SETTINGS.numbers }), 200);
  expect(await read(seller)).toMatchObject({ operator: { abn: null }, fees: [{ gst: 0 }] });
});

it("are compared with Stripe once a day, and list a payout by hand and a reversal in the dashboard (D75)", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const staff = await createAccount({ role: "admin" });
  const read = async () => reply<BooksReply>(await staff.request("GET", "/api/admin/books"), 200);
  const explain = (id: string) =>
    staff.request("POST", `/api/admin/books/differences/${id}`, { note: "We did this in the dashboard." });
  const seller = await createSeller();
  await openPayoutAccount(seller.id);
  const { buyer, order } = await paidCardOrder({ price_cents: 2_500 }, { seller });
  await reply(await buyer.request("POST", `/api/orders/${order.order_id}/collected`), 200);
  await runCardJobs();
  const runs = async (days: number) => {
    advance(days * DAY);
    const services = servicesWithSettled();
    await recordChargeFees(services);
    return reconcileBooks(services);
  };
  // The balance began with a float that the ledger does not know: the operator's.
  await runs(1);
  const first = await read();
  expect(first.differences).toMatchObject([{ kind: "topup", amount: 100_000 }]);
  await reply(await explain(first.differences[0]?.id ?? ""), 200);
  expect((await explain(first.differences[0]?.id ?? "")).status).toBe(409);
  expect(await runs(1)).toBe(0);
  expect(await read()).toMatchObject({ differences: [], agrees: true, compared_at: Date.now() });

  const [transfer] = (await provider().transfers.list({ transfer_group: order.order_id })).data;
  await provider().transfers.createReversal(transfer?.id ?? "", { amount: 700 });
  const paidOut = await emulator().payOutPlatform();
  expect(await runs(1)).toBe(2);
  const found = await read();
  expect(found.differences).toHaveLength(2);
  expect(found.differences).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: "transfer_refund", amount: 7 }),
      expect.objectContaining({ kind: "payout", amount: -paidOut / 100 }),
    ]),
  );
  // Every movement is known, so the balance itself agrees.
  expect(found).toMatchObject({ agrees: true });
  expect((await reply<OverviewReply>(await staff.request("GET", "/api/admin/overview"), 200)).queues.books).toBe(2);
  for (const { id } of found.differences) await reply(await explain(id), 200);
  expect(await runs(1)).toBe(0);
  const after = await read();
  expect(after.differences).toEqual([]);
  const balance = await provider().balance.retrieve();
  const held = [...balance.available, ...balance.pending].reduce((sum, one) => sum + one.amount, 0);
  expect(after.at_stripe * 100).toBe(held);

  // Money that no movement explains is found when the same difference is read three times.
  await runSql`INSERT INTO ledger (txn_id, account, amount_cents, ref, at)
    VALUES ('x', 'stripe_clearing', 5, 'x:1', 0), ('x', 'fees', -5, 'x:2', 0)`;
  expect(await runs(1)).toBe(0);
  expect(await runs(0)).toBe(0);
  expect(await runs(0)).toBe(1);
  const last = await read();
  expect(last).toMatchObject({ agrees: false, differences: [{ kind: "balance", amount: -0.05 }] });
  await reply(await explain(last.differences[0]?.id ?? ""), 200);
  expect(await runs(1)).toBe(0);
});
