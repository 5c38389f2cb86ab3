/** Changes of bank details and wallets need a recent sign-in or a confirmed password (A66). */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { OwnProfile } from "#contract/account/profiles";
import type { ErrorBody } from "#contract/errors";
import { app } from "../../worker/app.ts";
import { createAccount, ORIGIN, type TestAccount } from "../support/workerd/accounts.ts";
import { reply } from "../support/workerd/deals.ts";
import { emailsTo } from "../support/workerd/email.ts";
import { allRows, firstRow, runSql } from "../support/workerd/sql.ts";

const DETAILS = { account_name: "Jo Doe", bsb: "062-000", account_number: "123456" };
const THIEF = { account_name: "T Hief", bsb: "062-001", account_number: "654321" };
const BTC = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

/** Moves the start of the person's session back by an hour. */
async function signedInLongAgo(person: TestAccount): Promise<TestAccount> {
  await runSql`UPDATE sessions SET created_at = created_at - 3600000 WHERE id = ${person.session_id}`;
  return person;
}

const patch = (who: TestAccount, body: Record<string, unknown>) => who.request("PATCH", "/api/profile", body);
const confirm = (who: TestAccount, password: string) => who.request("POST", "/api/auth/confirm", { password });
const stored = (id: string) =>
  firstRow`SELECT bank_details, crypto_wallet_addresses, city FROM profiles WHERE id = ${id}`;

describe("a session older than ten minutes", () => {
  it("cannot change or remove bank details or wallets until the password is confirmed (A66)", async () => {
    const person = await signedInLongAgo(
      await createAccount({ bank_details: DETAILS, crypto_wallet_addresses: { btc: BTC } }),
    );
    const before = await stored(person.id);
    for (const body of [
      { bank_details: THIEF },
      { bank_details: null },
      { crypto_wallet_addresses: {} },
      { city: "Perth", bank_details: THIEF },
    ]) {
      const response = await patch(person, body);
      expect(response.status, JSON.stringify(body)).toBe(403);
      const { error } = (await response.json()) as ErrorBody;
      expect(error).toMatchObject({
        code: "confirmation_required",
        message: "Please confirm that it is you before making this change.",
        details: { confirm_with: ["password"] },
      });
    }
    expect(await stored(person.id)).toEqual(before);
    expect(await emailsTo(person.email)).toEqual([]);

    const confirmed = await reply<{ confirmed_until: number }>(await confirm(person, person.password), 200);
    expect(confirmed.confirmed_until).toBeGreaterThan(Date.now());
    expect((await patch(person, { bank_details: THIEF })).status).toBe(200);
    expect(await emailsTo(person.email)).toHaveLength(1);
  });

  it("cannot enter the first bank details or wallets either (A66)", async () => {
    const person = await signedInLongAgo(await createAccount());
    expect((await patch(person, { bank_details: DETAILS })).status).toBe(403);
    expect((await patch(person, { crypto_wallet_addresses: { btc: BTC } })).status).toBe(403);
  });

  it("can change every other field, and may send unchanged details", async () => {
    const person = await signedInLongAgo(await createAccount({ bank_details: DETAILS }));
    const profile = await reply<OwnProfile>(await patch(person, { city: "Perth", bank_details: DETAILS }), 200);
    expect(profile).toMatchObject({ city: "Perth", bank_details: DETAILS });
  });

  it("stays unconfirmed after a wrong password, and is locked after ten wrong passwords", async () => {
    const person = await signedInLongAgo(await createAccount());
    const wrong = await confirm(person, "not my password");
    expect(wrong.status).toBe(422);
    expect(((await wrong.json()) as ErrorBody).error.message).toBe("That password is not correct.");
    expect((await patch(person, { bank_details: THIEF })).status).toBe(403);
    for (let guess = 2; guess <= 10; guess++) expect((await confirm(person, "x")).status).toBe(422);
    const locked = await confirm(person, person.password);
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  it("is confirmed without confirming the account's other sessions", async () => {
    const person = await signedInLongAgo(await createAccount());
    await confirm(person, person.password);
    await runSql`INSERT INTO sessions (id, token_hash, account_id, created_at, seen_at, expires_at)
      VALUES ('ses_other', 'x', ${person.id}, 0, 0, 1)`;
    const { results } = await allRows<{ id: string; confirmed_at: number | null }>`SELECT id, confirmed_at
      FROM sessions WHERE account_id = ${person.id} ORDER BY id`;
    expect(results.filter((row) => row.confirmed_at !== null).map((row) => row.id)).toEqual([person.session_id]);
  });
});

describe("a new session", () => {
  it("needs no further confirmation", async () => {
    const person = await createAccount();
    expect((await patch(person, { bank_details: DETAILS })).status).toBe(200);
  });
});

describe("an account without a password", () => {
  it("is asked to sign in with Google again, where Google is configured", async () => {
    const person = await signedInLongAgo(await createAccount({ password: null }));
    await env.DB.prepare(
      "INSERT INTO identities (provider, subject, account_id, created_at) VALUES ('google', ?, ?, 0)",
    )
      .bind(`sub-${person.id}`, person.id)
      .run();
    const waiting: Promise<unknown>[] = [];
    const response = await app.fetch(
      new Request(`${ORIGIN}/api/profile`, {
        method: "PATCH",
        headers: { ...person.headers, Origin: ORIGIN, "Content-Type": "application/json" },
        body: JSON.stringify({ bank_details: THIEF }),
      }),
      { ...env, GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" },
      { waitUntil: (work: Promise<unknown>) => waiting.push(work), passThroughOnException: () => undefined } as never,
    );
    await Promise.all(waiting);
    expect(response.status).toBe(403);
    expect(((await response.json()) as ErrorBody).error.details).toEqual({ confirm_with: ["google"] });
    // Without a stored password every password is wrong.
    expect((await confirm(person, "")).status).toBe(422);
    expect((await confirm(person, "anything")).status).toBe(422);
  });

  it("can change its payment details right after signing in", async () => {
    const person = await createAccount({ password: null });
    expect((await patch(person, { bank_details: DETAILS })).status).toBe(200);
  });
});
