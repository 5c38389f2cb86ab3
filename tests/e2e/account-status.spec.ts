import type { APIRequestContext } from "@playwright/test";
import type { SessionReply } from "#contract/account/auth";
import { type Actor, expect, expectAccessible, listItem, originOf, test } from "./accounts.ts";

/**
 * Loads the session. On the server this also sweeps the user's overdue orders and lifts suspensions that have ended.
 */
async function profileOf(person: Actor): Promise<NonNullable<SessionReply["profile"]>> {
  const reply = await person.context.request.get("/api/auth/session");
  const { profile } = (await reply.json()) as SessionReply;
  if (!profile) throw new Error(`${person.name} is signed out`);
  return profile;
}

async function decide(admin: Actor, outcome: "upheld" | "overturned", email: string, answer: string): Promise<void> {
  const api: APIRequestContext = admin.context.request;
  const { items } = (await (await api.get("/api/admin/appeals")).json()) as {
    items: { id: string; user: { email: string } }[];
  };
  const appeal = items.find(({ user }) => user.email === email);
  const decided = await api.post(`/api/admin/appeals/${appeal?.id}/decision`, {
    data: { outcome, answer },
    headers: { Origin: originOf(admin) },
  });
  expect(decided.status(), await decided.text()).toBe(200);
}

