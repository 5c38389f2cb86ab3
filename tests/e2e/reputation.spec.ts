/** Badges that say what was checked of a person, and the page that says how we decide (D43, D70). */
import { expect, expectAccessible, send, test } from "./accounts.ts";

test("a seller confirms a phone number with the code from the text, and everyone sees the badge but not the number", async ({
  person,
}) => {
  const seller = await person(13);
  const staff = await person("admin");
  const number = `0498 ${String(Date.now()).slice(-6, -3)} ${String(Date.now()).slice(-3)}`;
  // The demo account may have confirmed the number of its profile.
  await send(seller, "DELETE", "/api/account/phone");
  const { page } = seller;
  await page.goto("/Settings#checks");
  await page.getByRole("button", { name: "Confirm a number" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm your phone number" });
  await dialog.getByLabel("Mobile number").fill("03 9123 4567");
  await dialog.getByRole("button", { name: "Text me a code" }).click();
  await expect(dialog.getByText("Enter an Australian mobile number, such as 0412 345 678.")).toBeVisible();
  await expectAccessible(page, "phone dialog");
  await dialog.getByLabel("Mobile number").fill(number);
  await dialog.getByRole("button", { name: "Text me a code" }).click();
  await expect(dialog.getByText(`We've texted a code to ${number}.`)).toBeVisible();
  await expectAccessible(page, "code dialog");

  await staff.page.goto("/EmailTest?view=texts");
  const text = staff.page.getByRole("listitem").filter({ hasText: number });
  const code = /^\d{6}/.exec((await text.textContent()) ?? "")?.[0] ?? "";
  await expectAccessible(staff.page, "stored texts");

  await dialog.getByLabel("Code").fill(code);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Phone confirmed", { exact: true }).first()).toBeVisible();
  await expect(page.getByText(number)).toBeVisible();

  const visitor = await person();
  await visitor.page.goto(`/Store/${seller.id}`);
  await expect(visitor.page.getByText("Email confirmed")).toBeVisible();
  await expect(visitor.page.getByText("Phone confirmed")).toBeVisible();
  expect(await visitor.page.content()).not.toContain(number.slice(-7));
  await expectAccessible(visitor.page, "store with badges");
});

test("the footer leads to the page that says how we decide, with its numbers", async ({ person }) => {
  const { page } = await person();
  await page.goto("/Terms");
  await page.getByRole("link", { name: "How we decide" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "How we decide" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 3, name: "Appeals" })).toBeVisible();
  await page.getByRole("link", { name: "How ratings count" }).click();
  await expect(page.getByRole("heading", { name: "How ratings count" })).toBeInViewport();
  await expectAccessible(page, "How we decide");
  const sitemap = await page.request.get("/sitemaps/pages.xml");
  expect(await sitemap.text()).toContain("/HowWeDecide</loc>");
});
