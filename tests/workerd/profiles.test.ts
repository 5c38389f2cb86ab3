import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { call, createAccount } from "../support/workerd/accounts.ts";
import { emailsTo, emailTo } from "../support/workerd/email.ts";
import { firstRow, runSql } from "../support/workerd/sql.ts";
import cases from "./profiles.json" with { type: "json" };

const rowOf = async (id: string) =>
  (await firstRow<Record<string, unknown>>`SELECT * FROM profiles WHERE id = ${id}`) ?? {};

/** The columns that users may change (D6); `updated_at` moves with them. */
const OWN_COLUMNS = new Set(cases.ownColumns);

describe("PATCH /api/profile", () => {
  it("accepts the permitted fields, normalises them and returns the profile", async () => {
    const person = await createAccount();
    const reply = await person.request("PATCH", "/api/profile", {
      full_name: "  Cafe\u0301 Owner\u200b ",
      city: "Perth",
      suburb: "",
      postcode: "6000",
      phone: "+61 400 000 000",
      negotiation_aggressiveness: "tough",
      open_to_trades: false,
      bank_details: { account_name: "Café Owner", bsb: "062 000", account_number: "1234 5678" },
    });
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({
      full_name: "Café Owner",
      display_name: "Café O.",
      city: "Perth",
      suburb: null,
      postcode: "6000",
      open_to_trades: false,
      bank_details: { account_name: "Café Owner", bsb: "062-000", account_number: "12345678" },
    });
    expect(await (await person.request("GET", "/api/profile")).json()).toMatchObject({
      city: "Perth",
      suburb: null,
      upsell_commission_rate: 0,
      updated_at: expect.any(Number),
    });
  });

  it.each([
    [
      ["stripe", 7, "crypto", null, "stripe", "cheque"],
      ["stripe", "crypto"],
    ],
    [" bank_transfer , ,crypto", ["bank_transfer", "crypto"]],
    ["", []],
    [{ stripe: true }, []],
    [42, []],
  ])("reads accepted_payment_methods %j as %j", async (sent, stored) => {
    const person = await createAccount();
    const reply = await person.request("PATCH", "/api/profile", { accepted_payment_methods: sent });
    expect(await reply.json()).toMatchObject({ accepted_payment_methods: stored });
  });

  it("refuses a field that users may not change, and saves none of the fields sent with it (A10)", async () => {
    const person = await createAccount({ city: "Sydney" });
    const before = await rowOf(person.id);
    for (const field of Object.entries(cases.protected)) {
      const reply = await person.request("PATCH", "/api/profile", { city: "Perth", ...Object.fromEntries([field]) });
      expect(reply.status, field[0]).toBe(422);
      expect(await reply.json()).toMatchObject({
        error: { code: "unknown_field", message: `Unknown field: ${field[0]}.` },
      });
    }
    expect(await rowOf(person.id)).toEqual(before);
  });

  it("changes no other column for random fields and values (A10, A59)", async () => {
    const person = await createAccount();
    const before = await rowOf(person.id);
    const secret = Object.keys(before).filter((column) => !OWN_COLUMNS.has(column));
    const value = fc.oneof(fc.boolean(), fc.integer(), fc.string(), fc.constant(null), fc.constant("super_admin"));
    const body = fc.dictionary(fc.constantFrom(...Object.keys(before), "__proto__", "constructor"), value, {
      maxKeys: 6,
    });
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const reply = await person.request("PATCH", "/api/profile", sent);
        expect([200, 422]).toContain(reply.status);
        const after = await rowOf(person.id);
        for (const column of secret) expect(after[column], column).toBe(before[column]);
      }),
      // Stays below the route's rate limit.
      { numRuns: 50 },
    );
  });

  it("names the invalid field and changes nothing", async () => {
    const person = await createAccount();
    const before = await rowOf(person.id);
    for (const [field, body] of [
      ["postcode", { city: "Perth", postcode: "12" }],
      ["phone", { phone: "call me" }],
      ["bank_details.bsb", { bank_details: { account_name: "Jo Doe", bsb: "12", account_number: "123456" } }],
      ["full_name", { full_name: " \u200b " }],
      ["collection_address", { collection_address: "x".repeat(201) }],
    ] as const) {
      const reply = await person.request("PATCH", "/api/profile", body);
      expect(reply.status, field).toBe(422);
      expect(await reply.json()).toMatchObject({ error: { details: { fields: [{ field }] } } });
    }
    expect(await rowOf(person.id)).toEqual(before);
  });

  it("emails the owner when bank details are changed or removed, and not when they are first entered (A66)", async () => {
    const person = await createAccount();
    const details = { account_name: "Jo Doe", bsb: "062-000", account_number: "123456" };
    await person.request("PATCH", "/api/profile", { bank_details: details });
    await person.request("PATCH", "/api/profile", { bank_details: details });
    expect(await emailsTo(person.email)).toEqual([]);
    await person.request("PATCH", "/api/profile", { bank_details: { ...details, account_number: "654321" } });
    const mail = await emailTo(person.email, "bank details were changed");
    expect(mail.text + mail.html).not.toContain("654321");
    await person.request("PATCH", "/api/profile", { bank_details: null });
    expect(await emailsTo(person.email)).toHaveLength(2);
  });
});

