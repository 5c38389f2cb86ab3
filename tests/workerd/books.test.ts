/** The operator's books (D75): whose the card money is, and what moved in a month. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { BooksReply } from "#contract/admin/books";
import { createAccount } from "../support/workerd/accounts.ts";
import { createSeller, reply } from "../support/workerd/deals.ts";
import {
  emulator,
  openPayoutAccount,
  paidCardOrder,
  providerBalance,
  runCardJobs,
} from "../support/workerd/payments.ts";
import "../support/workerd/audits.ts";

beforeAll(() => emulator().planFaults({ hold: true }));
afterAll(() => vi.restoreAllMocks());

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
  expect(month).toMatchObject({ received: 60, refunded: 0, chargebacks: 0, stripe_fees: 0, paid_to_sellers: 25 });

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
