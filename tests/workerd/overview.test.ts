import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { OverviewReply } from "#contract/admin/overview";
import type { IntegrationCheck, IntegrationsReply } from "#contract/site/integrations";
import { countDays, countDaysHourly, STATISTICS_DAYS } from "../../worker/features/admin/overview/jobs.ts";
import { readOverview } from "../../worker/features/admin/overview/queries.ts";
import { checkIntegration } from "../../worker/features/site/integrations/integrations.ts";
import { describeIntegration } from "../../worker/features/site/integrations/present.ts";
import { auditInTurn, runAudits } from "../../worker/jobs/run-audits.ts";
import { createServices } from "../../worker/services.ts";
import { createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { createBuyer, createSeller, hold, insertItem, placeOrder } from "../support/workerd/deals.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const services = createServices(env, () => undefined);
let staff: TestAccount;
let person: TestAccount;

beforeAll(async () => {
  staff = await createAccount({ role: "admin" });
  person = await createAccount();
});

const overview = async (query = "") => {
  const reply = await staff.request("GET", `/api/admin/overview${query}`);
  expect(reply.status, await reply.clone().text()).toBe(200);
  return (await reply.json()) as OverviewReply;
};
/** Marks the stored figures as old, so that the next request counts again. */
const forget = () => runSql`UPDATE service_state SET at = 0 WHERE name = 'figures'`;

describe("GET /api/admin/overview", () => {
  it("counts today's listings, holds and sign-ups", async () => {
    const before = (await overview()).totals;
    const signed_up = Date.now();
    const [seller, buyer] = [await createSeller({ signed_up }), await createBuyer({ signed_up })];
    const itemId = await insertItem(seller, { price_cents: 0 });
    await hold(buyer, itemId);
    await forget();
    const { totals, days, queues, stuck } = await overview();
    expect(totals.listings).toBe(before.listings + 1);
    expect(totals.holds).toBe(before.holds + 1);
    expect(totals.sign_ups).toBe(before.sign_ups + 2);
    expect(days).toHaveLength(30);
    expect(days.at(-1)?.holds).toBe(totals.holds);
    expect(Object.keys(queues)).toEqual(expect.arrayContaining(["mail", "reports", "support"]));
    expect(Object.values(stuck).every((count) => count === 0)).toBe(true);
    await buyer.request("DELETE", `/api/items/${itemId}/reservation`);
  });

  it("sums the requested period and the period of the same length before it", async () => {
    const put = (ago: number, value: number) =>
      env.DB.prepare(
        "INSERT INTO daily_figures (day, figure, value) SELECT day, 'sales_cents', ?2 FROM (SELECT DISTINCT day FROM daily_figures ORDER BY day DESC LIMIT 1 OFFSET ?1) WHERE true ON CONFLICT DO UPDATE SET value = excluded.value",
      ).bind(ago, value);
    await countDays(services);
    await env.DB.batch([put(3, 1_000), put(6, 200), put(7, 30), put(13, 4), put(14, 500_000)]);
    const week = await overview("?days=7");
    expect([week.totals.sales_cents, week.before.sales_cents]).toEqual([1_200, 34]);
    expect((await overview("?days=90")).days).toHaveLength(90);
    expect((await staff.request("GET", "/api/admin/overview?days=8")).status).toBe(422);
  });

  it("has the cron job fill in missing days, thirty per run, and then count once an hour", async () => {
    await runSql`DELETE FROM daily_figures`;
    const at = Math.floor(Date.now() / HOUR) * HOUR + 20 * 60_000;
    const ticking = { db: services.db, now: () => at };
    const known = async () => (await firstRow<{ n: number }>`SELECT count(DISTINCT day) AS n FROM daily_figures`)?.n;
    for (let tick = 0; tick <= 6; tick++) {
      await countDaysHourly(ticking);
      // Each run also counts today and yesterday again.
      expect(await known()).toBe(Math.min(STATISTICS_DAYS, 30 + tick * 28));
    }
    await runSql`UPDATE daily_figures SET value = 77 WHERE figure = 'views'`;
    await countDaysHourly(ticking);
    const seen = async () =>
      (await firstRow<{ n: number }>`SELECT count(*) AS n FROM daily_figures WHERE figure = 'views' AND value = 77`)?.n;
    expect(await seen()).toBe(STATISTICS_DAYS);
    await countDaysHourly({ db: services.db, now: () => at + 41 * 60_000 });
    expect(await seen()).toBe(STATISTICS_DAYS - 2);
    await countDaysHourly({ db: services.db, now: () => at + 10 * DAY });
    expect(await env.DB.prepare("SELECT min(day) AS d FROM daily_figures").first("d")).toBe(
      new Date(at + 10 * DAY - (STATISTICS_DAYS - 1) * DAY + 11 * HOUR).toISOString().slice(0, 10),
    );
  });

  it("shows the findings of the last audits, each of which runs once an hour", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await placeOrder();
    const hourFrom = async (start: number) => {
      for (let tick = 0; tick < 12; tick++)
        await auditInTurn({ db: services.db, now: () => start + tick * 5 * 60_000 });
      return (await overview()).audits?.findings.map(({ audit }) => audit).sort();
    };
    // Nothing has settled the order that far in the future.
    const late = Date.now() + 30 * DAY;
    const found = (await runAudits(services.db, late)).map(({ audit }) => audit);
    expect(found.length).toBeGreaterThan(0);
    expect(await hourFrom(late)).toEqual(found.sort());
    expect(said).toHaveBeenCalled();
    expect(await hourFrom(Date.now())).toEqual([]);
    said.mockRestore();
  });

  it("reports a cron job that never ran, except in the first half hour of the database", async () => {
    const problem = async (at: number) => (await readOverview({ ...services, now: () => at }, 7)).cron.problem;
    expect(await problem(Date.now())).toBeNull();
    expect(await problem(Date.now() + HOUR)).toBe("It has never run. It should run every 5 minutes.");
  });

  it("refuses users who are not staff", async () => {
    for (const path of ["/api/admin/overview", "/api/admin/integrations"]) {
      expect((await person.request("GET", path)).status).toBe(403);
    }
    expect((await person.request("POST", "/api/admin/integrations/push/check", {})).status).toBe(403);
  });

  it("counts a dispute for staff from its first hour on, separately from overdue confirmations", async () => {
    const before = (await overview()).queues;
    const { buyer, order, seller } = await placeOrder();
    const confirmation = await firstRow<{ id: string }>`SELECT id
      FROM payment_confirmations WHERE order_id = ${order.order_id}`;
    await seller.request("POST", "/api/rpc/confirm_payment_received", { confirmation_id: confirmation?.id });
    const disputed = await buyer.request("POST", `/api/orders/${order.order_id}/dispute`, {
      reason: "The lid is cracked.",
    });
    expect(disputed.status).toBe(200);
    const { queues } = await overview();
    expect(queues).toMatchObject({ disputes: before.disputes + 1, overdue: before.overdue });
  });
});

