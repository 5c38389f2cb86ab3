/**
 * Every way to pay for an item, a cart and a bundle, on a desktop and on a phone. Leaving before "Complete Purchase"
 * orders nothing. `CHECKOUT_PICTURES=folder` keeps a picture of every step.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { type Actor, expect, listItem, post, send, test } from "./accounts.ts";
import { chooseMethod, enterCard } from "./checkout.ts";

/** This seller accepts every way to pay. */
const SELLER = 2;
const WIDTHS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const SOURCES = ["item", "cart", "bundle"] as const;
type Source = (typeof SOURCES)[number];

const CARDS = { declined: "4000000000000002", asking: "4000002760003184" };

interface Kind {
  /** Null for a free order, which has no step for the method. */
  method: RegExp | null;
  /** Goes from the method's own step to the confirmation. */
  details?: (dialog: Locator) => Promise<void>;
  /** The text that says why several items cannot be paid for in this way. */
  refusedTogether?: string;
  /** What the last step says once the order is placed. */
  placed: RegExp;
}

const next = (dialog: Locator) => dialog.getByRole("button", { name: "Next" });

const KINDS: Record<string, Kind> = {
  bank: {
    method: /Bank transfer/,
    details: async (dialog) => {
      await expect(dialog.getByText(/^GS\d{8}$/)).toBeVisible();
      await next(dialog).click();
    },
    placed: /^Pending$/,
  },
  card: {
    method: /Card/,
    details: (dialog) => enterCard(dialog, CARDS.declined),
    placed: /^Completed$/,
  },
  crypto: {
    method: /Crypto/,
    details: async (dialog) => {
      await dialog.getByRole("radio", { name: /Bitcoin/ }).check();
      await next(dialog).click();
      await dialog.getByLabel("Transaction hash").fill(randomBytes(32).toString("hex"));
      await next(dialog).click();
    },
    refusedTogether: "Crypto only works with one item at a time.",
    placed: /^Pending$/,
  },
  cash: { method: /Cash or PayID at pickup/, placed: /reserved for you$/ },
  free: { method: null, placed: /^(It's|They're) yours/ },
};

/** Puts goods of this kind on sale and opens their checkout as the buyer. */
async function open(source: Source, page: Page, goods: Goods): Promise<Locator> {
  if (source === "item") {
    await page.goto(`/ItemDetail/${goods.ids[0]}`);
    await page
      .getByRole("article")
      .first()
      .getByRole("button", { name: /^(Buy Now|Claim)$/ })
      .click();
  } else if (source === "cart") {
    await page.goto("/Cart");
    await page.getByRole("link", { name: "Check out", exact: true }).click();
  } else {
    await page.goto("/Marketplace?tab=bundles");
    await page.getByRole("button", { name: new RegExp(goods.title) }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Buy bundle for/ })
      .click();
  }
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Collection Details" })).toBeVisible();
  return dialog;
}

type Goods = Awaited<ReturnType<typeof sell>>;

async function sell(source: Source, seller: Actor, buyer: Actor, price: number) {
  const title = `Side table ${randomBytes(4).toString("hex")}`;
  const ids = [await listItem(seller, { title, price })];
  if (source !== "item") ids.push(await listItem(seller, { title: `${title} lamp`, price }));
  if (source === "bundle") {
    await post(seller, "/api/bundles", { title, bundle_price: 50, item_ids: ids });
  }
  if (source === "cart") for (const id of ids) await post(buyer, "/api/cart", { item_id: id });
  return { title, ids };
}

async function ordered(buyer: Actor, { ids }: Goods): Promise<number> {
  const reply = await buyer.context.request.get("/api/orders?role=buyer&limit=100");
  const { items } = (await reply.json()) as { items: { item_id: string }[] };
  return items.filter(({ item_id }) => ids.includes(item_id)).length;
}

for (const [at, source] of SOURCES.entries()) {
  for (const [width, size] of Object.entries(WIDTHS)) {
    test(`${source}, ${width}: every way to pay is walked or refused in words`, async ({ person }) => {
      const seller = await person(SELLER);
      const buyer = await person(10 + 2 * at + (width === "phone" ? 1 : 0));
      const { page } = buyer;
      test.setTimeout(240_000); // Each method is walked twice.
      page.setDefaultTimeout(20_000);
      await page.setViewportSize(size);

      for (const [kind, { method, details, refusedTogether, placed }] of Object.entries(KINDS)) {
        // A bundle has a price, and a giveaway is taken by itself.
        if (kind === "free" && source !== "item") continue;
        await test.step(kind, async () => {
          let shot = 0;
          const keep = async (what: string) => {
            if (!process.env.CHECKOUT_PICTURES) return;
            const name = `${source}-${width}-${kind}-${shot++}-${what}.png`;
            await page.screenshot({ path: join(process.env.CHECKOUT_PICTURES, name) });
          };
          const goods = await sell(source, seller, buyer, kind === "free" ? 0 : 30);

          const toMethod = async () => {
            const dialog = await open(source, page, goods);
            await dialog.getByRole("checkbox").check();
            await keep("pickup");
            return dialog;
          };
          const toConfirmation = async () => {
            const dialog = await toMethod();
            if (method) await chooseMethod(dialog, method);
            else await next(dialog).click();
            await keep("details");
            await details?.(dialog);
            await expect(dialog.getByRole("heading", { name: "Confirmation" })).toBeVisible();
            await keep("confirmation");
            return dialog;
          };

          if (refusedTogether && source !== "item") {
            const dialog = await toMethod();
            await next(dialog).click();
            while (!(await dialog.getByText(refusedTogether).isVisible())) {
              await dialog.getByRole("button", { name: "Back" }).click();
            }
            await keep("refused");
            await expect(dialog.getByRole("radio", { name: method ?? "" })).toHaveCount(0);
            if (source === "cart") for (const id of goods.ids) await send(buyer, "DELETE", `/api/cart/${id}`);
            return;
          }

          await toConfirmation();
          await page.goto("/Marketplace");
          expect(await ordered(buyer, goods), "left before the end").toBe(0);

          const dialog = await toConfirmation();
          const complete = dialog.getByRole("button", { name: "Complete Purchase" });
          await complete.click();
          if (kind === "card") {
            await expect(dialog.getByText("Card Declined", { exact: true })).toBeVisible();
            await keep("declined");
            await enterCard(dialog, CARDS.asking);
            await complete.click();
            await expect(page.getByRole("heading", { name: "3-D Secure test" })).toBeVisible();
            await page.getByRole("button", { name: "Complete" }).click();
            await expect(page).toHaveURL(/\/(MyOrders\/ord_|Cart\?purchase=)/i, { timeout: 20_000 });
          } else {
            await expect(dialog.getByText(placed).first()).toBeVisible();
          }
          await keep("placed");
          expect(await ordered(buyer, goods)).toBe(goods.ids.length);
        });
      }
    });
  }
}
