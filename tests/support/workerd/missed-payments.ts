/** Missed payments. Requires a fake clock. */
import { env } from "cloudflare:workers";
import type { OwnProfile } from "#contract/account/profiles";
import { runPaymentJobs, runScheduledJobs } from "../../../worker/jobs/schedule.ts";
import { createServices } from "../../../worker/services.ts";
import type { TestAccount } from "./accounts.ts";
import { advance } from "./clock.ts";
import { acknowledge, createSeller, DAY, hold, insertItem, reply, transact } from "./deals.ts";
import { firstRow } from "./sql.ts";

/** Returns services and `finish`, which waits for their deferred work. */
export function testServices() {
  const pending: Promise<unknown>[] = [];
  const services = createServices(env, (work) => pending.push(work));
  return { services, finish: () => Promise.allSettled(pending) };
}

/** Runs all scheduled jobs once and waits for their deferred work. */
export async function runCron(): Promise<void> {
  const { services, finish } = testServices();
  await runScheduledJobs(services);
  await runPaymentJobs(services);
  await finish();
}

/** Creates an unpaid order by bank transfer. */
export async function unpaidOrder(
  buyer: TestAccount,
  title = "Blue kayak",
): Promise<{ orderId: string; itemId: string; seller: TestAccount }> {
  const seller = await createSeller();
  const itemId = await insertItem(seller, { title, collection_date: Date.now() + 20 * DAY });
  await hold(buyer, itemId);
  await acknowledge(buyer, itemId);
  const sent = await transact(buyer, { itemId, paymentMethod: "bank_transfer" });
  const { order_id } = await reply<{ order_id: string }>(sent, 201);
  return { orderId: order_id, itemId, seller };
}

/** Places an order, advances the clock past its deadline and runs the cron jobs. */
export async function missPayment(buyer: TestAccount, title?: string): Promise<string> {
  const { orderId } = await unpaidOrder(buyer, title);
  advance(3 * DAY + 1);
  await runCron();
  return orderId;
}

export async function profileOf(person: TestAccount) {
  const row = await firstRow<
    Record<"is_suspended" | "is_banned" | "count" | "account_restricted", number> & {
      suspension_end_date: number | null;
      ban_reason: string | null;
    }
  >`SELECT
    is_suspended, suspension_end_date, is_banned, ban_reason, incomplete_transaction_count AS count,
    account_restricted FROM profiles WHERE id = ${person.id}`;
  if (!row) throw new Error("no profile");
  return row;
}

export async function sessionProfile(person: TestAccount): Promise<OwnProfile> {
  const session = await reply<{ profile: OwnProfile }>(await person.request("GET", "/api/auth/session"), 200);
  return session.profile;
}
