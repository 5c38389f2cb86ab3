/** Collection windows, moving a pickup, and its reminder (D54, D56). */
import { expect, expectAccessible, listItem, originOf, test } from "./accounts.ts";

const HOUR = 3_600_000;

test("a buyer chooses a pickup time, both agree on another one, and both are reminded of it", async ({ person }) => {
  const title = `Camping chairs ${Date.now()}`;
  const giver = await person(2);
  const taker = await person("buyer");
  const window = (hours: number) => {
    const from = Math.ceil(Date.now() / HOUR) * HOUR + hours * HOUR;
    return { from, until: from + 2 * HOUR };
  };
  const id = await listItem(giver, { title, price: 0, collection_windows: [window(48), window(52), window(72)] });

  const { page } = taker;
  await page.goto(`/ItemDetail/${id}`);
  await expect(page.getByText("and 2 more times")).toBeVisible();
  await page.getByRole("button", { name: "Claim" }).click();
  const dialog = page.getByRole("dialog");
  const times = dialog.getByRole("group", { name: "Choose a pickup time" }).getByRole("radio");
  await expect(times).toHaveCount(3);
  await times.nth(2).check();
  await expectAccessible(page, "the choice of a pickup time", { within: "[role=dialog]" });
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByRole("button", { name: "Complete Purchase" }).click();
  await dialog.getByRole("link", { name: /order/i }).click();
  await expect(page).toHaveURL(/\/MyOrders\/ord_/i);

  // The buyer proposes a time within the next day, and the giver accepts.
  await page.getByRole("button", { name: "Propose another time" }).click();
  const soon = new Date(window(23).from);
  const local = new Intl.DateTimeFormat("sv-SE", {
    timeZone: "Australia/Melbourne",
    dateStyle: "short",
    timeStyle: "short",
  });
  const [day = "", from = ""] = local.format(soon).split(" ");
  const until = from.replace(":00", ":45");
  await dialog.getByLabel("Day").fill(day);
  await dialog.getByLabel("From").fill(from);
  await dialog.getByLabel("Until").fill(until);
  await dialog.getByRole("button", { name: "Propose this time" }).click();
  await expect(page.getByText(/^You proposed \w+day/)).toBeVisible();

  await giver.page.goto(page.url());
  await expect(giver.page.getByText(/proposes/)).toBeVisible();
  await expectAccessible(giver.page, "an order with a proposed time");
  await giver.page.getByRole("button", { name: "Accept" }).click();
  await expect(giver.page.getByText("accepted the new pickup time")).toBeVisible();

  // The collection begins in less than a day, so the next run of the cron reminds both.
  const cron = encodeURIComponent("*/5 * * * *");
  await page.request.get(`${originOf(taker)}/cdn-cgi/local/scheduled?cron=${cron}`);
  await page.goto("/");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await page.getByRole("link", { name: `Pickup reminder: ${title}` }).click();
  await page.getByRole("button", { name: "I'm coming" }).click();
  await expect(page.getByText("You're coming", { exact: true })).toBeVisible();
  await giver.page.reload();
  await expect(giver.page.getByText(/is coming\.$/)).toBeVisible();
});
