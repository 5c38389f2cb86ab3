import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { OutboxEmail } from "#contract/notifications/email-outbox";
import type { Page } from "#contract/page";
import { EMAIL_TEXT_RETENTION_MS } from "#domain/account/retention";
import { DEFAULT_SITE_SETTINGS } from "#domain/site/site-settings";
import { mailTransport } from "../../worker/adapters/email.ts";
import { app } from "../../worker/app.ts";
import { accounts } from "../../worker/db/schema/account.ts";
import { deliverEmails } from "../../worker/features/notifications/delivery-queue.ts";
import { composeEmail, resetPasswordEmail } from "../../worker/features/notifications/email/emails.ts";
import { deliverDueEmails, removeOldEmailTexts } from "../../worker/features/notifications/email/jobs.ts";
import { queueEmail } from "../../worker/features/notifications/email/outbox.ts";
import { withSiteFoot } from "../../worker/features/notifications/email/site-foot.ts";
import type { EmailMessage, EmailTransport } from "../../worker/ports/email.ts";
import { createServices } from "../../worker/services.ts";
import { createAccount, deployedHeaders } from "../support/workerd/accounts.ts";
import { emailsTo } from "../support/workerd/email.ts";

let clock = Date.now();
const services = { ...createServices(env, () => undefined), now: () => clock };
const SECRET = "S".repeat(43);

let next = 0;
async function enqueue(options: { to?: string; dedupeKey?: string } = {}): Promise<string> {
  await createAccount();
  const to = options.to ?? `reader-${++next}@example.com`;
  const mail = resetPasswordEmail("Jo", `https://goodstreet.example/reset-password#token=${SECRET}`, 30);
  await queueEmail(services, { ...mail, to, dedupeKey: options.dedupeKey ?? `test:${to}` });
  return to;
}

function recording(outcome: () => "sent" | "kept" = () => "sent") {
  const sent: EmailMessage[] = [];
  const transport: EmailTransport = {
    deliver: async (message) => {
      const result = outcome();
      sent.push(message);
      return result;
    },
  };
  return { sent, transport };
}

