/** Staff queues: a dispute, a trade, a report, a support request, emails, the wizard demo and stuck records. */
import { expect, expectAccessible, listItem, post, test } from "./accounts.ts";

const LISTER = 4;
const WATCHER = 6;

test("staff decide a dispute with a reason for both sides and call off a trade", async ({ person }) => {
  const [lister, watcher, staff] = [await person(LISTER), await person(WATCHER), await person("admin")];
  const { page } = staff;
  const word = `quokka${Date.now().toString(36)}`;

  await test.step("a dispute", async () => {
    const itemId = await listItem(lister, { title: `Teapot ${word}`, price: 0 });
    await post(watcher, "/api/rpc/reserve_item", { item_id: itemId, reservation_type: "buy_now" });
    const terms = { paymentMethod: "free", paymentStatus: "pending", amount: 0, acknowledged: true };
    const { order_id } = await post(watcher, "/api/transactions", { itemId, ...terms });
    await post(watcher, `/api/orders/${order_id}/dispute`, { reason: `The lid is cracked (${word}).` });
    await page.goto("/PaymentConfirmations");
    await page.getByRole("tab", { name: /^Disputed/ }).click();
    const card = page.getByRole("article").filter({ hasText: word });
    await card.getByRole("button", { name: "Review" }).click();
    const dialog = page.getByRole("dialog", { name: `Teapot ${word}` });
    await dialog.getByRole("radio").last().check();
    await dialog.getByLabel("Reason").fill(`Both may keep what they have, ${word}.`);
    await dialog.getByRole("button", { name: "Save decision" }).click();
    await expect(page.getByText("Decision saved", { exact: true }).first()).toBeVisible();
    await expect(card).toHaveCount(0);
    await watcher.page.goto(`/MyOrders/${order_id}`);
    // A giveaway moved no money, so nothing is refunded. Both sides see the reason.
    await expect(watcher.page.getByRole("heading", { name: "Cancelled by our team" })).toBeVisible();
    await expect(watcher.page.getByText(`The lid is cracked (${word}).`)).toBeVisible();
    await expect(watcher.page.getByText(`Both may keep what they have, ${word}.`)).toBeVisible();
    // Both sides also get the reason by email.
    const emailCount = async () => {
      const reply = await staff.context.request.get("/api/admin/mail");
      const { items } = (await reply.json()) as { items: { to: string; text: string }[] };
      return new Set(items.filter(({ text }) => text.includes(word)).map(({ to }) => to)).size;
    };
    await expect.poll(emailCount).toBe(2);
  });

  await test.step("a trade", async () => {
    const target = await listItem(lister, { title: `Kettle ${word}`, price: 40 });
    const offered = await listItem(watcher, { title: `Toaster ${word}`, price: 40 });
    const { trade_id } = await post(watcher, "/api/trading/propose-trade", {
      target_item_id: target,
      offered_item_ids: [offered],
    });
    await post(lister, `/api/trades/${trade_id}/accept`);
    await page.goto("/Baggage");
    await page.getByRole("tab", { name: /^Trades/ }).click();
    await page.getByRole("button", { name: `Call off: Kettle ${word}` }).click();
    const dialog = page.getByRole("dialog", { name: "Call off this trade?" });
    await dialog.getByLabel("Reason").fill("Neither came to meet the other.");
    await dialog.getByRole("button", { name: "Call off" }).click();
    await expect(page.getByText("Trade called off")).toBeVisible();
    for (const id of [target, offered]) {
      const free = (await (await staff.context.request.get(`/api/items/${id}`)).json()) as { status: string };
      expect(free.status).toBe("active");
    }
  });
});

test("staff remove a reported listing, answer a support request, and check emails and stuck records", async ({
  person,
}) => {
  const [lister, watcher, staff] = [await person(LISTER), await person(WATCHER), await person("admin")];
  const word = `wombat${Date.now().toString(36)}`;
  const item = await listItem(lister, { title: `Handbag ${word}` });
  await post(watcher, "/api/reports", { subject_type: "item", subject_id: item, reason: "counterfeit", details: word });

  const { page } = staff;
  await page.goto("/Moderation?queue=reports");
  const card = page.getByRole("article").filter({ hasText: word });
  await card.getByRole("button", { name: "Review" }).click();
  const decision = page.getByRole("dialog", { name: "Listing: Fake or stolen" });
  await decision.getByRole("radio", { name: /Remove the listing/ }).check();
  await decision.getByLabel("Reason").fill("Copies are not sold here.");
  await decision.getByRole("button", { name: "Save decision" }).click();
  await expect(decision).toBeHidden();
  await expect(card).toBeHidden();
  await page.getByRole("tab", { name: "Decided" }).click();
  await expect(page.getByRole("article").filter({ hasText: word }).getByText("Removed")).toBeVisible();
  const listed = await watcher.context.request.get(`/api/items/${item}`);
  expect(listed.status()).toBeGreaterThanOrEqual(404);

  await post(watcher, "/api/contact", { topic: "idea", message: `More ${word}, please.`, email: "w@example.com" });
  await page.goto("/SupportRequests");
  await page
    .getByRole("article")
    .filter({ hasText: word })
    .getByRole("button", { name: "Reply to “Contact: idea”" })
    .click();
  const answer = page.getByRole("dialog", { name: "Reply to “Contact: idea”" });
  await answer.getByLabel("Your reply").fill("We will think about it.");
  await answer.getByRole("button", { name: "Send reply" }).click();
  await expect(answer).toBeHidden();
  await page.getByRole("tab", { name: "Replied" }).click();
  await expect(page.getByRole("article").filter({ hasText: word }).getByText("We will think about it.")).toBeVisible();

  await page.goto("/EmailTest?view=templates");
  await page.getByRole("button", { name: "Send me a test: Set a new password" }).click();
  await expect(page.getByText("Test sent")).toBeVisible();
  await page.getByRole("tab", { name: "Outbox" }).click();
  await expect(page.getByText("[Test] Set a new password").first()).toBeVisible();

  await page.goto("/Baggage");
  await expect(page.getByRole("heading", { name: "Baggage" })).toBeVisible();
  await page.getByRole("tab", { name: /^Unused photos/ }).click();
  await expect(page.getByText("No unused photos.")).toBeVisible();
  await expectAccessible(page, "baggage");
  await page.goto("/PaymentConfirmations");
  await page.getByRole("tab", { name: /^Pending/ }).click();
  await expect(page.getByRole("tabpanel").getByRole("status")).toBeHidden();
});

test("the wizard demo runs to the end by card and by crypto without creating an order", async ({ person }) => {
  const { page } = await person("admin");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET" && request.url().includes("/api/")) sent.push(new URL(request.url()).pathname);
  });
  await page.goto("/PaymentWizardDemo");
  const begin = async (method: RegExp) => {
    await page.getByRole("button", { name: "Start demo" }).click();
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("radio", { name: method }).check();
  };
  await begin(/^Card/);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Complete Purchase" }).click();
  await expect(page.getByText("It's yours")).toBeVisible();
  await page.getByRole("button", { name: "Start again" }).click();

  await begin(/^Crypto/);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("radio", { name: /Bitcoin/ }).check();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("demo-do-not-pay-btc")).toBeVisible();
  await page.getByLabel("Transaction hash").fill("a".repeat(64));
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Complete Purchase" }).click();
  await expect(page.getByText("The seller is checking your payment")).toBeVisible();
  expect(sent.filter((path) => /transactions|rpc|checkout|payment/.test(path))).toEqual([]);
});
