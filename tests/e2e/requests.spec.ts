/** Requests between two users; then announcements, donations, contact and the legal pages. */
import { expect, expectAccessible, listItem, originOf, test } from "./accounts.ts";

const ASKER = 22;
const HAVER = 23;

test("a request is answered by a new listing and by another user's offer", async ({ person }) => {
  const [asker, haver] = [await person(ASKER), await person(HAVER)];
  const word = `quokka${Date.now().toString(36)}`;

  await asker.page.goto("/Requests");
  await asker.page.getByRole("link", { name: "Post a request" }).first().click();
  await expect(asker.page.getByRole("heading", { name: "Post a request" })).toBeVisible();
  await asker.page.getByRole("button", { name: "Post request" }).click();
  await expect(asker.page.getByText("Please say what you're looking for")).toBeVisible();
  await asker.page.getByLabel("What are you looking for?").fill(`Wanted: ${word} lamp`);
  await asker.page.getByLabel("The most you'd pay").fill("60");
  await asker.page.getByRole("button", { name: "Post request" }).click();
  await expect(asker.page.getByRole("heading", { name: `Wanted: ${word} lamp` })).toBeVisible();
  await expect(asker.page.getByText("No matches yet")).toBeVisible();
  const address = asker.page.url();

  // A matching listing creates a notification and appears on the page of the request.
  const fitting = await listItem(haver, { title: `Brass ${word} lamps`, price: 50 });
  await expect(async () => {
    const reply = await asker.context.request.get("/api/notifications");
    expect(await reply.text()).toContain(`New match for “Wanted: ${word} lamp”`);
  }).toPass();
  await asker.page.reload();
  await expect(asker.page.getByRole("heading", { name: "Matching listings" })).toBeVisible();
  await expect(asker.page.locator(`[data-item="${fitting}"]`)).toBeVisible();
  await expectAccessible(asker.page, "a request with what was found");

  // Another user offers one of their listings.
  const other = await listItem(haver, { title: `Something like a ${word}` });
  await haver.page.goto(address);
  await haver.page.getByRole("button", { name: "I have this" }).click();
  const dialog = haver.page.getByRole("dialog", { name: "I have this" });
  await dialog.getByRole("radio", { name: new RegExp(`Something like a ${word}`) }).check();
  await dialog.getByRole("button", { name: /^Show it to/ }).click();
  await expect(dialog).toBeHidden();
  await asker.page.reload();
  await expect(asker.page.getByRole("heading", { name: "Offered to you" })).toBeVisible();
  await expect(asker.page.locator(`[data-item="${other}"]`)).toBeVisible();

  // Or lists a new item with the requested name; or writes a message.
  await haver.page.getByRole("button", { name: "I have this" }).click();
  await dialog.getByRole("button", { name: "List it now" }).click();
  await expect(haver.page.getByLabel("Title")).toHaveValue(new RegExp(`^${word} lamp$`, "i"));
  await haver.page.goto(address);
  await haver.page.getByRole("button", { name: "I have this" }).click();
  await dialog.getByRole("button", { name: /^Message/ }).click();
  await expect(haver.page).toHaveURL(/\/Messages\/cnv_/);

  // A closed request is hidden from other users.
  await asker.page.getByRole("button", { name: "I found it" }).click();
  await expect(asker.page.getByText("Found", { exact: true })).toBeVisible();
  await haver.page.goto(address);
  await expect(haver.page.getByText("We can't find this request")).toBeVisible();
});

test("announcements, giveaways for a cause, the contact form and the legal pages work", async ({ person }) => {
  const [admin, giver, visitor] = [await person("admin"), await person(HAVER), await person()];
  const title = `Tip shop ${Date.now().toString(36)}`;
  const made = await admin.context.request.post("/api/admin/announcements", {
    data: { title, source: "We **open** <img src=x onerror=alert(1)> soon.", published_at: Date.now() },
    headers: { Origin: originOf(admin) },
  });
  expect(made.status(), await made.text()).toBe(201);
  await visitor.page.goto("/Announcements");
  await visitor.page.getByRole("link", { name: title }).click();
  await expect(visitor.page.locator(".announcement strong")).toHaveText("open");
  await expect(visitor.page.locator(".announcement img")).toHaveCount(0);

  const toy = `Box of blocks ${Date.now().toString(36)}`;
  await listItem(giver, { title: toy, price: 0, category: "toys" });
  await giver.page.goto("/Donations");
  await giver.page.getByRole("button", { name: "Give for a cause" }).click();
  const dialog = giver.page.getByRole("dialog", { name: "Give for a cause" });
  await dialog.getByRole("radio", { name: new RegExp(toy) }).check();
  await dialog.getByRole("textbox", { name: "Name of the charity" }).fill("Vinnies Brunswick");
  await dialog.getByRole("textbox", { name: "Its ABN" }).fill("51 824 753 557");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("That isn't a valid ABN. Please check the digits.")).toBeVisible();
  await expectAccessible(giver.page, "giving for a cause");
  await dialog.getByRole("textbox", { name: "Its ABN" }).fill("51 824 753 556");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await visitor.page.goto("/Donations?for=cause");
  await expect(visitor.page.getByText("For Vinnies Brunswick").first()).toBeVisible();
  await expectAccessible(visitor.page, "giveaways for a cause");

  await visitor.page.goto("/Contact");
  await visitor.page.getByRole("button", { name: "Send message" }).click();
  await expect(visitor.page.getByText("Please choose what it's about.")).toBeVisible();
  await visitor.page.getByLabel("What is it about?").selectOption("idea");
  await visitor.page.getByLabel("Your message").fill("More hooks at the tip shop.");
  await visitor.page.getByLabel("Your email").fill("visitor@example.com");
  await visitor.page.getByRole("button", { name: "Send message" }).click();
  await expect(visitor.page.getByText("Support Request Submitted").first()).toBeVisible();

  await visitor.page.getByRole("link", { name: "Privacy Policy" }).click();
  await expect(visitor.page.getByRole("heading", { name: "Automated decisions" })).toBeVisible();
  await visitor.page.goto("/Terms");
  await expect(visitor.page.getByRole("heading", { name: "Australian Consumer Law" })).toBeVisible();
});
