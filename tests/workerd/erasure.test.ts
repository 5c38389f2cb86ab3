/** Whose data an export and an erasure touch, and what they do when a step fails or a backup is restored (D61). */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import type { OwnDataReply } from "#contract/account/own-data";
import type { NegotiationView } from "#contract/negotiation";
import { DELETION_GRACE_MS } from "#domain/account/deletion";
import { exportQueries } from "#domain/account/personal-data/declaration";
import type { ItemRoom } from "../../durable/item-room/item-room.ts";
import { eraseStored, listErased, restartDeletions } from "../../worker/features/own-data/erase-stored.ts";
import { eraseDueAccounts, makeExports, repeatErasures } from "../../worker/features/own-data/jobs.ts";
import { createServices, type Services } from "../../worker/services.ts";
import { call, createAccount, type TestAccount } from "../support/workerd/accounts.ts";
import { later } from "../support/workerd/clock.ts";
import { createSeller, DAY, insertItem, placeOrder, refusal, reply } from "../support/workerd/deals.ts";
import { createItem } from "../support/workerd/listings.ts";
import { roomOf, row } from "../support/workerd/rooms.ts";
import { allRows, runSql } from "../support/workerd/sql.ts";
import { proposeTrade } from "../support/workerd/trades.ts";

const services: Services = createServices(env, () => undefined);

const requestDeletion = async (who: TestAccount) =>
  reply<OwnDataReply>(await who.request("POST", "/api/account/deletion"), 200);

/** Requests the deletion and lets its time come. */
async function erase(who: TestAccount): Promise<void> {
  await requestDeletion(who);
  await later(DELETION_GRACE_MS + 1, () => eraseDueAccounts(services));
}

async function isErased({ id }: TestAccount): Promise<boolean> {
  return (await row("SELECT 1 AS gone FROM profiles WHERE id = ? AND erased_at IS NOT NULL", id)) !== null;
}

/** Runs the hourly job. */
async function repeatNow(): Promise<void> {
  const hour = 3_600_000;
  const now = Date.now();
  await later(Math.ceil(now / hour) * hour - now, () => repeatErasures(services));
}

/** Runs the work while the database refuses to erase this person. */
async function whileErasureFails({ id }: TestAccount, work: () => Promise<void>): Promise<void> {
  await env.DB.prepare(
    `CREATE TRIGGER erasure_fails BEFORE UPDATE OF erased_at ON profiles WHEN old.id = '${id}'
     BEGIN SELECT RAISE(ABORT, 'no space left'); END`,
  ).run();
  await work();
  await runSql`DROP TRIGGER erasure_fails`;
}

const giveCredit = ({ id }: TestAccount) =>
  env.DB.prepare(
    `INSERT INTO balance_transactions (id, user_id, amount_cents, description, type, ref, created_at)
     VALUES (?1, ?2, 100, 'Given', 'adjustment', ?1, 1)`,
  )
    .bind(`blt_${id}`, id)
    .run();

