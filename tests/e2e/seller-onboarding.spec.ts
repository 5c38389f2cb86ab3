import { Buffer } from "node:buffer";
import sharp from "sharp";
import { expect, expectAccessible, test } from "./accounts.ts";

test("a visitor signs up as a business, sets up payouts and publishes a store page", async ({ person }) => {
  const { page } = await person();
  const stamp = Date.now().toString(36);

  await test.step("chooses the account type and signs up with the ABN", async () => {
    await page.goto("/AccountTypeSelection");
    await expect(page.getByRole("heading", { level: 1, name: "Become a seller" })).toBeVisible();
    await page.getByRole("link", { name: "Sell as a business" }).click();
    await page.getByLabel("Business name").fill("Parrot Retro");
    await page.getByLabel("ABN").fill("51824753557");
    await page.getByLabel("Your name").fill("Polly Parrot");
    await page.getByLabel("Email").fill(`polly-${stamp}@example.com`);
    await page.getByLabel("Password", { exact: true }).fill("seven green parrots");
    await page.getByRole("button", { name: "Create business account" }).click();
    await expect(page.getByText("That isn't a valid ABN. Please check the digits.")).toBeVisible();
    await expectAccessible(page, "business sign-up with a problem");
    await page.getByLabel("ABN").fill("51824753556");
    await page.getByRole("button", { name: "Create business account" }).click();
    await expect(page).toHaveURL(/\/BusinessOnboarding$/);
    await expect(page.getByLabel("ABN")).toHaveValue("51 824 753 556");
  });

  await test.step("goes through the steps; Back and a reload keep the entries", async () => {
    await page.getByLabel(/Website/).fill("parrot.example");
    await page.getByRole("button", { name: "Save and continue" }).click();
    await page.getByLabel("Suburb").fill("Fitzroy");
    await page.getByLabel("City").fill("Melbourne");
    await page.getByRole("button", { name: "Save and continue" }).click();
    await page.getByLabel("Account name").fill("Parrot Retro");
    await page.getByLabel("BSB").pressSequentially("062000");
    await page.getByLabel("Account number").fill("12345678");
    await expect(page.getByLabel("BSB")).toHaveValue("062-000");
    await page.getByRole("button", { name: "Save and continue" }).click();
    await expect(page.getByRole("heading", { name: "Your store" })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel(/Store name/)).toHaveValue("Parrot Retro");
    await page.goBack();
    await expect(page.getByLabel("Account number")).toHaveValue("12345678");
    await page.goForward();
    await page.getByLabel(/Store name/).fill(`Parrot Retro ${stamp}`);
    await page.getByLabel(/What you sell/).fill("Old things with feathers.");
    await page.getByRole("button", { name: "Finish" }).click();
    await expect(page.getByRole("heading", { name: "Your business is set up" })).toBeVisible();
    await page.getByRole("link", { name: "Open the Seller Hub" }).click();
  });

  await test.step("sets up payouts at the card provider and returns", async () => {
    await expect(page.getByText("You're all caught up")).toBeVisible();
    await page.getByRole("button", { name: "Set up payouts" }).click();
    await expect(page.getByRole("heading", { name: "Payouts test" })).toBeVisible();
    await page.getByRole("button", { name: "Finish later" }).click();
    await expect(page.getByText("Finish setting up payouts")).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Give everything" }).click();
    await expect(page.getByText("Payouts are on")).toBeVisible();
    await expect(page).toHaveURL(/\/Connect$/);
  });

  await test.step("adds a picture to the store page; visitors see name, description, picture and ABN", async () => {
    const picture = await sharp({ create: { width: 1200, height: 300, channels: 3, background: "#0b5d4b" } })
      .png()
      .toBuffer();
    await page.getByRole("button", { name: "Edit store page" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit store page" });
    await expect(dialog.getByLabel(/Store name/)).toHaveValue(`Parrot Retro ${stamp}`);
    await dialog
      .getByLabel("Picture of your store")
      .setInputFiles({ name: "banner.png", mimeType: "image/png", buffer: Buffer.from(picture) });
    await expect(dialog.getByAltText("Your store's banner")).toBeVisible();
    await expectAccessible(page, "store page dialog");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    const store = await page.getByRole("link", { name: "View my store" }).getAttribute("href");

    const visitor = await person();
    await visitor.page.goto(store ?? "");
    await expect(visitor.page.getByRole("heading", { level: 1, name: `Parrot Retro ${stamp}` })).toBeVisible();
    await expect(visitor.page.getByText("Old things with feathers.")).toBeVisible();
    await expect(visitor.page.locator("header img")).toBeVisible();
    await expect(visitor.page.getByRole("link", { name: /ABN 51 824 753 556/ })).toHaveAttribute(
      "href",
      "https://abr.business.gov.au/ABN/View?abn=51824753556",
    );
    await expect(visitor.page.getByRole("link", { name: /parrot\.example/ })).toHaveAttribute("rel", /noopener/);
    await expectAccessible(visitor.page, "store page with picture and business");
  });
});

test("a user becomes a seller and sees the balance in the header", async ({ person }) => {
  const { page } = await person("buyer");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/AccountTypeSelection");
  await page.getByRole("link", { name: "Become a seller" }).last().click();
  for (const heading of ["Your details", "Getting paid"]) {
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    await page.getByRole("button", { name: "Save and continue" }).click();
  }
  await page.getByRole("button", { name: "Finish" }).click();
  await expect(page.getByRole("heading", { name: "You're a seller" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Ad credit/ })).toBeVisible();
  await page.goto("/AccountTypeSelection");
  await page.getByRole("button", { name: "Go back to individual" }).click();
  await page.getByRole("button", { name: "Go back", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Ad credit/ })).toBeHidden();
});
