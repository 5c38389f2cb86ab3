import { expect, expectAccessible, listItem, post, signUp, test } from "./accounts.ts";

test("the bell shows a new message live, leads to it, and clears once it has been read", async ({ person }) => {
  // New accounts, so that no other test notifies them.
  const [seller, buyer] = [await person(), await person()];
  await signUp(seller, "Nell Seller");
  await signUp(buyer, "Ned Buyer");
  const item_id = await listItem(seller, { title: `Reading lamp ${Date.now()}` });
  const { page } = seller;
  await page.goto("/Marketplace");
  const bell = page.getByRole("button", { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName("Notifications");
  // The channel opens once the page is idle. Earlier messages arrive through the counts it then requests.
  const { id } = await post<{ id: string }>(buyer, "/api/conversations", { item_id });
  await post(buyer, `/api/conversations/${id}/messages`, {
    client_id: crypto.randomUUID(),
    text: `Hello, is it tall? ${Date.now()}`,
  });
  await expect(bell).toHaveAccessibleName("Notifications, 1 new", { timeout: 45_000 });

  await bell.focus();
  await page.keyboard.press("Enter");
  const line = page.getByRole("link", { name: /Unread, Messages/ });
  await expect(line).toContainText("Hello, is it tall?");
  await line.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/Messages/${id}`));
  await expect(bell).toHaveAccessibleName("Notifications");
  await bell.click();
  await expect(page.getByRole("link", { name: /sent you a message/ }).first()).not.toContainText("Unread");
});

test("email preferences and quiet hours are saved", async ({ person }) => {
  const { page } = await person(19);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/Marketplace");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  const sheet = page.getByRole("dialog", { name: "Notifications" });
  await sheet.getByRole("link", { name: /Preferences|Choose your notifications/ }).click();
  await expect(sheet).toHaveCount(0);
  const trades = page.getByRole("checkbox", { name: "Email about trades" });
  await trades.click();
  await expect(trades).not.toBeChecked();
  // The page shows it a moment after the click; check() does not wait for that.
  const quiet = page.getByRole("checkbox", { name: /^Quiet hours/ });
  await quiet.click();
  await expect(quiet).toBeChecked();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("22:00");
  await expect(page.getByLabel("Time zone")).toHaveValue("Australia/Melbourne");
  await expectAccessible(page, "notification settings");
  await page.reload();
  await expect(trades).not.toBeChecked();
  await expect(page.getByLabel("Until", { exact: true })).toHaveValue("07:00");
});