describe("GET /api/profiles/:id", () => {
  it("returns exactly the public fields to everybody (D5, A15)", async () => {
    const seller = await createAccount({
      full_name: "Jane Canarysurname",
      phone: "CANARY-phone",
      postcode: "9999",
      collection_address: "CANARY-address",
      bank_details: { account_name: "CANARY-account", bsb: "062-000", account_number: "123456" },
      account_type: "seller",
      average_rating_hundredths: 467,
      rating_count: 3,
    });
    const staff = await createAccount({ role: "admin" });
    const path = `/api/profiles/${seller.id}`;
    for (const reply of [
      await call("GET", path),
      await seller.request("GET", path),
      await staff.request("GET", path),
    ]) {
      const body = await reply.text();
      expect(body).not.toMatch(/CANARY|Canarysurname|(?<!\w)9999(?!\w)|@/);
      expect(JSON.parse(body)).toEqual({
        id: seller.id,
        display_name: "Jane C.",
        suburb: "Brunswick",
        city: "Melbourne",
        account_type: "seller",
        average_rating: 4.67,
        rating_count: 3,
        member_since: expect.any(Number),
        away_until: null,
        answer_time: null,
        shows_up: null,
        checks: ["email"],
        store_name: null,
        store: { description: "", banner: null, business: null },
      });
    }
    // An audit reports an average without ratings.
    await runSql`UPDATE profiles SET average_rating_hundredths = NULL, rating_count = 0 WHERE id = ${seller.id}`;
  });

  it.each(["acc_00000000000000000000", "x", "%00", "' OR 1=1 --", "constructor"])("answers 404 for %j", async (id) => {
    const reply = await call("GET", `/api/profiles/${encodeURIComponent(id)}`);
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ error: { code: "not_found", message: "Not found." } });
  });
});

describe("check_and_lift_suspension", () => {
  const path = "/api/rpc/check_and_lift_suspension";

  it("lifts a suspension whose end has passed, once", async () => {
    const person = await createAccount({ is_suspended: true, suspension_end_date: Date.now() - 1 });
    const reply = await person.request("POST", path, { user_id: person.id });
    expect(await reply.json()).toMatchObject({ lifted: true, is_suspended: false, suspension_end_date: null });
    expect(await (await person.request("POST", path, {})).json()).toMatchObject({ lifted: false, is_suspended: false });
  });

  it("leaves a suspension that has not ended or has no end, and a ban", async () => {
    for (const suspension_end_date of [Date.now() + 60_000, null]) {
      const person = await createAccount({ is_suspended: true, suspension_end_date, is_banned: true });
      const reply = await person.request("POST", path, { user_id: person.id });
      expect(await reply.json()).toMatchObject({ lifted: false, is_suspended: true, suspension_end_date });
      expect(await rowOf(person.id)).toMatchObject({ is_suspended: 1, is_banned: 1 });
    }
  });

  it("applies to the caller's own account, and to others only for staff", async () => {
    const suspended = await createAccount({ is_suspended: true, suspension_end_date: Date.now() - 1 });
    const stranger = await createAccount();
    expect((await stranger.request("POST", path, { user_id: suspended.id })).status).toBe(404);
    expect(await rowOf(suspended.id)).toMatchObject({ is_suspended: 1 });
    const staff = await createAccount({ role: "admin" });
    expect(await (await staff.request("POST", path, { user_id: suspended.id })).json()).toMatchObject({ lifted: true });
  });
});
