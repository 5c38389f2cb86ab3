/** Display names that pose as Goodstreet staff (A84). */
import { expect, it } from "vitest";
import { call, createAccount } from "../support/workerd/accounts.ts";
import { refusal, reply } from "../support/workerd/deals.ts";
import { emailsTo } from "../support/workerd/email.ts";
import cases from "./abuse-content.json" with { type: "json" };

it("the API refuses names that pose as staff at sign-up, in the profile, for a store and for a business (A84)", async () => {
  const person = await createAccount({ account_type: "seller" });
  for (const [n, name] of cases.posing.entries()) {
    const signUp = { email: `posing-${n}@example.com`, password: "a quiet harbour 42", full_name: name };
    for (const response of [
      await call("POST", "/api/auth/sign-up", signUp),
      await person.request("PATCH", "/api/profile", { full_name: name }),
    ]) {
      const refused = await refusal(response, 422);
      expect([name, refused.details?.fields?.[0]?.field]).toEqual([name, "full_name"]);
    }
    const store = { name, description: "", banner_id: null };
    for (const response of [
      await person.request("PUT", "/api/store", store),
      await person.request("PUT", "/api/business", { name, abn: "51824753556" }),
    ]) {
      expect((await refusal(response, 422)).details?.fields?.[0]?.field).toBe("name");
    }
  }
});

it("the API refuses names with a web address or an @ at sign-up, in the profile, for a store and for a business", async () => {
  const person = await createAccount({ account_type: "seller" });
  for (const [n, name] of ["You won! http://evil.example/win", "evil.example", "anna@example.com"].entries()) {
    const signUp = { email: `linked-${n}@example.com`, password: "a quiet harbour 42", full_name: name };
    const attempts = [
      ["full_name", await call("POST", "/api/auth/sign-up", signUp)],
      ["full_name", await person.request("PATCH", "/api/profile", { full_name: name })],
      ["name", await person.request("PUT", "/api/store", { name, description: "", banner_id: null })],
      ["name", await person.request("PUT", "/api/business", { name, abn: "51824753556" })],
    ] as const;
    for (const [field, response] of attempts) {
      const message = "Names can't include web addresses or the @ sign. Please remove it.";
      expect((await refusal(response, 422)).details?.fields).toEqual([{ field, message }]);
    }
    expect(await emailsTo(signUp.email)).toEqual([]);
  }
});

it("the API accepts surnames and words that only resemble reserved names", async () => {
  const person = await createAccount();
  for (const full_name of ["Jane Staff", "Adminah Okafor", "Li Goodstreeter", "Sam Support-Smith", "Анна Петрова"]) {
    expect(await reply(await person.request("PATCH", "/api/profile", { full_name }), 200)).toMatchObject({ full_name });
  }
});
