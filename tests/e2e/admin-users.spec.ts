import { expect, expectAccessible, test } from "./accounts.ts";

test("staff suspend a user, lift the suspension and impersonate them, and the audit log records it", async ({
  person,
  baseURL,
}) => {
  const newUser = await person();
  const name = `Uma Unsure ${Date.now()}`;
  const signedUp = await newUser.context.request.post("/api/auth/sign-up", {
    data: { email: `uma-${Date.now()}@example.com`, password: "a quiet harbour 42", full_name: name },
    headers: { Origin: baseURL ?? "" },
  });
  expect(signedUp.status(), await signedUp.text()).toBe(201);
  const { page } = await person("super");
  await page.goto("/Users");
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await page.getByLabel(/^Name, email/).fill(name.toLowerCase());
  const row = page.getByRole("main").getByRole("link", { name: new RegExp(name) });
  await expect(row).toHaveCount(1);
  await row.click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  await page.getByRole("button", { name: "Suspend", exact: true }).click();
  const suspending = page.getByRole("dialog", { name: "Suspend this account" });
  await suspending.getByLabel("Duration").selectOption("3");
  await suspending.getByLabel("Reason").fill("Three buyers waited at the wrong door.");
  await suspending.getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByText("We've let them know.")).toBeVisible();
  await expectAccessible(page, "one person");
  await newUser.page.goto("/MyItems");
  await expect(newUser.page.getByRole("button", { name: "Log Out" })).toBeVisible();
  await expect(newUser.page.getByRole("navigation")).toHaveCount(0);

  await page.getByRole("button", { name: "Lift suspension" }).click();
  const lifting = page.getByRole("dialog", { name: "Lift the suspension" });
  await lifting.getByLabel("Reason").fill("They have shown that it was our mistake.");
  await lifting.getByRole("button", { name: "Lift suspension" }).click();
  await expect(page.getByRole("button", { name: "Suspend", exact: true })).toBeVisible();
  await newUser.page.goto("/MyItems");
  await expect(newUser.page.getByRole("heading", { level: 1 })).toBeVisible();

  await page.getByRole("button", { name: "View as this user" }).click();
  const looking = page.getByRole("dialog", { name: "View as this user" });
  await looking.getByLabel("Reason").fill("They cannot find their listing.");
  await looking.getByRole("button", { name: "View as this user" }).click();
  const ribbon = page.getByRole("region", { name: "Viewing as another user" });
  await expect(ribbon).toContainText(name);
  await page.goto("/MyItems");
  await expect(ribbon).toBeVisible();
  const refused = await page.request.patch("/api/profile", {
    data: { city: "Perth" },
    headers: { Origin: new URL(page.url()).origin },
  });
  expect(refused.status()).toBe(403);
  await page.goto("/Users");
  await expect(page.getByText("Administrators only.")).toBeVisible();
  await ribbon.getByRole("button", { name: "Back to my account" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(ribbon).toHaveCount(0);

  await page.getByRole("link", { name: "Audit log" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
  for (const action of ["Viewing ended", "Viewing started", "Lift suspension", "Suspend"]) {
    await expect(
      page
        .getByRole("listitem")
        .filter({ hasText: new RegExp(`^${action}`) })
        .first(),
    ).toBeVisible();
  }
  await page.getByRole("button", { name: "Verify chain" }).click();
  await expect(page.getByText("The chain is intact")).toBeVisible();
  await expectAccessible(page, "the audit log");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
});