describe("email outbox", () => {
  it("stores one email per dedupe key", async () => {
    const to = await enqueue({ dedupeKey: "one-event" });
    await enqueue({ to, dedupeKey: "one-event" });
    expect(await emailsTo(to)).toHaveLength(1);
  });

  it("stores an email only together with the change that causes it, in one batch", async () => {
    const person = await createAccount();
    const { db } = services;
    const cause = db.insert(accounts).values({
      id: person.id,
      email: "taken@example.com",
      created_at: 1,
    });
    const mail = queueEmail(services, {
      ...composeEmail({ subject: "x", paragraphs: [] }),
      to: "x@example.com",
      dedupeKey: "y",
    });
    await expect(db.batch([mail, cause])).rejects.toThrow();
    expect(await emailsTo("x@example.com")).toEqual([]);
  });

  it("keeps emails readable with the local transport", async () => {
    const to = await enqueue();
    await deliverEmails({ ...services, defer: () => undefined });
    const [mail] = await emailsTo(to);
    expect(mail).toMatchObject({ status: "kept" });
    expect(mail?.text).toContain(SECRET);
  });

  it("sends each email once in concurrent runs, and removes the tokens of sent emails", async () => {
    const to = [await enqueue(), await enqueue(), await enqueue()];
    const { sent, transport } = recording();
    await Promise.all([deliverDueEmails(services, transport), deliverDueEmails(services, transport)]);
    expect(sent.map((m) => m.to).sort()).toEqual([...to].sort());
    expect(sent[0]?.text).toContain(SECRET);
    const [mail] = await emailsTo(to[0] ?? "");
    expect(mail?.status).toBe("sent");
    expect(`${mail?.text}${mail?.html}`).not.toContain(SECRET);
    expect(mail?.text).toContain("#token=removed");
  });

  it("retries with growing delays and gives up after eight attempts with the last error", async () => {
    const to = await enqueue();
    const failing = recording(() => {
      throw new Error("550 mailbox on fire");
    });
    const row = () => env.DB.prepare("SELECT * FROM mail_outbox WHERE to_address = ?").bind(to).first();
    await deliverDueEmails(services, failing.transport);
    expect(await row()).toMatchObject({ status: "queued", attempts: 1, next_at: clock + 60_000 });
    expect(await deliverDueEmails(services, recording().transport)).toBe(0);
    for (let attempt = 2; attempt <= 8; attempt++) {
      clock += 24 * 60 * 60_000;
      await deliverDueEmails(services, failing.transport);
    }
    expect(await row()).toMatchObject({ status: "failed", attempts: 8, last_error: "Error: 550 mailbox on fire" });
    clock += 24 * 60 * 60_000;
    expect(await deliverDueEmails(services, recording().transport)).toBe(0);
  });

  it("sends an email again when its run crashed and the lease has expired", async () => {
    const to = await enqueue();
    const dying: EmailTransport = { deliver: () => new Promise(() => undefined) };
    void deliverDueEmails(services, dying);
    const claimed = () =>
      env.DB.prepare("SELECT attempts FROM mail_outbox WHERE to_address = ?").bind(to).first("attempts");
    await expect.poll(claimed).toBe(1);
    const { sent, transport } = recording();
    expect(await deliverDueEmails(services, transport)).toBe(0);
    clock += 2 * 60_000;
    expect(await deliverDueEmails(services, transport)).toBe(1);
    expect(sent[0]?.to).toBe(to);
  });

  it("loses recipient and text after 30 days, but not while it waits to be sent", async () => {
    const [waiting, sent] = [await enqueue(), await enqueue()];
    await env.DB.prepare("UPDATE mail_outbox SET status = 'sent' WHERE to_address = ?").bind(sent).run();
    const texts = async () => [(await emailsTo(waiting)).length, (await emailsTo(sent)).length];
    clock += EMAIL_TEXT_RETENTION_MS;
    await removeOldEmailTexts(services);
    expect(await texts()).toEqual([1, 1]);
    clock += 1;
    await removeOldEmailTexts(services);
    expect(await texts()).toEqual([1, 0]);
  });

  it("uses the send_email binding when it is configured", async () => {
    const messages: unknown[] = [];
    const binding = {
      send: async (message: unknown) => {
        messages.push(message);
        return { messageId: "1" };
      },
    };
    const transport = mailTransport({ ...env, MAIL_TRANSPORT: "cloudflare", MAIL_FROM: "a@b.example", EMAIL: binding });
    const message = { to: "c@d.example", subject: "s", text: "t", html: "h" };
    expect(await transport.deliver({ ...message, unsubscribe_url: null })).toBe("sent");
    expect(messages).toEqual([{ from: "a@b.example", ...message }]);
  });

  it("sets the List-Unsubscribe headers for one-click unsubscription", async () => {
    const messages: unknown[] = [];
    const send = async (message: unknown) => {
      messages.push(message);
      return { messageId: "1" };
    };
    const transport = mailTransport({ ...env, MAIL_TRANSPORT: "cloudflare", EMAIL: { send } });
    const url = "https://goodstreet.example/api/notifications/unsubscribe?token=t";
    await transport.deliver({ to: "c@d.example", subject: "s", text: "t", html: "h", unsubscribe_url: url });
    expect(messages).toMatchObject([
      { headers: { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } },
    ]);
  });
});

