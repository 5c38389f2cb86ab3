/** Site settings, announcements and the home page: admins edit them, visitors see the result. */
import type { HomeEditorReply } from "#contract/site/homepage";
import type { SiteSettingsReply } from "#contract/site/settings";
import { expect, expectAccessible, originOf, test } from "./accounts.ts";

test("a changed site setting applies to new holds, and a feature that is switched off disappears", async ({
  person,
}) => {
  const [admin, visitor] = [await person("admin"), await person()];
  const path = "/api/admin/site-settings";
  const { current } = (await (await admin.context.request.get(path)).json()) as SiteSettingsReply;

  await admin.page.goto("/Settings");
  await admin.page.getByRole("link", { name: "Site settings" }).click();
  const hold = admin.page.getByLabel("Hold time (minutes)");
  await hold.fill("3");
  await admin.page.getByRole("button", { name: "Save settings" }).click();
  await expect(admin.page.getByText("Enter a whole number from 5 to 60.")).toBeVisible();
  await hold.fill("47");
  await admin.page.getByRole("checkbox", { name: /^Donations/ }).uncheck();
  await admin.page.getByRole("button", { name: "Save settings" }).click();
  await expect(admin.page.getByText("Settings saved", { exact: true })).toBeVisible();
  await expect(admin.page.getByText("Current")).toBeVisible();

  // Isolates cache settings for at most five seconds.
  await expect(async () => {
    await visitor.page.goto("/Donations");
    await expect(visitor.page.getByText("Donations are turned off right now")).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(visitor.page.getByRole("contentinfo").getByRole("link", { name: "Donations" })).toHaveCount(0);

  // Restores the settings for the other tests.
  const { saved_at: _at, saved_by: _by, ...before } = current;
  const after = (await (await admin.context.request.get(path)).json()) as SiteSettingsReply;
  expect(after.current.numbers.hold_minutes).toBe(47);
  const restored = await admin.context.request.put(path, {
    data: { ...before, version: after.current.version },
    headers: { Origin: originOf(admin) },
  });
  expect(restored.status()).toBe(200);
});

test("an announcement is written with the toolbar, previewed as the server renders it, and published", async ({
  person,
}) => {
  const [admin, visitor] = [await person("admin"), await person()];
  const title = `Market day ${Date.now().toString(36)}`;
  await admin.page.goto("/AnnouncementEditor");
  await admin.page.getByRole("link", { name: "New announcement" }).click();
  await admin.page.getByLabel("Title").fill(title);
  const text = admin.page.getByLabel("Text", { exact: true });
  await text.fill("Come along <script>alert(1)</script>");
  await text.press("ControlOrMeta+a");
  await text.press("ArrowRight");
  await admin.page.getByRole("button", { name: "Bold (Ctrl+B)" }).click();
  await expect(text).toHaveValue("Come along <script>alert(1)</script>**bold text**");
  const preview = admin.page.getByRole("region", { name: "Preview" });
  await expect(preview.locator("strong")).toHaveText("bold text");
  await expect(preview.locator("script")).toHaveCount(0);
  await expectAccessible(admin.page, "the announcement editor");

  // Only staff see a draft.
  await admin.page.getByRole("button", { name: "Save draft" }).click();
  await expect(admin.page.getByRole("link", { name: title })).toBeVisible();
  await visitor.page.goto("/Announcements");
  await expect(visitor.page.getByRole("heading", { name: "Announcements" })).toBeVisible();
  await expect(visitor.page.getByRole("link", { name: title })).toHaveCount(0);

  await admin.page.getByRole("link", { name: title }).click();
  await admin.page.getByRole("radio", { name: /^Now/ }).check();
  await admin.page.getByRole("button", { name: "Publish now" }).click();
  await expect(admin.page.getByText("Published", { exact: true }).first()).toBeVisible();
  await visitor.page.reload();
  await visitor.page.getByRole("link", { name: title }).click();
  await expect(visitor.page.locator("strong", { hasText: "bold text" })).toBeVisible();

  await admin.page.getByRole("link", { name: title }).click();
  await admin.page.getByRole("button", { name: "Delete", exact: true }).click();
  await admin.page.getByRole("button", { name: "Delete announcement" }).click();
  await expect(admin.page.getByRole("heading", { name: "Announcement Editor" })).toBeVisible();
  await expect(admin.page.getByRole("link", { name: title })).toHaveCount(0);
});

test("the home page shows the sections of the editor in the editor's order", async ({ person }) => {
  const [admin, visitor] = [await person("admin"), await person()];
  const headline = `Kerbside finds ${Date.now().toString(36)}`;
  const path = "/api/admin/homepage";
  const { document } = (await (await admin.context.request.get(path)).json()) as HomeEditorReply;
  await admin.page.goto("/HomepageEditor");
  const preview = admin.page.getByRole("region", { name: "Preview" });
  await expect(preview.getByText("Preview with current listings")).toBeVisible();
  await admin.page.getByLabel("Headline").fill(headline);
  await expect(preview.getByText(headline)).toBeVisible();
  await admin.page.getByRole("checkbox", { name: "Show Popular right now" }).uncheck();
  await admin.page.getByRole("button", { name: "Move Something gathering dust? up" }).click();
  await admin.page.getByRole("button", { name: "Add text" }).click();
  await admin.page.getByRole("button", { name: "Save home page" }).click();
  await expect(admin.page.getByText("Please enter a title.", { exact: true })).toBeVisible();
  await admin.page.getByRole("listitem").filter({ hasText: "Show" }).last().getByLabel("Title").fill("Our street");
  await expectAccessible(admin.page, "the homepage editor");
  await admin.page.getByRole("button", { name: "Save home page" }).click();
  await expect(admin.page.getByText("Home page saved", { exact: true })).toBeVisible();

  await visitor.page.goto("/Home");
  await expect(visitor.page.getByRole("heading", { name: headline, level: 1 })).toBeVisible();
  await expect(visitor.page.getByRole("heading", { name: "Our street" })).toBeVisible();
  await expect(visitor.page.getByRole("heading", { name: "Popular right now" })).toHaveCount(0);

  // Restores the home page for the other tests.
  await admin.page.getByRole("button", { name: "Restore defaults" }).click();
  await expect(preview.getByText("Good things, close to home")).toBeVisible();
  const { version } = (await (await admin.context.request.get(path)).json()) as HomeEditorReply;
  const restored = await admin.context.request.put(path, {
    data: { version, document },
    headers: { Origin: originOf(admin) },
  });
  expect(restored.status()).toBe(200);
  await visitor.page.reload();
  await expect(visitor.page.getByRole("heading", { name: "Popular right now" })).toBeVisible();
});
