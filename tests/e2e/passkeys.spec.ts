/** Passkeys, authenticator apps, recovery codes, and staff without a second factor (D62). */
import { spawn } from "node:child_process";
import { globSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import { codeAt } from "../../worker/domain/account/second-factor.ts";
import { freePort } from "../support/node/app-process.ts";
import { type Actor, expect, expectAccessible, openActor, post, skipTours, test } from "./accounts.ts";

const PASSWORD = "a quiet harbour 42";

/** Gives the page a device with a screen lock, which confirms everything. */
async function addDevice(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function register(visitor: Actor, full_name: string): Promise<string> {
  const email = `second-${crypto.randomUUID()}@example.com`;
  await post(visitor, "/api/auth/sign-up", { email, password: PASSWORD, full_name });
  return email;
}

async function signOut(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`account: ${name}`, "i") }).click();
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page.getByRole("link", { name: "Sign In" })).toBeVisible();
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto("/SignIn");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Closes the dialog with the recovery codes. @returns the codes. */
async function saveCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole("dialog", { name: "Save your recovery codes" });
  await expect(dialog).toBeVisible();
  const codes = await dialog.getByRole("listitem").allTextContents();
  await expectAccessible(page, "the recovery codes", { within: '[role="dialog"]' });
  await dialog.getByRole("button", { name: "I've saved them" }).click();
  await expect(dialog).toBeHidden();
  return codes;
}

test("a person adds a passkey, signs out, and signs in with it", { tag: "@golden" }, async ({ person }) => {
  const visitor = await person();
  const { page } = visitor;
  await register(visitor, "Pia Passkey");
  await addDevice(page);
  await page.goto("/Settings#security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  expect(await saveCodes(page)).toHaveLength(10);
  await expect(page.getByText(/^Added /)).toBeVisible();
  await expect(page.getByText("You have 10 left.")).toBeVisible();

  await signOut(page, "Pia Passkey");
  await page.goto("/SignIn");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("button", { name: /account: Pia Passkey/i })).toBeVisible();
  await page.goto("/Settings#security");
  await expect(page.getByText(/^Added .*, last used/)).toBeVisible();
});

test("a person turns on an authenticator app, and signs in with a code and with a recovery code", async ({
  person,
}) => {
  const visitor = await person();
  const { page } = visitor;
  const email = await register(visitor, "Otto Onetime");
  await page.goto("/Settings#security");
  await page.getByRole("button", { name: "Set up an app" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  const secret = ((await dialog.locator("dd > span").first().textContent()) ?? "").replaceAll(" ", "");
  await expectAccessible(page, "the set-up of an app", { within: '[role="dialog"]' });
  await dialog.getByLabel("Code", { exact: true }).fill("000000");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByText("That code isn't right.", { exact: false })).toBeVisible();
  await dialog.getByLabel("Code", { exact: true }).fill(codeAt(secret, Date.now()));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const [recovery = ""] = await saveCodes(page);
  await expect(page.getByText(/^On since /)).toBeVisible();

  await test.step("the password alone no longer signs in", async () => {
    await signOut(page, "Otto Onetime");
    await enterPassword(page, email);
    await expect(page.getByRole("heading", { name: "Confirm it's you" })).toBeVisible();
    await expectAccessible(page, "the second step");
    expect(await (await page.request.get("/api/auth/session")).json()).toMatchObject({ user: null });
    // The code of the set-up can't be used again; the next one is accepted half a minute early.
    await page.getByLabel("Code").fill(codeAt(secret, Date.now() + 30_000));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("button", { name: /account: Otto Onetime/i })).toBeVisible();
  });

  await test.step("a recovery code signs in without the app", async () => {
    await signOut(page, "Otto Onetime");
    await enterPassword(page, email);
    await page.getByLabel("Code").fill(recovery);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("button", { name: /account: Otto Onetime/i })).toBeVisible();
    await page.goto("/Settings#security");
    await expect(page.getByText("You have 9 left.")).toBeVisible();
  });

  await test.step("the password is changed in the settings", async () => {
    await page.getByRole("button", { name: "Change password" }).click();
    const change = page.getByRole("dialog", { name: "Change your password" });
    await change.getByLabel("New password").fill("eight yellow parrots");
    await change.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Password changed").first()).toBeVisible();
  });
});

/** Returns the link in an email of the outbox, which staff can't open yet, from the database of the server. */
async function linkIn(state: string, start: string): Promise<string> {
  let link = "";
  await expect(() => {
    for (const file of globSync(`${state}/**/*.sqlite`)) {
      const database = new DatabaseSync(file, { readOnly: true });
      try {
        const known = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'mail_outbox'").get();
        const mail = known && database.prepare("SELECT text FROM mail_outbox WHERE instr(text, ?) > 0").get(start);
        const text = String(mail?.text ?? "");
        if (mail) link = text.slice(text.indexOf(start)).split(/\s/)[0] ?? "";
      } finally {
        database.close();
      }
    }
    expect(link).not.toBe("");
  }).toPass();
  return link;
}

test("staff without a second factor see the set-up instead of the admin pages", async ({ browser }) => {
  const port = await freePort();
  const state = `.state/e2e-staff-${port}`;
  const server = spawn("node", ["scripts/start.ts"], {
    env: {
      ...process.env,
      PORT: String(port),
      STATE_DIR: state,
      STAFF_SECOND_FACTOR: "required",
      GOODSTREET_SKIP_WEB_BUILD: "1",
    },
    stdio: "ignore",
  });
  const ended = new Promise((done) => server.once("exit", done));
  const origin = `http://localhost:${port}`;
  try {
    await expect(async () => expect((await fetch(`${origin}/api/health`)).ok).toBe(true)).toPass({ timeout: 120_000 });
    const staff = await openActor(browser, origin, "admin");
    await skipTours(staff);
    const { page } = staff;
    await addDevice(page);
    await page.goto("/Overview");
    await expect(page.getByRole("heading", { name: "Protect your staff account" })).toBeVisible();
    await expectAccessible(page, "the set-up of staff");
    const refused = await page.request.get("/api/admin/overview");
    expect(await refused.json()).toMatchObject({ error: { code: "second_factor_required" } });

    await page.getByRole("button", { name: "Email me the link" }).click();
    await expect(page.getByText("We've emailed you the link.")).toBeVisible();
    await page.goto(await linkIn(state, "/Settings#first-factor="));
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await saveCodes(page);
    await page.goto("/Overview");
    await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
    await staff.context.close();
  } finally {
    server.kill("SIGTERM");
    await ended;
    rmSync(state, { recursive: true, force: true });
  }
});
