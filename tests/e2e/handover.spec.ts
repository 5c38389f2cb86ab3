import { type Actor, expect, expectAccessible, listItem, originOf, takeGiveaway, test } from "./accounts.ts";
import { settled } from "./hydrated.ts";

const SELLER = 18;
const BUYER = 17;

/** Creates a paid order through the API: these tests start at collection. */
const paidOrder = async (seller: Actor, buyer: Actor, title: string) =>
  takeGiveaway(buyer, await listItem(seller, { title, price: 0 }));

/** Reads the six digits from the buyer's page. */
async function codeOf({ page }: Actor, orderId: string): Promise<string> {
  await page.goto(`/MyOrders/${orderId}`);
  const code = page.getByRole("img", { name: /^Pickup code: (\d ){5}\d$/ });
  return ((await code.getAttribute("aria-label")) ?? "").replace(/\D/g, "");
}

test("five wrong codes lock typing, the QR code still works, and both sides see the completed order", async ({
  person,
}) => {
  const [seller, buyer] = [await person(SELLER), await person(BUYER)];
  const orderId = await paidOrder(seller, buyer, `Picnic rug ${Date.now()}`);
  const code = await codeOf(buyer, orderId);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  const { page } = seller;
  const field = page.getByLabel("Enter the code");
  const send = page.getByRole("button", { name: "Hand over" });

  await test.step("the seller's side never receives the code", async () => {
    const reply = await seller.context.request.get(`/api/orders/${orderId}`);
    expect(await reply.json()).toMatchObject({
      handover: null,
      handover_check: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    await page.goto(`/MyOrders/${orderId}`);
    await expect(field).toBeVisible();
  });

  await test.step("a short code is refused at once; a wrong one is refused with the number of tries left", async () => {
    await field.fill("123");
    await send.click();
    await expect(page.getByText("The code has 6 digits.")).toBeVisible();
    for (const left of ["4 tries", "3 tries", "2 tries", "one try"]) {
      await field.fill(wrong);
      const reply = page.waitForResponse((response) => response.url().endsWith("/handover"));
      await send.click();
      expect((await reply).status()).toBe(422);
      await expect(page.getByText(`That isn't the code for this order. You have ${left} left.`)).toBeVisible();
    }
    await field.fill(wrong);
    await send.click();
    await expect(page.getByText(/5 wrong codes in a row/)).toBeVisible();
    await expect(page.getByText(/Try again in/)).toBeVisible();
    await expect(field).toHaveCount(0);
    await expectAccessible(page, "locked entry");
  });

  await test.step("while locked, the right code is refused too", async () => {
    const reply = await seller.context.request.post(`/api/orders/${orderId}/handover`, {
      data: { code },
      headers: { Origin: originOf(seller) },
    });
    expect(reply.status()).toBe(429);
  });

  await test.step("a photo of the buyer's QR code completes the order", async () => {
    const picture = await buyer.page.getByRole("img", { name: /QR code/ }).screenshot();
    await page.getByRole("button", { name: "Scan QR code" }).click();
    await page.getByLabel("Photo of the QR code").setInputFiles({
      name: "qr.png",
      mimeType: "image/png",
      buffer: picture,
    });
    await expect(page.getByText("Handed over", { exact: true }).first()).toBeVisible();
    await expect(page.locator("#main").getByRole("heading", { name: "Handed over" })).toBeVisible();
    await expect(buyer.page.getByRole("heading", { name: "Picked up" })).toBeVisible({ timeout: 20_000 });
    await expect(buyer.page.getByRole("img", { name: /^Pickup code/ })).toHaveCount(0);
  });
});

test("the right six digits complete the order, also pasted in two groups", async ({ person }) => {
  const [seller, buyer] = [await person(SELLER), await person(BUYER)];
  const orderId = await paidOrder(seller, buyer, `Garden chair ${Date.now()}`);
  const code = await codeOf(buyer, orderId);
  const { page } = seller;
  await page.goto(`/MyOrders/${orderId}`);
  await page.getByLabel("Enter the code").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole("button", { name: "Hand over" }).click();
  await expect(page.locator("#main").getByRole("heading", { name: "Handed over" })).toBeVisible();
  await expect(page.getByText("Handed over with the buyer's code")).toBeVisible();
});

test("offline, the seller's device verifies the QR code and sends it once it is online again", async ({ person }) => {
  const [seller, buyer] = [await person(SELLER), await person(BUYER)];
  const orderId = await paidOrder(seller, buyer, `Wall clock ${Date.now()}`);
  const other = await paidOrder(seller, buyer, `Other clock ${Date.now()}`);
  const pictureOf = async (id: string) => {
    await codeOf(buyer, id);
    const buffer = await buyer.page.getByRole("img", { name: /QR code/ }).screenshot();
    return { name: "qr.png", mimeType: "image/png", buffer };
  };
  const [right, foreign] = [await pictureOf(orderId), await pictureOf(other)];
  const { page } = seller;
  const statusNow = async () => {
    const reply = await buyer.context.request.get(`/api/orders/${orderId}`);
    return ((await reply.json()) as { status: string }).status;
  };

  await page.goto(`/MyOrders/${orderId}`);
  await expect(page.getByLabel("Enter the code")).toBeVisible();
  // The QR reader is loaded in advance, because there may be no network at collection.
  await settled(page);
  await seller.context.setOffline(true);

  await page.getByLabel("Enter the code").fill("000000");
  await page.getByRole("button", { name: "Hand over" }).click();
  await expect(
    page.getByText("You need to be online to enter the code. Scanning the QR code works offline."),
  ).toBeVisible();

  await page.getByRole("button", { name: "Scan QR code" }).click();
  const photo = page.getByLabel("Photo of the QR code");
  await photo.setInputFiles(foreign);
  await expect(page.getByText("That code is for another order.", { exact: false })).toBeVisible();
  await photo.setInputFiles(right);
  await expect(page.getByText("We'll send it when you're back online.", { exact: false })).toBeVisible();
  await expectAccessible(page, "verified without network");
  expect(await statusNow()).toBe("payment_confirmed");

  await seller.context.setOffline(false);
  await expect(page.locator("#main").getByRole("heading", { name: "Handed over" })).toBeVisible({ timeout: 30_000 });
  expect(await statusNow()).toBe("completed");
});
