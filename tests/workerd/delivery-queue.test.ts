/** A backlog of deliveries shared out through the queue: nothing is lost, and nothing is sent twice. */
import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Delivery } from "#domain/notifications/deliveries";
import { deliverEmails } from "../../worker/features/notifications/delivery-queue.ts";
import worker from "../../worker/index.ts";
import { createServices } from "../../worker/services.ts";
import { createAccount } from "../support/workerd/accounts.ts";
import { eventually } from "../support/workerd/clock.ts";

const BACKLOG = 230;
const services = createServices(env, () => undefined);

beforeEach(async () => {
  await createAccount();
  await env.DB.prepare("DELETE FROM mail_outbox").run();
  await env.DB.prepare(
    `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${BACKLOG})
     INSERT INTO mail_outbox (id, dedupe_key, to_address, subject, text, html, next_at, created_at)
     SELECT 'mail_' || n, 'backlog:' || n, n || '@example.com', 'News', 'News', 'News', 1, 1 FROM number`,
  ).run();
});
afterEach(() => vi.restoreAllMocks());

const counts = async () =>
  (
    await env.DB.prepare("SELECT status, attempts, count(*) AS n FROM mail_outbox GROUP BY 1, 2 ORDER BY 1, 2").all()
  ).results.map(({ status, attempts, n }) => `${n} ${status}, tried ${attempts}`);

/** Services whose queue is this function. */
const withQueue = (sendBatch: (messages: { body: Delivery }[]) => Promise<void>) => ({
  ...services,
  env: { ...env, DELIVERIES: { sendBatch } as unknown as Queue<Delivery> },
});

/** What the platform does with messages, which it may deliver more than once. */
async function receive(bodies: readonly Delivery[], attempts = 1): Promise<void> {
  for (const [index, body] of bodies.entries()) {
    const messages = [{ id: `message-${index}`, timestamp: new Date(), attempts, body }];
    const batch = createMessageBatch<Delivery>("goodstreet-deliveries", messages);
    const ctx = createExecutionContext();
    await worker.queue(batch, env, ctx);
    expect(await getQueueResult(batch, ctx)).toMatchObject({ outcome: "ok" });
  }
}

it("cron sends its part and asks for help with the rest, and a message delivered twice sends nothing twice", async () => {
  const asked: Delivery[] = [];
  await deliverEmails(withQueue(async (messages) => void asked.push(...messages.map(({ body }) => body))));
  expect(asked).toEqual(["emails", "emails"]);
  expect(await counts()).toEqual(["200 kept, tried 1", "30 queued, tried 0"]);
  await Promise.all([receive(asked), receive(asked, 2)]);
  expect(await counts()).toEqual([`${BACKLOG} kept, tried 1`]);
  await receive(asked, 3);
  expect(await counts()).toEqual([`${BACKLOG} kept, tried 1`]);
});

it("a lost message and a queue that is down delay emails to the next run of cron", async () => {
  const warnings = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const down = withQueue(() => Promise.reject(new Error("Queue is down.")));
  await deliverEmails(down);
  expect(await counts()).toEqual(["200 kept, tried 1", "30 queued, tried 0"]);
  expect(warnings).toHaveBeenCalledTimes(1);
  await deliverEmails(down);
  expect(await counts()).toEqual([`${BACKLOG} kept, tried 1`]);
});

it("the local queue brings the messages to the Worker", async () => {
  await deliverEmails(services);
  await eventually(async () => expect(await counts()).toEqual([`${BACKLOG} kept, tried 1`]));
});
