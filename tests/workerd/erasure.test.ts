/** Whose data an export and an erasure touch, and what they do when a step fails or a backup is restored (D61). */
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { OwnDataReply } from "#contract/account/own-data";
import { DELETION_GRACE_MS } from "#domain/account/deletion";
import { exportQueries } from "#domain/account/personal-data/declaration";
import { eraseDueAccounts } from "../../worker/features/account/own-data/jobs.ts";
import { createServices, type Services } from "../../worker/services.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { reply } from "../support/workerd/deals.ts";
import { row } from "../support/workerd/rooms.ts";

const services: Services = createServices(env, () => undefined);

afterEach(() => vi.restoreAllMocks());

/** Runs the work with the clock of Worker and Durable Object moved ahead. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const now = Date.now();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now + ms);
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}

const requestDeletion = async (who: TestAccount) =>
  reply<OwnDataReply>(await who.request("POST", "/api/account/deletion"), 200);

/** Requests the deletion and lets its time come. */
async function erase(who: TestAccount): Promise<void> {
  await requestDeletion(who);
  await later(DELETION_GRACE_MS + 1, () => eraseDueAccounts(services));
}

/** Returns the rows of one file of the person's copy. */
async function copyOf({ id }: TestAccount, name: string): Promise<Record<string, unknown>[]> {
  const query = exportQueries().find((file) => file.name === name);
  const { results } = await env.DB.prepare(query?.sql ?? "")
    .bind(id, 0, 1_000)
    .all<Record<string, unknown>>();
  return results;
}

describe("what was written from an address without an account", () => {
  /** Writes to support without an account, and returns the request's id. */
  async function write(email: string): Promise<string> {
    const message = { name: "Ann", email, topic: "account", message: "My order never came, please help." };
    const { id } = await reply<{ id: string }>(await call("POST", "/api/contact", message), 201);
    await env.DB.prepare(
      `INSERT INTO mail_outbox (id, dedupe_key, to_address, subject, text, html, status, next_at, created_at)
       VALUES (?1, ?1, ?2, 'About your message', 'Dear Ann', '', 'sent', 1, ?3)`,
    )
      .bind(`mail_${id}`, email, Date.now())
      .run();
    return id;
  }
  const stored = (id: string) => row("SELECT issue_description FROM support_requests WHERE id = ?", id);
  const mailed = (id: string) => row("SELECT text FROM mail_outbox WHERE id = ?", `mail_${id}`);

  it("stays with its author when somebody else signs up with the address", async () => {
    const email = "ann-without-account@example.com";
    const request = await write(email);
    const impostor = await createAccount({ email, email_verified: false });
    expect(await copyOf(impostor, "support_requests")).toEqual([]);
    expect(await copyOf(impostor, "emails")).toEqual([]);
    await erase(impostor);
    expect(await row("SELECT erased_at IS NOT NULL AS gone FROM profiles WHERE id = ?", impostor.id)).toEqual({
      gone: 1,
    });
    expect(await stored(request)).toEqual({ issue_description: "My order never came, please help." });
    expect(await mailed(request)).toEqual({ text: "Dear Ann" });
  });

  it("belongs to the person who has confirmed the address", async () => {
    const email = "ann-with-account@example.com";
    const request = await write(email);
    const ann = await createAccount({ email });
    expect(await copyOf(ann, "support_requests")).toMatchObject([{ user_email: email }]);
    expect(await copyOf(ann, "emails")).toMatchObject([{ to_address: email }]);
    await erase(ann);
    expect(await stored(request)).toEqual({ issue_description: "Removed" });
    expect(await mailed(request)).toBeNull();
  });

  it("stays with the account it was sent with, whatever address it gives", async () => {
    const [ann, other] = [await createAccount(), await createAccount()];
    const question = { issue_description: "Where is my lamp?", user_email: ann.email };
    const { id } = await reply<{ id: string }>(await other.request("POST", "/api/support-requests", question), 201);
    expect(await copyOf(ann, "support_requests")).toEqual([]);
    await erase(ann);
    expect(await stored(id)).toEqual({ issue_description: "Where is my lamp?" });
  });
});
