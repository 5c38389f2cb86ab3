import type { OutboxEmail } from "../../worker/contract/notifications/email-outbox.ts";
import { expect, test } from "./accounts.ts";

test("a new user signs up, signs out, resets the forgotten password by email and returns to the requested page (A26)", {
  tag: "@golden",
}, async ({ person }) => {
  const email = `newcomer-${Date.now()}@example.com`;
  const { page } = await person();

  await test.step("a members' page sends the visitor to sign in and back afterwards", async () => {
    await page.goto("/MyOrders?tab=selling");
    await expect(page).toHaveURL(/\/signin\?returnUrl=/i);
    await page.getByRole("tab", { name: "Create account" }).click();
    await page.getByLabel("Name").fill("Nina Newcomer");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText(/at least 10 characters/i).first()).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await page.getByLabel("Password", { exact: true }).fill("seven green parrots");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page).toHaveURL(/\/MyOrders\?tab=selling/i);
  });

  await test.step("signing out ends the session", async () => {
    await page.getByRole("button", { name: /account: Nina Newcomer/i }).click();
    await page.getByRole("button", { name: "Log Out" }).click();
    await expect(page.getByRole("link", { name: "Sign In" })).toBeVisible();
    expect(await (await page.request.get("/api/auth/session")).json()).toMatchObject({ user: null, profile: null });
  });

  await test.step("the reset link from the email opens the public reset page and signs in", async () => {
    await page.goto("/SignIn");
    await page
      .getByRole("button", { name: "Forgot password?" })
      .or(page.getByRole("link", { name: "Forgot password?" }))
      .click();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: /send/i }).click();
    await expect(page.getByText("If that address has an account, we have sent a link.").first()).toBeVisible();

    const admin = await person("admin");
    let link = "";
    await expect(async () => {
      const reply = await admin.context.request.get("/api/admin/mail");
      const { items } = (await reply.json()) as { items: OutboxEmail[] };
      link =
        items
          .find((mail) => mail.to === email && mail.text.includes("/reset-password#"))
          ?.text.match(/\/reset-password#\S+/)?.[0] ?? "";
      expect(link).not.toBe("");
    }).toPass();
    await page.goto(link);
    await page.getByLabel("New password").fill("eight yellow parrots");
    await page
      .getByRole("button", { name: /password/i })
      .last()
      .click();
    await expect(page.getByRole("button", { name: /account: Nina Newcomer/i })).toBeVisible();
  });

  await test.step("the old password is refused without clearing the form, and the new one works", async () => {
    await page.getByRole("button", { name: /account: Nina Newcomer/i }).click();
    await page.getByRole("button", { name: "Log Out" }).click();
    // Leaving the page earlier would abort the request.
    await expect(page.getByRole("link", { name: "Sign In" })).toBeVisible();
    await page.goto("/SignIn?returnUrl=//evil.example/x");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("seven green parrots");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("Email or password is incorrect.").first()).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await page.getByLabel("Password", { exact: true }).fill("eight yellow parrots");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/marketplace$/i);
  });
});
