/** Links in emails that act without a session: who can see them, what a GET does, and the audit log (D34). */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { STALE_MS } from "#domain/selling/still-available";
import { LINK_KINDS, type LinkKind } from "../../worker/db/link-uses.ts";
import { mailedLink, stillAvailablePage } from "../../worker/features/notifications/answer-links.ts";
import { unsubscribeToken } from "../../worker/features/notifications/emails.ts";
import { askAboutStaleListings } from "../../worker/features/selling/still-available/jobs.ts";
import { createServices } from "../../worker/services.ts";
import { call, createAccount } from "../support/workerd/accounts.ts";
import { advance } from "../support/workerd/clock.ts";
import { createSeller, insertItem, reply } from "../support/workerd/deals.ts";
import { emailTo } from "../support/workerd/email.ts";
import { databaseSnapshot, differences } from "../support/workerd/snapshot.ts";

const services = createServices(env, () => undefined);
let counter = 0;

interface Link {
  token: string;
  /** Where the token is used, by POST. */
  path: string;
  body?: object;
  /** Whose link it is, and what it changes. */
  owner: string;
  subject: string;
}

async function mailed(address: string, subject: string, name: string): Promise<string> {
  const { text } = await emailTo(address, subject);
  return new RegExp(`#${name}=([A-Za-z0-9_-]{43})`).exec(text)?.[1] ?? "";
}

async function emailChange(kind: "confirm" | "stop"): Promise<Link> {
  const person = await createAccount();
  const address = `link-${++counter}-${person.id.slice(-6)}@example.com`;
  await reply(await person.request("POST", "/api/auth/change-email", { email: address }), 202);
  const token =
    kind === "confirm"
      ? await mailed(address, "Confirm your new email address", "new-email")
      : await mailed(person.email, "Someone asked to change your email address", "stop-email-change");
  return { token, path: `/api/auth/change-email/${kind}`, body: { token }, owner: person.id, subject: person.id };
}

const LINKS: Record<LinkKind, () => Promise<Link>> = {
  verify_email: async () => {
    const person = await createAccount({ email_verified: false });
    await reply(await person.request("POST", "/api/auth/verify-email/resend"), 202);
    const token = await mailed(person.email, "Confirm your email address", "verify");
    return { token, path: "/api/auth/verify-email", body: { token }, owner: person.id, subject: person.id };
  },
  reset_password: async () => {
    const person = await createAccount();
    await reply(await call("POST", "/api/auth/forgot-password", { email: person.email }), 202);
    const token = await mailed(person.email, "Set a new password", "token");
    const body = { token, password: "nine green windows" };
    return { token, path: "/api/auth/reset-password", body, owner: person.id, subject: person.id };
  },
  new_email: () => emailChange("confirm"),
  stop_email_change: () => emailChange("stop"),
  still_available: async () => {
    const seller = await createSeller();
    const item = await insertItem(seller);
    advance(STALE_MS);
    await askAboutStaleListings(services);
    const link = await mailedLink(services, stillAvailablePage(item));
    const token = new URL(link, "http://localhost").searchParams.get("token") ?? "";
    const path = `/api/still-available?token=${token}`;
    return { token, path, body: { answer: "remove" }, owner: seller.id, subject: item };
  },
  unsubscribe: async () => {
    const person = await createAccount();
    const token = await unsubscribeToken(services, { user_id: person.id, kind: "listing" });
    const path = `/api/notifications/unsubscribe?token=${token}`;
    return { token, path, owner: person.id, subject: person.id };
  },
};

const uses = async (subject: string) => {
  const log = env.DB.prepare("SELECT actor_id, details FROM audit_log WHERE action = 'link_used' AND subject = ?");
  return (await log.bind(subject).all()).results;
};

/** Returns what the database holds besides emails on their way, seals of an earlier log, and keys made when needed. */
async function snapshot(): Promise<Record<string, string[]>> {
  const { mail_outbox: _, audit_seals: __, app_keys: ___, ...rest } = await databaseSnapshot();
  return rest;
}

it.each(LINK_KINDS)(
  "a link of the kind %s is in its email alone, a GET leaves it as it is, and its use is audited",
  async (kind) => {
    const { token, path, body, owner, subject } = await LINKS[kind]();
    expect(token.length).toBeGreaterThan(40);
    const before = await snapshot();
    expect(JSON.stringify(before)).not.toContain(token);
    await call("GET", path.includes("token=") ? path : `${path}?token=${token}`);
    expect(differences(before, await snapshot())).toEqual([]);

    expect((await call("POST", path, body)).status).toBe(200);
    expect(await uses(subject)).toEqual([{ actor_id: owner, details: JSON.stringify({ kind }) }]);
  },
);
