import { expect, expectAccessible, listItem, post, signUp, test } from "./people.ts";

test("the bell says live that somebody wrote, leads there, and is still once it has been read", async ({ person }) => {
  // Nobody else has anything to tell these two.
  const [seller, buyer] = [await person(), await person()];
  await signUp(seller, "Nell Seller");
  await signUp(buyer, "Ned Buyer");
  const item_id = await listItem(seller, { title: `Reading lamp ${Date.now()}` });
  const { page } = seller;
  await page.goto("/Marketplace");
  const bell = page.getByRole("button", { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName("Notifications");
  // The channel opens once the page is idle: what is written before is told as well, by the counts it asks for.
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
  await expect(page.getByRole("link", { name: /wrote to you/ }).first()).not.toContainText("Unread");
});

test("what comes by e-mail and when is chosen once and kept", async ({ person }) => {
  const { page } = await person(19);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/Marketplace");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  const sheet = page.getByRole("dialog", { name: "Notifications" });
  await sheet.getByRole("link", { name: /Preferences|Choose what you hear about/ }).click();
  await expect(sheet).toHaveCount(0);
  const trades = page.getByRole("checkbox", { name: "E-mail about trades" });
  await trades.click();
  await expect(trades).not.toBeChecked();
  // Shown by the page a moment after the click, which check() does not wait for.
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