describe("email templates", () => {
  it("escape every value in HTML and keep the subject on one line (A82)", () => {
    const mail = composeEmail({
      subject: "Sold:\r\nBcc: all@example.com",
      name: "<script>alert(1)</script>",
      paragraphs: [`"quoted" & 'single' <b>bold</b>`],
      action: { label: "<i>Go</i>", url: 'https://x.example/?a="><script>' },
    });
    expect(mail.subject).toBe("Sold: Bcc: all@example.com");
    expect(mail.html).not.toMatch(/<script|<b>|<i>|"><s/);
    expect(mail.html).toContain("&quot;quoted&quot; &amp; &#39;single&#39; &lt;b&gt;bold&lt;/b&gt;");
    expect(mail.text).toContain(`"quoted" & 'single' <b>bold</b>`);
  });
});

it("an email ends with who runs the site, and names the site as staff call it (D92)", () => {
  const mail = composeEmail({ subject: "Goodstreet", paragraphs: ["Your Goodstreet account."] });
  const operator = { ...DEFAULT_SITE_SETTINGS.operator, legal_name: "Corner Pty Ltd", abn: "51824753556" };
  const settings = { ...DEFAULT_SITE_SETTINGS, site_name: "Nach<bar", operator };
  const { subject, text, html } = withSiteFoot(mail, settings, "help@corner.example");
  expect([subject, text + html].join()).not.toContain("Goodstreet");
  expect(text).toMatch(/Nach<bar\nCorner Pty Ltd, ABN 51 824 753 556\nhelp@corner\.example$/);
  expect(html).toContain("Nach&lt;bar<br>Corner Pty Ltd, ABN 51 824 753 556<br>help@corner.example</p></body></html>");
  expect(withSiteFoot(mail, DEFAULT_SITE_SETTINGS, "help@corner.example")).toEqual(mail);
});

describe("GET /api/admin/mail", () => {
  it("pages through all emails, newest first, without repeats", async () => {
    const admin = await createAccount({ role: "admin" });
    for (let i = 0; i < 60; i++) {
      await queueEmail(services, {
        ...composeEmail({ subject: `mail ${i}`, paragraphs: ["x"] }),
        to: "pages@example.com",
        dedupeKey: `page:${i}`,
      });
    }
    const seen: OutboxEmail[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? "" : `?cursor=${cursor}`;
      const reply = await admin.request("GET", `/api/admin/mail${query}`);
      expect(reply.status).toBe(200);
      const page = (await reply.json()) as Page<OutboxEmail>;
      seen.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor !== null);
    const total = await env.DB.prepare("SELECT count(*) AS n FROM mail_outbox").first("n");
    expect(new Set(seen.map((m) => m.id)).size).toBe(total);
    expect(seen.map((m) => m.created_at)).toEqual(seen.map((m) => m.created_at).sort((a, b) => b - a));
  });

  it("hides the tokens of links from staff in production", async () => {
    const to = await enqueue();
    const admin = await createAccount({ role: "super_admin" });
    const read = async (APP_ENV: "local" | "production") => {
      const headers = APP_ENV === "local" ? admin.headers : deployedHeaders(admin);
      let cursor: string | null = "";
      while (cursor !== null) {
        const url = `http://localhost/api/admin/mail${cursor && `?cursor=${cursor}`}`;
        const context = createExecutionContext();
        const reply = await app.fetch(new Request(url, { headers }), { ...env, APP_ENV }, context);
        await waitOnExecutionContext(context);
        const page = (await reply.json()) as Page<OutboxEmail>;
        const mail = page.items.find((m) => m.to === to);
        if (mail) return `${mail.text}${mail.html}`;
        cursor = page.next_cursor;
      }
      throw new Error(`No mail to ${to} is listed.`);
    };
    expect(await read("local")).toContain(SECRET);
    expect(await read("production")).not.toContain(SECRET);
    expect(await read("production")).toContain("#token=removed");
  });

  it("refuses an invalid cursor", async () => {
    const admin = await createAccount({ role: "super_admin" });
    for (const cursor of ["x", "AAAA", "%00"]) {
      expect((await admin.request("GET", `/api/admin/mail?cursor=${cursor}`)).status).toBe(400);
    }
  });
});