describe("integrations", () => {
  const SECRETS = {
    STRIPE_SECRET_KEY: "sk_live_canaryofstripe0001",
    STRIPE_WEBHOOK_SECRET: "whsec_canaryofstripe0002",
    STRIPE_PUBLISHABLE_KEY: "pk_live_canaryofstripe0003",
    GOOGLE_CLIENT_SECRET: "canary-of-google",
    COINGECKO_API_KEY: "canary-of-the-prices",
    SMS_AUTH_TOKEN: "canary-of-the-texts",
  };

  it("show how each service is set up, and never show a secret", async () => {
    const reply = (await (await staff.request("GET", "/api/admin/integrations")).json()) as IntegrationsReply;
    expect(reply.integrations.map(({ name, state }) => [name, state])).toEqual([
      ["stripe", "local"],
      ["google", "off"],
      ["mail", "local"],
      ["sms", "local"],
      ["prices", "local"],
      ["push", "on"],
    ]);
    const deployed = {
      ...env,
      ...SECRETS,
      APP_ENV: "production" as const,
      PAYMENTS: "stripe" as const,
      GOOGLE_CLIENT_ID: "an-id",
    };
    const views = reply.integrations.map(({ name }) => describeIntegration(deployed, name));
    expect(views.filter(({ name }) => name === "stripe" || name === "google").map(({ state }) => state)).toEqual([
      "on",
      "on",
    ]);
    for (const secret of Object.values(SECRETS)) expect(JSON.stringify(views)).not.toContain(secret);
    expect(describeIntegration({ ...deployed, STRIPE_WEBHOOK_SECRET: "" }, "stripe").state).toBe("incomplete");
    // Texts that nobody would receive.
    expect(describeIntegration(deployed, "sms").state).toBe("incomplete");
    expect(describeIntegration({ ...deployed, SMS_TRANSPORT: "off" }, "sms").state).toBe("off");
    const twilio = { ...deployed, SMS_TRANSPORT: "twilio" as const, SMS_ACCOUNT: "AC1", SMS_FROM: "Goodstreet" };
    expect(describeIntegration(twilio, "sms").state).toBe("on");
  });

  it("are checked on request, with an entry in the audit log", async () => {
    for (const name of ["stripe", "mail", "sms", "prices", "push"]) {
      const reply = await staff.request("POST", `/api/admin/integrations/${name}/check`, {});
      expect(reply.status).toBe(200);
      expect((await reply.json()) as IntegrationCheck).toMatchObject({ name, ok: true });
    }
    expect((await staff.request("POST", "/api/admin/integrations/nothing/check", {})).status).toBe(404);
    const { results } = await allRows<{ subject: string }>`SELECT subject
      FROM audit_log WHERE action = 'integration_checked' AND actor_id = ${staff.id}`;
    expect(results.map(({ subject }) => subject)).toEqual(["stripe", "mail", "sms", "prices", "push"]);
  });

  it("that fail show a message of this site, without the text of the service", async () => {
    const broken = {
      ...services,
      env: {
        ...env,
        MAIL_TRANSPORT: "cloudflare" as const,
        EMAIL: {
          send: () => Promise.reject(new Error("rejected for sk_live_canaryofstripe0001")),
        } as unknown as SendEmail,
      },
    };
    const said = await checkIntegration(broken, "mail", { email: "staff@example.com" });
    expect(said).toMatchObject({ ok: false, message: "We couldn't reach it. See the log for details." });
  });
});
