/** Trades between two users, and what a third user's purchase does to them (D39). */
import { type Actor, expect, expectAccessible, listItem, originOf, post, test } from "./accounts.ts";

const SELLER = 15;
const OFFEROR = 14;
const THIRD = 16;

const propose = (who: Actor, target_item_id: string, offered_item_ids: string[]) =>
  post(who, "/api/trading/propose-trade", { target_item_id, offered_item_ids });

/** The offer in the list for this target item. */
const offerIn = ({ page }: Actor, title: string) => page.getByRole("article").filter({ hasText: title });

test("an offer is made, appears live, is accepted, handed over by both and rated", async ({ person }) => {
  const [seller, offeror] = [await person(SELLER), await person(OFFEROR)];
  const stamp = Date.now().toString(36);
  const [target, lamp] = [`Swap bike ${stamp}`, `Swap lamp ${stamp}`];
  const targetId = await listItem(seller, { title: target, price: 60.5, collection_address: "10 Sample Grove" });
  const lampId = await listItem(offeror, { title: lamp, price: 40, collection_address: "64 Demo Street" });
  await seller.page.goto("/TradeOffers");
  await expect(seller.page.getByRole("heading", { name: "Trade offers" })).toBeVisible();

  await test.step("the dialog needs at least one own item and shows the sum", async () => {
    const { page } = offeror;
    await page.goto(`/ItemDetail/${targetId}`);
    await page.getByRole("button", { name: "Propose Trade" }).click();
    const dialog = page.getByRole("dialog", { name: "Propose a trade" });
    await dialog.getByRole("button", { name: "Send Trade Offer" }).click();
    await expect(dialog.getByText("Please select at least one item to trade")).toBeVisible();
    await dialog.getByRole("checkbox", { name: lamp }).check();
    await dialog.getByLabel("Add cash").fill("500.50");
    await dialog.getByRole("button", { name: "Send Trade Offer" }).click();
    await expect(dialog.getByText("Cash adjustment cannot exceed $500")).toBeVisible();
    await dialog.getByLabel("Add cash").fill("20");
    await dialog.getByLabel("Message").fill("Saturday in Oakleigh?");
    await expect(dialog.getByText("An even trade")).toBeVisible();
    await expectAccessible(page, "proposal");
    await dialog.getByRole("button", { name: "Send Trade Offer" }).click();
    await expect(page.getByText("Trade offer sent")).toBeVisible();
  });

  await test.step("the seller sees it without a reload and accepts after a confirmation", async () => {
    const { page } = seller;
    const offer = offerIn(seller, target);
    await expect(offer.getByText(`${lamp} + $20`)).toBeVisible();
    await expect(offer.getByText("Saturday in Oakleigh?")).toBeVisible();
    await offer.getByRole("button", { name: "Accept" }).click();
    const dialog = page.getByRole("dialog", { name: "Accept this trade?" });
    await dialog.getByRole("radio", { name: /^At a public place/ }).check();
    await dialog.getByRole("button", { name: "Accept trade" }).click();
    await expect(dialog.getByText(/^Name the place/)).toBeVisible();
    await dialog.getByLabel("Which place").fill("Oakleigh library, front steps");
    await expectAccessible(page, "accepting a trade");
    await dialog.getByRole("button", { name: "Accept trade" }).click();
    await expect(offer.getByText("Accepted", { exact: true })).toBeVisible();
    await offer.getByRole("link", { name: /^View trade/ }).click();
    await expect(page.getByText("Oakleigh library, front steps")).toBeVisible();
    await expect(page.getByText(/64 Demo Street|10 Sample Grove/)).toHaveCount(0);
    await expectAccessible(page, "accepted trade");
  });

  await test.step("other users cannot hold either item", async () => {
    const third = await person(THIRD);
    for (const item_id of [targetId, lampId]) {
      const held = await third.context.request.post("/api/rpc/reserve_item", {
        data: { item_id, reservation_type: "buy_now" },
        headers: { Origin: originOf(third) },
      });
      expect(held.status()).toBe(409);
    }
  });

  await test.step("both confirm the handover", async () => {
    await offeror.page.goto("/TradeOffers?tab=outgoing");
    await offerIn(offeror, target)
      .getByRole("link", { name: /^View trade/ })
      .click();
    await expect(offeror.page.getByText("Oakleigh library, front steps")).toBeVisible();
    await offeror.page.getByRole("button", { name: "We've swapped" }).click();
    await offeror.page.getByRole("button", { name: "Yes, we swapped" }).click();
    await expect(offeror.page.getByText(/^You said you've swapped/)).toBeVisible();
    await expect(seller.page.getByRole("heading", { name: "Waiting for your confirmation" })).toBeVisible();
    await seller.page.getByRole("button", { name: "We've swapped" }).click();
    await seller.page.getByRole("button", { name: "Yes, we swapped" }).click();
    for (const { page } of [seller, offeror]) {
      await expect(page.getByRole("heading", { name: "Completed", exact: true })).toBeVisible();
    }
  });

  await test.step("both rate each other once", async () => {
    for (const [who, stars] of [
      [offeror, "4 stars"],
      [seller, "5 stars"],
    ] as const) {
      await who.page.getByRole("button", { name: /^Rate / }).click();
      const dialog = who.page.getByRole("dialog");
      await dialog.getByRole("radio", { name: new RegExp(`^${stars}`) }).check();
      await dialog.getByRole("button", { name: "Submit Rating" }).click();
      await expect(who.page.getByText(/^You rated /)).toBeVisible();
    }
    await expectAccessible(seller.page, "rated trade");
    await seller.page.goto("/TradeOffers?tab=history");
    await expect(offerIn(seller, target).getByText("Completed")).toBeVisible();
  });
});

test("an offer is declined and another withdrawn, and both move to the history of both sides", async ({ person }) => {
  const [seller, offeror] = [await person(SELLER), await person(OFFEROR)];
  const stamp = Date.now().toString(36);
  const [no, back] = [`Declined desk ${stamp}`, `Withdrawn desk ${stamp}`];
  const mine = await listItem(offeror, { title: `Swap rug ${stamp}`, price: 30 });
  for (const title of [no, back]) await propose(offeror, await listItem(seller, { title, price: 30 }), [mine]);

  await seller.page.goto("/TradeOffers");
  await offerIn(seller, no).getByRole("button", { name: "Decline" }).click();
  await seller.page.getByRole("button", { name: "Decline offer" }).click();
  await expect(offerIn(seller, no)).toHaveCount(0);

  await offeror.page.goto("/TradeOffers?tab=outgoing");
  await expect(offerIn(offeror, no)).toHaveCount(0);
  await offerIn(offeror, back).getByRole("button", { name: "Withdraw" }).click();
  await offeror.page.getByRole("button", { name: "Withdraw offer" }).click();
  await expect(offerIn(seller, back)).toHaveCount(0);
  await offeror.page.getByRole("tab", { name: "History" }).click();
  await expect(offerIn(offeror, no).getByText("Declined", { exact: true })).toBeVisible();
  await expect(offerIn(offeror, back).getByText("Withdrawn", { exact: true })).toBeVisible();
});

test("an offer ends when one of its items is sold to another user", async ({ person }) => {
  const [seller, offeror, third] = [await person(SELLER), await person(OFFEROR), await person(THIRD)];
  const stamp = Date.now().toString(36);
  const [target, gift] = [`Kept kettle ${stamp}`, `Popular gift ${stamp}`];
  const giftId = await listItem(offeror, { title: gift, price: 0 });
  await propose(offeror, await listItem(seller, { title: target, price: 5 }), [giftId]);
  await seller.page.goto("/TradeOffers");
  const link = offerIn(seller, target).getByRole("link", { name: /^View trade/ });
  await link.click();
  await expect(seller.page.getByRole("button", { name: "Accept" })).toBeVisible();

  await post(third, "/api/rpc/reserve_item", { item_id: giftId, reservation_type: "buy_now" });
  const { order_id } = await post(third, "/api/transactions", {
    itemId: giftId,
    paymentMethod: "free",
    paymentStatus: "pending",
    amount: 0,
    acknowledged: true,
  });
  await post(third, `/api/orders/${String(order_id)}/collected`);

  await expect(seller.page.getByText(`“${gift}” was sold or taken down, so the offer has ended.`)).toBeVisible({
    timeout: 60_000,
  });
  await expect(seller.page.getByRole("button", { name: "Accept" })).toHaveCount(0);
  await offeror.page.goto("/TradeOffers?tab=history");
  await expect(offerIn(offeror, target).getByText("No longer possible")).toBeVisible();
});
