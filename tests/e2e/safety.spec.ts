import { expect, listItem, test } from "./accounts.ts";

const SELLER = 5;
const BUYER = 22;

test("a listing is reported, staff remove it, and the reporter is notified", async ({ person, baseURL }) => {
  const seller = await person(SELLER);
  const buyer = await person(BUYER);
  const staff = await person("admin");
  const title = `Farm tool ${Date.now()}`;
  const id = await listItem(seller, { title, price: 30 });

  await buyer.page.goto(`/ItemDetail/${id}`);
  await buyer.page.getByRole("button", { name: "Report this listing" }).click();
  const dialog = buyer.page.getByRole("dialog", { name: "Report a problem" });
  await dialog.getByText("Not allowed here").click();
  await dialog.getByLabel(/^Details/).fill("Weapons are not allowed.");
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(buyer.page.getByText("Report sent")).toBeVisible();

  const headers = { Origin: baseURL ?? "" };
  const queue = await staff.context.request.get("/api/admin/reports?kind=report");
  const { items } = (await queue.json()) as { items: { id: string; subject_id: string; excerpt: string }[] };
  const report = items.find(({ subject_id }) => subject_id === id);
  expect(report?.excerpt).toContain(title);
  const decided = await staff.context.request.post(`/api/admin/reports/${report?.id}/decision`, {
    data: { outcome: "remove", note: "Weapons cannot be sold here." },
    headers,
  });
  expect(decided.status(), await decided.text()).toBe(200);

  expect((await buyer.context.request.get(`/api/items/${id}`)).status()).toBe(410);
  for (const [who, words] of [
    [buyer, "We've removed what you reported. Thanks for letting us know."],
    [seller, "Weapons cannot be sold here."],
  ] as const) {
    const centre = await who.context.request.get("/api/notifications");
    expect(await centre.text()).toContain(words);
  }
});

test("a user blocks another from their store page and unblocks them in the settings", async ({ person }) => {
  const seller = await person(SELLER);
  const { page } = await person(BUYER);
  await page.goto(`/Store/${seller.id}`);
  const name = (await page.getByRole("heading", { level: 1 }).innerText()).replace(/\s*Business$/, "");
  const menu = page.getByRole("button", { name: `More about ${name}` });
  await menu.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: `Block ${name}` }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Block" }).click();
  await expect(page.getByText(`${name} is blocked`)).toBeVisible();
  const refused = await page.request.post("/api/conversations", {
    data: { user_id: seller.id },
    headers: { Origin: new URL(page.url()).origin },
  });
  expect(refused.status()).toBe(403);

  await page.goto("/Settings");
  await page.getByRole("button", { name: `Unblock ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unblock" }).click();
  await expect(page.getByText("You haven't blocked anyone.")).toBeVisible();
});
