import { expect, it } from "vitest";
import { call, cookieHeader, cookiesOf, createAccount, TEST_PASSWORD } from "../support/workerd/accounts.ts";

it("signs a newcomer in at once, with a profile, and keeps the role an ordinary user's whatever the metadata says", async () => {
  const reply = await call("POST", "/api/auth/sign-up", {
    email: " New.Person@Example.com ",
    password: TEST_PASSWORD,
    full_name: "Nia Newcomer",
    metadata: { role: "admin" },
  });
  expect(reply.status).toBe(201);
  const jar = cookiesOf(reply);
  const session = await (await call("GET", "/api/auth/session", undefined, { Cookie: cookieHeader(jar) })).json();
  expect(session).toMatchObject({
    user: { email: "new.person@example.com", email_verified: false },
    profile: { full_name: "Nia Newcomer", display_name: "Nia N.", role: "user", account_type: "individual" },
  });
});

it("signs in a created account and answers its session", async () => {
  const person = await createAccount({ full_name: "Jo Doe" });
  const own = await (await person.request("GET", "/api/auth/session")).json();
  expect(own).toMatchObject({ user: { id: person.id }, profile: { display_name: "Jo D." } });
  const reply = await call("POST", "/api/auth/sign-in", { email: person.email, password: person.password });
  expect(reply.status).toBe(200);
  expect(reply.headers.getSetCookie().join("\n")).toMatch(/__Host-st=.*HttpOnly; Secure; SameSite=Lax/);
});
