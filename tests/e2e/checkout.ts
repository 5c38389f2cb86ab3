/** The way through the checkout that every purchase takes. */
import { expect, type Locator } from "@playwright/test";

/**
 * Goes from the ticked pickup to the step after the choice of this method. The method of an earlier purchase stands as
 * chosen (D76), so its step may have been passed over.
 */
export async function chooseMethod(dialog: Locator, method: RegExp): Promise<void> {
  const next = dialog.getByRole("button", { name: "Next" });
  const choice = dialog.getByRole("heading", { name: "Payment Method" });
  const passed = dialog.getByRole("heading", { name: /^(Bank Transfer|Card Details|Crypto|Confirmation)/ });
  await next.click();
  await expect(choice.or(passed)).toBeVisible();
  while (!(await choice.isVisible())) {
    await dialog.getByRole("button", { name: "Back" }).click();
    await expect(choice.or(passed)).toBeVisible();
  }
  await dialog.getByRole("radio", { name: method }).check();
  await next.click();
  await expect(choice).toHaveCount(0);
}

/** Buys by bank transfer, from the open checkout to the placed order with its reference. */
export async function buyByTransfer(dialog: Locator): Promise<void> {
  await dialog.getByRole("checkbox").check();
  await chooseMethod(dialog, /Bank transfer/);
  await expect(dialog.getByText(/^GS\d{8}$/)).toBeVisible();
  await dialog.getByRole("button", { name: "Next" }).click();
}

/** Enters a card in its step and goes on to the confirmation. */
export async function enterCard(dialog: Locator, number: string): Promise<void> {
  await dialog.getByLabel("Card number").fill(number);
  await dialog.getByLabel("Expiry").fill("1234");
  await dialog.getByLabel("CVC").fill("123");
  await dialog.getByRole("button", { name: "Next" }).click();
}
