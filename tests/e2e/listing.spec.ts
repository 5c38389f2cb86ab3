import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type Actor, expect, expectAccessible, listItem, originOf, test } from "./accounts.ts";

const PHOTO = join(import.meta.dirname, "../../scripts/demo/pictures/bicycle-1.webp");

/** Adds a photo. The form resizes and uploads it in the background. */
async function addPhoto(page: Page): Promise<void> {
  await page.getByLabel("Choose photos").setInputFiles(PHOTO);
}

/** Waits until a draft with this text is saved to the account. */
async function draftSaved(page: Page, words: string): Promise<void> {
  const reply = await page.waitForResponse(
    (reply) => reply.request().method() === "PUT" && (reply.request().postData() ?? "").includes(words),
  );
  expect(reply.status()).toBe(200);
}

test("a listing with a photo and five inputs is published", { tag: "@golden" }, async ({ person }) => {
  const { page } = await person(1);
  await page.goto("/AddItem");
  await expect(page.getByRole("heading", { name: "List an item" })).toBeVisible();
  await addPhoto(page);
  await page.getByLabel("Title").fill("Reid city bike, 26 inch");
  await page.getByLabel("Category").selectOption("sports");
  await page.getByLabel("Condition").selectOption("good");
  await page.getByLabel("Price in AUD").fill("180");
  await page.getByRole("button", { name: "Publish listing" }).click();
  await expect(page).toHaveURL(/\/ItemDetail\/itm_/);
  await expect(page.getByRole("heading", { level: 1, name: "Reid city bike, 26 inch" })).toBeVisible();

  await test.step("the owner sees the Knowzee settings in place of the buy controls", async () => {
    await expect(page.getByRole("heading", { name: "AI Agent Settings" })).toBeVisible();
    await page.getByRole("checkbox", { name: "Let Knowzee negotiate" }).check();
    await page.getByLabel("Minimum price").fill("200");
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("Please enter a valid minimum price.")).toBeVisible();
    await page.getByLabel("Minimum price").fill("150");
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("Settings saved")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Minimum price")).toHaveValue("150");
  });
});

test("a draft survives a killed tab, signing out and another device, and is published once", async ({ person }) => {
  // Unique to this run, because an earlier run may have left drafts.
  const title = `Walnut sideboard ${Date.now()}`;
  const price = String(100 + (Date.now() % 900));
  const laptop = await person(2);
  await laptop.page.goto("/AddItem");
  await addPhoto(laptop.page);
  const draftStored = draftSaved(laptop.page, title);
  await laptop.page.getByLabel("Title").fill(title);
  await draftStored;
  await expect(laptop.page.getByText("Draft saved to your account.")).toBeVisible();
  await laptop.page.close();

  const again = await laptop.context.newPage();
  await again.goto("/AddItem");
  await expect(again.getByLabel("Title")).toHaveValue(title);
  const saved = draftSaved(again, `"price":"${price}"`);
  await again.getByLabel("Price in AUD").fill(price);
  await saved;
  await laptop.context.request.post("/api/auth/sign-out", {
    headers: { Origin: originOf({ ...laptop, page: again }) },
  });
  await again.close();

  const phone = await person(2);
  await phone.page.goto("/MyItems");
  await expect(phone.page.getByRole("region", { name: "Drafts" }).getByText(title)).toBeVisible();
  await phone.page.goto("/AddItem");
  await expect(phone.page.getByLabel("Title")).toHaveValue(title);
  await expect(phone.page.getByLabel("Price in AUD")).toHaveValue(price);
  await expect(phone.page.getByRole("img", { name: /photo/i }).first()).toBeVisible();
  await phone.page.getByLabel("Category").selectOption("furniture");
  await phone.page.getByLabel("Condition").selectOption("good");
  await phone.page.getByRole("button", { name: "Publish listing" }).click();
  await expect(phone.page).toHaveURL(/\/ItemDetail\/itm_/);
  await phone.page.goto("/AddItem");
  await expect(phone.page.getByLabel("Title")).toHaveValue("");
});

