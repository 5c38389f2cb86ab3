import { expect, expectAccessible, listItem, originOf, type Person, takeGift, test } from "./people.ts";

const SELLER = 18;
const BUYER = 17;

/** A paid order, made through the API: these tests begin at the door. */
const paidOrder = async (seller: Person, buyer: Person, title: string) =>
  takeGift(buyer, await listItem(seller, { title, price: 0 }));

/** What the buyer's page says, as six digits. */
async function codeOf({ page }: Person, orderId: string): Promise<string> {
  await page.goto(`/MyOrders/${orderId}`);
  const code = page.getByRole("img", { name: /^Collection code: (\d ){5}\d$/ });
  return ((await code.getAttribute("aria-label")) ?? "").replace(/\D/g, "");
}

test("at the door: five wrong codes lock the typing, the QR still works, and both see the order completed", {
  tag: "@golden",
}, async ({ person }) => {
  const [seller, buyer] = [await person(SELLER), await person(BUYER)];
  const orderId = await paidOrder(seller, buyer, `Picnic rug ${Date.now()}`);
  const code = await codeOf(buyer, orderId);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  const { page } = seller;
  const field = page.getByLabel("Type the code");
  const send = page.getByRole("button", { name: "Hand over" });

  await test.step("the code is nowhere on the seller's side", async () => {
    const reply = await seller.context.request.get(`/api/orders/${orderId}`);
    expect(await reply.json()).toMatchObject({
      handover: null,
      handover_check: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    await page.goto(`/MyOrders/${orderId}`);
    await expect(field).toBeVisible();
  });

  await test.step("too short is said at once; wrong is said with what is left to do", async () => {
    await field.fill("123");
    await send.click();
    await expect(page.getByText("The code has six digits.")).toBeVisible();
    for (const left of ["4 tries", "3 tries", "2 tries", "one try"]) {
      await field.fill(wrong);
      const reply = page.waitForResponse((response) => response.url().endsWith("/handover"));
      await send.click();
      expect((await reply).status()).toBe(422);
      await expect(page.getByText(`That is not the code of this order. You have ${left} left.`)).toBeVisible();
    }
    await field.fill(wrong);
    await send.click();
    await expect(page.getByText(/Five wrong codes in a row/)).toBeVisible();
    await expect(page.getByText(/Try again in/)).toBeVisible();
    await expect(field).toHaveCount(0);
    await expectAccessible(page, "locked entry");
  });

  await test.step("locked is locked for the right code too, whoever asks", async () => {
    const reply = await seller.context.request.post(`/api/orders/${orderId}/handover`, {
      data: { code },
      headers: { Origin: originOf(seller) },
    });
    expect(reply.status()).toBe(429);
  });

  await test.step("the QR on the buyer's screen, photographed, completes it", async () => {
    const picture = await buyer.page.getByRole("img", { name: /QR code/ }).screenshot();
    await page.getByRole("button", { name: "Scan the QR" }).click();
    await page.getByLabel("Photo of the QR code").setInputFiles({
      name: "qr.png",
      mimeType: "image/png",
      buffer: picture,
    });
    await expect(page.getByText("Handed over", { exact: true }).first()).toBeVisible();
    await expect(page.locator("#main").getByRole("heading", { name: "Handed over" })).toBeVisible();
    await expect(buyer.page.getByRole("heading", { name: "Collected" })).toBeVisible({ timeout: 20_000 });
    await expect(buyer.page.getByRole("img", { name: /^Collection code/ })).toHaveCount(0);
  });
});

test("the right six digits complete the order, also pasted in two groups", async ({ person }) => {
  const [seller, buyer] = [await person(SELLER), await person(BUYER)];
  const orderId = await paidOrder(seller, buyer, `Garden chair ${Date.now()}`);
  const code = await codeOf(buyer, orderId);
  const { page } = seller;
  await page.goto(`/MyOrders/${orderId}`);
  await page.getByLabel("Type the code").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole("button", { name: "Hand over" }).click();
  await expect(page.locator("#main").getByRole("heading", { name: "Handed over" })).toBeVisible();
  await expect(page.getByText("Handed over with the buyer's code")).toBeVisible();
});

test("without network the QR is verified on the seller's device, and sent once there is network again", async ({
  person,
}) => {
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
  await expect(page.getByLabel("Type the code")).toBeVisible();
  // What reads the QR is loaded ahead of time, since at the door it may be too late.
  await page.waitForLoadState("networkidle");
  await seller.context.setOffline(true);

  await page.getByLabel("Type the code").fill("000000");
  await page.getByRole("button", { name: "Hand over" }).click();
  await expect(page.getByText("Typing the code needs a connection. Scanning the QR works without one.")).toBeVisible();

  await page.getByRole("button", { name: "Scan the QR" }).click();
  const photo = page.getByLabel("Photo of the QR code");
  await photo.setInputFiles(foreign);
  await expect(page.getByText("That code is for another order.", { exact: false })).toBeVisible();
  await photo.setInputFiles(right);
  await expect(page.getByText("It will be sent when you're back online.", { exact: false })).toBeVisible();
  await expectAccessible(page, "verified without network");
  expect(await statusNow()).toBe("payment_confirmed");

  await seller.context.setOffline(false);
  await expect(page.locator("#main").getByRole("heading", { name: "Handed over" })).toBeVisible({ timeout: 30_000 });
  expect(await statusNow()).toBe("completed");
});
