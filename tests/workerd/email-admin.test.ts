/** Email administration: templates, test emails, failed emails and answers to support requests (decision 0032). */
import { beforeAll, describe, expect, it } from "vitest";
import type { AdminSupportRequest } from "#contract/community/support-queue";
import type { EmailTemplate, OutboxEmail } from "#contract/notifications/email-outbox";
import type { Page } from "#contract/page";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { placeOrder, reply } from "../support/workerd/deals.ts";
import { emailsTo } from "../support/workerd/email.ts";
import { allRows, runSql } from "../support/workerd/sql.ts";

let staff: TestAccount;
beforeAll(async () => {
  staff = await createAccount({ role: "admin", full_name: "Ada Min" });
});
const ask = async <T>(path: string) => reply<T>(await staff.request("GET", `/api/admin${path}`), 200);
const actions = async (subject: string) =>
  (await allRows<{ action: string }>`SELECT action FROM audit_log WHERE subject = ${subject} ORDER BY id`).results.map(
    ({ action }) => action,
  );

describe("email templates", () => {
  it("are all listed once, without unfilled values", async () => {
    const { items } = await ask<{ items: EmailTemplate[] }>("/mail/templates");
    expect(items.length).toBeGreaterThan(50);
    expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
    for (const { key, subject, text, html } of items) {
      expect(subject, key).not.toBe("");
      expect(`${subject}${text}${html}`, key).not.toMatch(/undefined|null|NaN|\[object/);
      expect(html, key).toContain("<p");
    }
  });

  it("can be sent as a test only to the staff member's own address", async () => {
    const sent = await staff.request("POST", "/api/admin/mail/test", { template: "reset-password" });
    expect(await reply(sent, 200)).toEqual({ to: staff.email });
    expect((await emailsTo(staff.email)).map(({ subject }) => subject)).toEqual(["[Test] Set a new password"]);
    expect(await actions(staff.id)).toEqual(["mail_tested"]);
    expect((await staff.request("POST", "/api/admin/mail/test", { template: "no-such" })).status).toBe(404);
    const person = await createAccount();
    expect((await person.request("POST", "/api/admin/mail/test", { template: "contact" })).status).toBe(403);
  });
});

describe("email outbox", () => {
  it("lists failed emails and retries one", async () => {
    const id = "mail_0000000000000000000a";
    await runSql`INSERT INTO mail_outbox (id, dedupe_key, to_address, subject, text, html, status, attempts, next_at,
      created_at) VALUES (${id}, ${id}, 'gone@example.com', 'Lost', 't', 'h', 'failed', 8, 0, 1)`;
    const failed = await ask<Page<OutboxEmail>>("/mail?status=failed");
    expect(failed.items.map((mail) => mail.id)).toEqual([id]);
    await reply(await staff.request("POST", `/api/admin/mail/${id}/retry`), 200);
    expect((await ask<Page<OutboxEmail>>("/mail?status=failed")).items).toEqual([]);
    expect((await staff.request("POST", `/api/admin/mail/${id}/retry`)).status).toBe(409);
    expect(await actions(id)).toEqual(["mail_retried"]);
  });
});

describe("support queue", () => {
  const queue = async (status: string) => (await ask<Page<AdminSupportRequest>>(`/support?status=${status}`)).items;
  const answer = (id: string, message: string, key: string) =>
    staff.request("POST", `/api/admin/support/${id}/answer`, { message }, { "Idempotency-Key": key });

  it("emails the answer once with the request quoted, and moves the request on", async () => {
    const { buyer, order } = await placeOrder();
    const asked = await reply<{ id: string }>(
      await buyer.request("POST", "/api/support-requests", {
        order_id: order.order_id,
        issue_description: "The seller does not answer.",
        user_email: "elsewhere@example.com",
      }),
      201,
    );
    const [waiting] = (await queue("open")).filter(({ id }) => id === asked.id);
    expect(waiting).toMatchObject({
      order_id: order.order_id,
      item_name: "Brass reading lamp",
      email: "elsewhere@example.com",
      account: { id: buyer.id, email: buyer.email },
      answers: [],
    });
    for (let time = 0; time < 2; time++) {
      const done = await reply<AdminSupportRequest>(await answer(asked.id, "We've asked them.", "a-key-1"), 200);
      expect(done).toMatchObject({ status: "answered", answers: [{ by: "Ada Min", message: "We've asked them." }] });
    }
    const mails = await emailsTo("elsewhere@example.com");
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("We've asked them.");
    expect(mails[0]?.text).toContain("You wrote: The seller does not answer.");
    expect((await queue("open")).map(({ id }) => id)).not.toContain(asked.id);
    await reply(await staff.request("POST", `/api/admin/support/${asked.id}/close`), 200);
    await reply(await staff.request("POST", `/api/admin/support/${asked.id}/close`), 200);
    expect((await queue("closed")).map(({ id }) => id)).toContain(asked.id);
    expect(await actions(asked.id)).toEqual(["support_answered", "support_closed"]);
  });

  it("refuses staff an answer to their own request", async () => {
    const question = { issue_description: "Where is my payout?", user_email: staff.email };
    const own = await reply<{ id: string }>(await staff.request("POST", "/api/support-requests", question), 201);
    expect((await answer(own.id, "Here it is.", "a-key-3")).status).toBe(403);
    expect((await staff.request("POST", `/api/admin/support/${own.id}/close`)).status).toBe(403);
    expect(await actions(own.id)).toEqual([]);
  });

  it("accepts requests of visitors, and is closed to users", async () => {
    const body = { topic: "idea", message: "More ducks.", email: "duck@example.com" };
    const asked = await reply<{ id: string }>(await call("POST", "/api/contact", body), 201);
    const [waiting] = (await queue("open")).filter(({ id }) => id === asked.id);
    expect(waiting).toMatchObject({ topic: "idea", account: null, message: "More ducks." });
    const person = await createAccount();
    expect((await person.request("GET", "/api/admin/support")).status).toBe(403);
    expect((await staff.request("POST", `/api/admin/support/${asked.id}/answer`, { message: "" })).status).toBe(422);
    expect((await answer("sup_00000000000000000000", "Hello there", "a-key-2")).status).toBe(404);
  });
});