test("two tabs edit one item: the later save shows the conflict and keeps both changes", async ({ person }) => {
  const seller = await person(3);
  const photo = await seller.context.request.post("/api/images", {
    multipart: { original: { name: "desk.webp", mimeType: "image/webp", buffer: readFileSync(PHOTO) } },
    headers: { Origin: originOf(seller) },
  });
  const photo_ids = [((await photo.json()) as { id: string }).id];
  const id = await listItem(seller, { title: "Oak desk", price: 120, photo_ids });
  const [first, second] = [seller.page, await seller.context.newPage()];
  for (const page of [first, second]) {
    await page.goto(`/EditItem/${id}`);
    await expect(page.getByLabel("Title")).toHaveValue("Oak desk");
  }
  await first.getByLabel("Description").fill("Two drawers.");
  await first.getByLabel("Price in AUD").fill("110");
  await first.getByRole("button", { name: "Save changes" }).click();
  await expect(first).toHaveURL(/\/ItemDetail\//);

  await second.getByLabel("Title").fill("Oak desk with drawers");
  await second.getByLabel("Price in AUD").fill("100");
  await second.getByRole("button", { name: "Save changes" }).click();
  const dialog = second.getByRole("dialog", { name: "This listing was changed somewhere else" });
  await expect(dialog).toContainText("Updated from the other version: Description.");
  await expect(dialog.getByRole("radio", { name: /Yours.*\$100/ })).toBeChecked();
  await dialog.getByRole("radio", { name: /Other version.*\$110/ }).check();
  await dialog.getByRole("button", { name: "Save these" }).click();
  await expect(second).toHaveURL(/\/ItemDetail\//);
  const stored = await (await seller.context.request.get(`/api/items/${id}`)).json();
  expect(stored).toMatchObject({ title: "Oak desk with drawers", description: "Two drawers.", price: 110 });
});

const ROWS = 500;
/** Every fiftieth row is invalid. */
const isBad = (row: number) => row % 50 === 49;
const GOOD = ROWS - ROWS / 50;

/** Unique to this run: rows that were imported before are skipped. */
const SERIES = `Paperback ${Date.now()}`;

function csvFile(): Buffer {
  const rows = Array.from({ length: ROWS }, (_, row) =>
    [`"${SERIES}, number ${row}"`, isBad(row) ? "cheap" : "8.50", "Books", "Good", "second-hand; novel"].join(","),
  );
  return Buffer.from(`Title,Price (AUD),Category,Condition,Tags\r\n${rows.join("\r\n")}\r\n`);
}

async function makeBusiness(person: Actor): Promise<void> {
  const reply = await person.context.request.put("/api/business", {
    data: { name: "Second Chapter Books", abn: "51 824 753 556" },
    headers: { Origin: originOf(person) },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
}

async function exported(person: Actor): Promise<string[]> {
  const reply = await person.context.request.get("/api/products/export.csv");
  return (await reply.text()).split("\r\n").filter((line) => line.includes(SERIES));
}

test("importing is for businesses; other users see how to become one", async ({ person }) => {
  const { page } = await person("buyer");
  await page.goto("/AddProduct");
  await expect(page.getByText("For business sellers")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open a business account" })).toBeVisible();
});

test("a CSV import of 500 rows shows progress, resumes after a reload and names each invalid row", async ({
  person,
}) => {
  const shop = await person(4);
  const { page } = shop;
  await makeBusiness(shop);
  await page.goto("/AddProduct");
  await expect(page.getByRole("heading", { level: 1, name: "Add products" })).toBeVisible();
  await expectAccessible(page, "add products");
  await page.getByLabel("CSV file").setInputFiles({ name: "books.csv", mimeType: "text/csv", buffer: csvFile() });
  await expect(page.getByText(`${GOOD} rows ready to list · 10 rows have problems`)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("Line 51", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Price: Enter an amount in dollars/).first()).toBeVisible();
  await expectAccessible(page, "a checked file");
  expect(await exported(shop)).toHaveLength(0);

  // Off sale, because other tests look at the marketplace meanwhile.
  await page.getByRole("radio", { name: /Keep off sale/ }).check();
  await page.getByRole("button", { name: `List ${GOOD} items` }).click();
  await expect(page.getByText(/^Listing: [1-9]\d* of 490 rows/)).toBeVisible({ timeout: 60_000 });
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  const listed = (await exported(shop)).length;
  expect(listed).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Continue import" }).click();
  await expect(page.getByText(/rows listed · .*10 rows not listed/)).toBeVisible({ timeout: 120_000 });
  const titles = (await exported(shop)).map((line) => line.split('"')[1]);
  expect(new Set(titles).size).toBe(GOOD);
  expect(titles).toHaveLength(GOOD);

  await test.step("importing the same file again lists nothing", async () => {
    await page.getByRole("button", { name: "Import another file" }).click();
    await page.getByLabel("CSV file").setInputFiles({ name: "books.csv", mimeType: "text/csv", buffer: csvFile() });
    await expect(page.getByText(`${GOOD} rows already listed · 10 rows have problems`)).toBeVisible({
      timeout: 60_000,
    });
    await expect(page.getByRole("button", { name: /^List \d/ })).toBeHidden();
  });
});