test("an expired order suspends its buyer, who can still pay another order, contact support and sign out", async ({
  person,
}) => {
  const buyer = await person("suspended");
  const { page } = buyer;
  await expect.poll(async () => (await profileOf(buyer)).is_suspended).toBe(true);

  await test.step("every page shows the notice with the time left, the reason and the order", async () => {
    for (const path of ["/", "/AddItem"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: "Account suspended" })).toBeVisible();
    }
    await expect(page.getByText(/^Time remaining: (23 hours and \d+ minutes?|24 hours)$/)).toBeVisible();
    const evidence = page.getByRole("region", { name: "Missed payments" });
    await expect(evidence.getByRole("listitem")).toHaveCount(1);
    await expect(evidence).toContainText("Kitchen chair with arms");
    await expect(evidence).toContainText("$65");
    await expect(page.getByRole("link", { name: "Marketplace" })).toHaveCount(0);
    await expectAccessible(page, "suspension notice");
  });

  await test.step("the server refuses a new purchase", async () => {
    const itemId = await listItem(await person(17), { title: `Not for the suspended ${Date.now()}` });
    const refused = await buyer.context.request.post("/api/rpc/reserve_item", {
      data: { item_id: itemId, reservation_type: "buy_now" },
      headers: { Origin: originOf(buyer) },
    });
    expect(refused.status()).toBe(403);
    expect(await refused.json()).toMatchObject({ error: { code: "suspended" } });
  });

  await test.step("the open order can be paid", async () => {
    await page.getByRole("link", { name: "My Orders" }).click();
    await page.getByRole("link", { name: "Two-metre ladder" }).click();
    await expect(page.getByText("Account suspended")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Two-metre ladder" })).toBeVisible();
    await expectAccessible(page, "order page of a suspended buyer");
    await page.getByRole("button", { name: /I've sent the transfer/ }).click();
    await expect(page.getByRole("heading", { name: "Seller is checking your payment" })).toBeVisible();
    await page.getByRole("link", { name: "See why" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Account suspended" })).toBeVisible();
  });

  await test.step("the buyer can contact support", async () => {
    await page.getByRole("button", { name: "Contact Support" }).click();
    const dialog = page.getByRole("dialog", { name: "Contact Support" });
    await dialog.getByRole("button", { name: "Submit Request" }).click();
    await expect(dialog.getByText("Please describe the technical issue you're experiencing.")).toBeVisible();
    await dialog.getByLabel("Issue description").fill("My bank was down for three days.");
    await expect(dialog.getByLabel("Your email")).toHaveValue("suspended@demo.local");
    await dialog.getByRole("button", { name: "Submit Request" }).click();
    await expect(page.getByText("Support Request Submitted")).toBeVisible();
  });

  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page).toHaveURL(/\/Marketplace$/i);
  await expect(page.getByRole("link", { name: "Sign In" }).first()).toBeVisible();
});

test("a suspension that has ended is lifted with the next page, and buying works again", async ({ person }) => {
  const buyer = await person("served");
  const itemId = await listItem(await person(18), { title: `For somebody back again ${Date.now()}` });
  await buyer.page.goto(`/ItemDetail/${itemId}`);
  await buyer.page.getByRole("button", { name: "Buy Now" }).click();
  await expect(buyer.page.getByRole("dialog").getByRole("checkbox")).toBeVisible();
  expect(await profileOf(buyer)).toMatchObject({ is_suspended: false, suspension_end_date: null });
});

test("a banned user sees the reason, appeals twice and returns once an appeal succeeds", async ({ person }) => {
  const banned = await person("banned");
  const admin = await person("admin");
  const { page } = banned;
  const appeal = async (words: string) => {
    await page.getByRole("button", { name: "Appeal", exact: true }).click();
    await page.getByLabel("Why is this a mistake?").fill(words);
    await page.getByRole("button", { name: "Send Appeal" }).click();
    await expect(page.getByText("We've received your appeal")).toBeVisible();
    await expect(page.getByRole("button", { name: "Appeal", exact: true })).toHaveCount(0);
  };

  await page.goto("/Marketplace");
  await expect(page.getByRole("heading", { level: 1, name: "Account banned" })).toBeVisible();
  await expect(page.getByText("You can no longer buy or sell on Goodstreet.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Missed payments" }).getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page, "ban notice");

  await page.getByRole("button", { name: "Appeal", exact: true }).click();
  await page.getByRole("button", { name: "Send Appeal" }).click();
  await expect(page.getByText("Please tell us in a sentence or two why this is a mistake.")).toBeVisible();
  await expectAccessible(page, "appeal form");
  await page.getByRole("button", { name: "Cancel" }).click();

  await appeal("I was in hospital on both days.");
  await decide(admin, "upheld", "banned@demo.local", "Please send us something that shows it.");
  await page.reload();
  await expect(page.getByText("Your appeal wasn't successful")).toBeVisible();
  await expect(page.getByText("Please send us something that shows it.")).toBeVisible();

  await appeal("Here is the letter of the hospital: ward 4, 12 to 20.");
  await page.reload();
  await expect(page.getByText("We've received your appeal")).toBeVisible();
  await decide(admin, "overturned", "banned@demo.local", "Thank you, that settles it.");
  await page.goto("/Marketplace");
  await expect(page.getByRole("searchbox")).toBeVisible();
  await expect(page.getByText("Account banned")).toHaveCount(0);
  expect(await profileOf(banned)).toMatchObject({ is_banned: false, incomplete_transaction_count: 0 });
});

test("a seller who never confirmed a payment is restricted until they answer", async ({ person }) => {
  const seller = await person("restricted", { firstVisit: true });
  const { page } = seller;
  await page.clock.install();
  await page.goto("/Marketplace");
  const banner = page.getByRole("region", { name: "Account restricted" });
  await expect(banner).toContainText("Your account is restricted");
  // A guided tour would have started by now; it must not start beside the banner.
  await page.clock.runFor(2_500);
  await expect(page.getByText(/Step \d of \d/)).toHaveCount(0);
  await expectAccessible(page, "restricted banner");
  const refused = await seller.context.request.post("/api/items", {
    data: { title: "A plain chair", price: 20, category: "furniture", condition: "good" },
    headers: { Origin: originOf(seller) },
  });
  expect(refused.status()).toBe(403);
  expect(await refused.json()).toMatchObject({ error: { code: "restricted" } });

  await banner.getByRole("link", { name: "View Confirmations" }).click();
  await expect(page).toHaveURL(/\/MyItems$/i);
  await page.getByRole("main").getByRole("link", { name: "Payment Confirmations" }).first().click();
  await expect(page).toHaveURL(/\/PaymentConfirmations$/i);
  const card = page.getByRole("listitem").filter({ hasText: "Two-seater and floor lamp" });
  await card.getByRole("button", { name: "Payment received" }).click();
  const confirm = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await confirm.getByRole("button", { name: "Payment received" }).click();
  // While the dialog is open, what is behind it has no role, the banner included.
  await expect(page.getByRole("heading", { name: "Payment confirmed" })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await page.goto("/Marketplace");
  await expect(page.getByRole("searchbox")).toBeVisible();
  await expect(banner).toHaveCount(0);
  expect(await profileOf(seller)).toMatchObject({ account_restricted: false });
});