/** Stores a refund that a seller owes a buyer. */
function owe(orderId: string, buyer: TestAccount, seller: TestAccount, status: "owed" | "unclaimed") {
  const account = JSON.stringify({ account_name: "Robin", bsb: "062-000", account_number: "1" });
  return runSql`INSERT INTO money_returns (order_id, buyer_id, seller_id, amount_cents, status, account, due_at,
    next_at, rev, created_at) VALUES (${orderId}, ${buyer.id}, ${seller.id}, 100, ${status},
    ${status === "owed" ? account : null}, 1, ${status === "owed" ? 1 : null}, 1, 1)`;
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

  it("stays with its author when another person signs up with the address (A135)", async () => {
    const email = "ann-without-account@example.com";
    const request = await write(email);
    const impostor = await createAccount({ email, email_verified: false, signed_up: Date.now() });
    expect(await copyOf(impostor, "support_requests")).toEqual([]);
    expect(await copyOf(impostor, "emails")).toEqual([]);
    await erase(impostor);
    expect(await isErased(impostor)).toBe(true);
    expect(await stored(request)).toEqual({ issue_description: "My order never came, please help." });
    expect(await mailed(request)).toEqual({ text: "Dear Ann" });
  });

  it("is not all: an account whose address was never confirmed leaves no email to it", async () => {
    const email = "never-confirmed@example.com";
    const sent = { email, password: "a quiet harbour 42", full_name: "Nia Newcomer" };
    await reply(await call("POST", "/api/auth/sign-up", sent), 201);
    const account = await row<{ id: string }>("SELECT id FROM accounts WHERE email = ?", email);
    const emails = () => row("SELECT count(*) AS n FROM mail_outbox WHERE to_address = ?", email);
    expect(await emails()).toEqual({ n: 1 });
    await eraseStored(services.db, env, account?.id ?? "", Date.now());
    expect(await emails()).toEqual({ n: 0 });
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

describe("a negotiation in an item's room", () => {
  const inStorage = <T>(itemId: string, work: (room: ItemRoom, storage: DurableObjectStorage) => T | Promise<T>) =>
    runInDurableObject(roomOf(itemId), (room: ItemRoom, { storage }) => work(room, storage));
  const storedIn = (itemId: string) => inStorage(itemId, (_, storage) => JSON.stringify([...storage.kv.list()]));

  async function negotiated() {
    const [seller, buyer] = [await createAccount(), await createAccount()];
    const { id: itemId } = await createItem(seller, { price: 100, negotiation_enabled: true, minimum_price: 63 });
    const message = { itemId, userMessage: "Does the veneer peel, asks marigold?" };
    await reply(await buyer.request("POST", "/functions/v1/agent-negotiate", message), 200);
    const path = `/api/items/${itemId}/negotiation`;
    const view = await reply<NegotiationView>(await buyer.request("GET", path), 200);
    const message_id = view.messages.findLast(({ ask_seller }) => ask_seller !== null)?.id ?? "";
    const answers = `/api/negotiations/${view.id}/answers`;
    await reply(await seller.request("POST", answers, { message_id, text: "Not at all.", shared: false }), 200);
    // As after fifteen idle minutes.
    await inStorage(itemId, (_, storage) => storage.deleteAll());
    await evictDurableObject(roomOf(itemId));
    return { seller, buyer, itemId, path, answers, message_id };
  }

  it("is not stored by reading it, and an erased one cannot come back (A137)", async () => {
    const { seller, buyer, itemId, path, answers, message_id } = await negotiated();
    await reply(await buyer.request("GET", path), 200);
    expect(await storedIn(itemId)).toBe("[]");
    await evictDurableObject(roomOf(itemId));
    await erase(buyer);
    const shared = await seller.request("PUT", answers, { message_id, shared: true });
    expect(await refusal(shared, 403)).toMatchObject({ code: "blocked" });
    await reply(await seller.request("PUT", answers, { message_id, shared: false }), 200);
    const { results } = await allRows`SELECT DISTINCT text
      FROM negotiation_messages m JOIN negotiations n ON n.id = m.negotiation_id WHERE n.buyer_id = ${buyer.id}`;
    expect(results).toEqual([{ text: "Removed" }]);
    expect(await storedIn(itemId)).not.toContain("marigold");
  });

  it("is dropped also when the room has stored nothing else", async () => {
    const { buyer, itemId } = await negotiated();
    await inStorage(itemId, (_, storage) => {
      const conversation = { buyer_id: buyer.id, rev: 1, messages: [{ text: "marigold" }] };
      storage.kv.put(`talk:${buyer.id}`, { v: 1, conversation, seen_rev: 1, seen_count: 1 });
    });
    await evictDurableObject(roomOf(itemId));
    await erase(buyer);
    expect(await storedIn(itemId)).toBe("[]");
  });
});

describe("erasing a person whom a backup has brought back", () => {
  it("closes open refunds to them, and trades that were being accepted", async () => {
    const { buyer, seller, order } = await placeOrder();
    await owe(order.order_id, buyer, seller, "owed");
    const [target, offered] = [await insertItem(seller), await insertItem(buyer)];
    const trade = await proposeTrade({ seller, offeror: buyer, target, offered: [offered] });
    await runSql`UPDATE trades SET accepting_at = 1 WHERE id = ${trade}`;
    await eraseStored(services.db, env, buyer.id, Date.now());
    const refund = await row("SELECT status, account, next_at, rev FROM money_returns WHERE buyer_id = ?", buyer.id);
    expect(refund).toEqual({ status: "unclaimed", account: null, next_at: null, rev: 2 });
    expect(await row("SELECT status, accepting_at FROM trades WHERE id = ?", trade)).toEqual({
      status: "void",
      accepting_at: null,
    });
  });

  it("waits while they have something open, and goes on with the next one after an error", async () => {
    const [busy, broken, free] = [await createAccount(), await createAccount(), await createAccount()];
    await giveCredit(busy);
    for (const { id } of [busy, broken, free]) await listErased(env.PRIVATE_FILES, id);
    const problems = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await whileErasureFails(broken, repeatNow);
    const logged = problems.mock.calls.map(([line]) => String(line));
    expect(await isErased(busy)).toBe(false);
    expect(await isErased(broken)).toBe(false);
    expect(await isErased(free)).toBe(true);
    expect(logged.filter((line) => line.includes(busy.id))).toEqual([expect.stringContaining("ad credit")]);
    expect(logged.some((line) => line.includes(broken.id) && line.includes("no space left"))).toBe(true);
    for (const { id } of [busy, broken]) await env.PRIVATE_FILES.delete(`erased/${id}`);
  });
});

describe("an account that its owner keeps", () => {
  it("is not on the list of erased accounts when the erasure has failed", async () => {
    const person = await createAccount();
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await whileErasureFails(person, () => erase(person));
    expect(await env.PRIVATE_FILES.head(`erased/${person.id}`)).toBeNull();
    await reply(await person.request("DELETE", "/api/account/deletion"), 200);
    await repeatNow();
    expect(await isErased(person)).toBe(false);
  });

  it("is not erased when they choose so while their listings are being removed", async () => {
    const seller = await createSeller();
    await insertItem(seller);
    await requestDeletion(seller);
    // The rooms are asked after the job has found the deletion due, and before the erasure.
    await env.DB.prepare(
      `CREATE TRIGGER keeps_meanwhile AFTER UPDATE OF deleted_at ON items WHEN new.seller_id = '${seller.id}'
       BEGIN DELETE FROM account_deletions WHERE account_id = new.seller_id; END`,
    ).run();
    await later(DELETION_GRACE_MS + 1, () => eraseDueAccounts(services));
    await runSql`DROP TRIGGER keeps_meanwhile`;
    expect(await isErased(seller)).toBe(false);
  });

  it("is not erased when something opens while their listings are being removed", async () => {
    const seller = await createSeller();
    await insertItem(seller);
    await requestDeletion(seller);
    await env.DB.prepare(
      `CREATE TRIGGER opens_meanwhile AFTER UPDATE OF deleted_at ON items WHEN new.seller_id = '${seller.id}'
       BEGIN UPDATE profiles SET is_suspended = 1 WHERE id = new.seller_id; END`,
    ).run();
    await later(DELETION_GRACE_MS + 1, () => eraseDueAccounts(services));
    await runSql`DROP TRIGGER opens_meanwhile`;
    expect(await isErased(seller)).toBe(false);
  });

  it("is taken off the list that a restored backup is compared with", async () => {
    const person = await createAccount();
    await requestDeletion(person);
    await listErased(env.PRIVATE_FILES, person.id);
    await reply(await person.request("DELETE", "/api/account/deletion"), 200);
    await repeatNow();
    expect(await isErased(person)).toBe(false);
  });

  it("has 14 days again after a backup with the pending deletion is restored", async () => {
    const seller = await createSeller();
    await requestDeletion(seller);
    const restoredAt = Date.now() + DELETION_GRACE_MS;
    await restartDeletions(services.db, restoredAt);
    expect(
      await row(
        `SELECT d.due_at, d.next_at, p.away_until FROM account_deletions d JOIN profiles p ON p.id = d.account_id
         WHERE p.id = ?`,
        seller.id,
      ),
    ).toEqual({
      due_at: restoredAt + DELETION_GRACE_MS,
      next_at: restoredAt + DELETION_GRACE_MS,
      away_until: restoredAt + DELETION_GRACE_MS + DAY,
    });
    await reply(await seller.request("DELETE", "/api/account/deletion"), 200);
  });
});

describe("a copy that is being made when the account is erased", () => {
  const filesOf = async (who: TestAccount) =>
    (await env.PRIVATE_FILES.list({ prefix: "exports/" })).objects.filter(({ key }) => key.includes(who.id));

  async function queue(who: TestAccount, id: string) {
    await runSql`INSERT INTO data_exports (id, account_id, requested_by, requested_at, next_at)
      VALUES (${id}, ${who.id}, ${who.id}, 1, 9e15)`;
  }
  const due = (id: string) => runSql`UPDATE data_exports SET next_at = 1 WHERE id = ${id}`;

  it("leaves no file and no email", async () => {
    const person = await createAccount();
    await queue(person, "exp_during_erasure");
    // The row goes while the photos are being read, after the run has taken it.
    await runSql`CREATE TRIGGER erased_meanwhile AFTER UPDATE OF attempts ON data_exports WHEN new.id =
      'exp_during_erasure' BEGIN DELETE FROM data_exports WHERE id = new.id; END`;
    await due("exp_during_erasure");
    await makeExports(services);
    await runSql`DROP TRIGGER erased_meanwhile`;
    expect(await env.PRIVATE_FILES.list({ prefix: "exports/exp_during_erasure" })).toMatchObject({ objects: [] });
    expect(await filesOf(person)).toEqual([]);
    expect(
      await row(
        "SELECT count(*) AS n FROM mail_outbox WHERE to_address = ? AND subject LIKE '%download'",
        person.email,
      ),
    ).toEqual({ n: 0 });
  });

  it("goes with the erasure also when its row does not say that the file exists (A137)", async () => {
    const person = await createAccount();
    await queue(person, "exp_died");
    await env.PRIVATE_FILES.put(`exports/${person.id}/exp_died.zip`, "half made");
    await erase(person);
    expect(await filesOf(person)).toEqual([]);
  });

  it("leaves no file when making it has failed for good", async () => {
    const person = await createAccount();
    await queue(person, "exp_fails");
    await runSql`UPDATE data_exports SET attempts = 4, next_at = 1 WHERE id = 'exp_fails'`;
    await runSql`CREATE TRIGGER never_ready BEFORE UPDATE OF ready_at ON data_exports BEGIN
      SELECT RAISE(ABORT, 'no space left'); END`;
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await makeExports(services);
    await runSql`DROP TRIGGER never_ready`;
    expect(await row("SELECT status FROM data_exports WHERE id = 'exp_fails'")).toEqual({ status: "failed" });
    expect((await env.PRIVATE_FILES.list({ prefix: "exports/" })).objects.map(({ key }) => key)).toEqual([]);
  });
});

it("a seller cannot leave while a buyer may still give an account for a refund (A136)", async () => {
  const { buyer, seller, order } = await placeOrder();
  await owe(order.order_id, buyer, seller, "unclaimed");
  const refunds = async (who: TestAccount) => {
    const { obstacles } = await reply<OwnDataReply>(await who.request("GET", "/api/account/data"), 200);
    return obstacles.filter(({ kind }) => kind === "refund");
  };
  expect(await refunds(seller)).toEqual([{ kind: "refund", count: 1 }]);
  expect(await refunds(buyer)).toEqual([]);
  await eraseStored(services.db, env, buyer.id, Date.now());
  expect(await refunds(seller)).toEqual([]);
});
