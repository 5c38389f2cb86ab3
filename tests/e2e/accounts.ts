/** Accounts in separate browser contexts, checked for console errors and accessibility violations. */

import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { DEMO_SELLERS } from "../../scripts/demo/catalogue.ts";
import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";
import { countRequests, hydrated } from "./hydrated.ts";

export interface Actor {
  page: Page;
  context: BrowserContext;
  name: string;
  id: string;
}

/** A demo account by the first part of its email address, or a demo seller by number. */
export type Account =
  | "buyer"
  | "seller"
  | "admin"
  | "super"
  | "suspended"
  | "served"
  | "banned"
  | "restricted"
  | number;

const addressOf = (account: Account) => {
  if (typeof account !== "number") return `${account}@demo.local`;
  const name = DEMO_SELLERS[account]?.name ?? "";
  return `${name.toLowerCase().replace(/[^a-z]+/g, ".")}@demo.local`;
};

interface Fixtures {
  /**
   * Opens a new browser context signed in as a demo account, or as a visitor. The guided tours are marked as finished,
   * unless the test asks for a first visit.
   */
  person: (account?: Account, options?: { firstVisit: boolean }) => Promise<Actor>;
}

/** Refusals and lost connections that a test provokes on purpose; the browser logs each as an error. */
const EXPECTED =
  /Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)|^WebSocket connection to .* (net::ERR_INTERNET_DISCONNECTED|WebSocket is closed before the connection is established)/;

export const test = base.extend<Fixtures>({
  page: async ({ page }, use) => use(waitForHydration(page)),
  person: async ({ browser, baseURL }, use) => {
    const opened: BrowserContext[] = [];
    const complaints: string[] = [];
    await use(async (account, { firstVisit } = { firstVisit: false }) => {
      const person = await openActor(browser, baseURL ?? "", account);
      if (!firstVisit) await skipTours(person);
      opened.push(person.context);
      person.page.on("pageerror", (error) => complaints.push(`${person.name}: ${error.message}`));
      person.page.on("console", (message) => {
        if (["error", "warning"].includes(message.type()) && !EXPECTED.test(message.text())) {
          complaints.push(`${person.name}: ${message.text()}`);
        }
      });
      return person;
    });
    for (const context of opened) await context.close();
    expect(complaints, "nothing in the browser's console").toEqual([]);
  },
});

/**
 * Makes `goto` and `reload` wait until a server-rendered page is hydrated, because a test can press a button sooner
 * than a person. `waitUntil: "commit"` skips the wait.
 */
function waitForHydration(page: Page): Page {
  countRequests(page);
  const { goto, reload } = page;
  page.goto = async (url, options) => {
    const reply = await goto.call(page, url, options);
    if (options?.waitUntil !== "commit") await hydrated(page);
    return reply;
  };
  page.reload = async (options) => {
    const reply = await reload.call(page, options);
    await hydrated(page);
    return reply;
  };
  return page;
}

/** Marks the guided tours as finished before the scripts of any page run. */
export async function skipTours({ context }: Actor): Promise<void> {
  await context.addInitScript(() => {
    // A frame with an opaque origin has no storage.
    if (window.origin === "null") return;
    for (const tour of ["marketplace", "item_detail"]) localStorage.setItem(`goodstreet-tour-${tour}`, "skipped");
  });
}

/** The same as in playwright.config.ts, for browsers that are started without it. */
const PLACE = { locale: "en-AU", timezoneId: "Australia/Melbourne" } as const;

/** Opens a new browser context, signed in when an account is given. */
export async function openActor(browser: Browser, baseURL: string, account?: Account): Promise<Actor> {
  const context = await browser.newContext({ baseURL, ...PLACE });
  context.on("page", waitForHydration);
  if (account === undefined) return { page: await context.newPage(), context, name: "visitor", id: "" };
  const email = addressOf(account);
  const reply = await context.request.post(`${baseURL}/api/auth/sign-in`, {
    data: { email, password: DEMO_PASSWORD },
    headers: { Origin: baseURL },
  });
  expect(reply.status(), await reply.text()).toBe(200);
  const { user } = (await reply.json()) as { user: { id: string } };
  return { page: await context.newPage(), context, name: email, id: user.id };
}

/** Calls the API as this user; the call must succeed. */
export async function send<Reply = Record<string, unknown>>(
  who: Actor,
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  data?: unknown,
): Promise<Reply> {
  const reply = await who.context.request.fetch(path, { method, data, headers: { Origin: originOf(who) } });
  const text = await reply.text();
  expect(reply.ok(), `${method} ${path}: ${reply.status()} ${text}`).toBe(true);
  return (text === "" ? {} : JSON.parse(text)) as Reply;
}

/** Reads from the API as this user. */
export async function get<Reply>(who: Actor, path: string): Promise<Reply> {
  const reply = await who.context.request.get(path);
  expect(reply.ok(), `GET ${path}: ${reply.status()}`).toBe(true);
  return (await reply.json()) as Reply;
}

export const post = <Reply = Record<string, unknown>>(who: Actor, path: string, data: unknown = {}) =>
  send<Reply>(who, "POST", path, data);

/** Signs the visitor up as a new user. @returns the id of the account. */
export async function signUp(visitor: Actor, name: string): Promise<string> {
  const account = { email: `new-${crypto.randomUUID()}@example.com`, password: "a quiet harbour 42", full_name: name };
  const { user } = await post<{ user: { id: string } }>(visitor, "/api/auth/sign-up", account);
  return user.id;
}

/** Lists an item through the API, for tests that are not about listing. */
export async function listItem(seller: Actor, item: Record<string, unknown> = {}): Promise<string> {
  // The default date is next Saturday: on a Friday it would leave no time to pay by bank transfer (D55).
  const collection_date = Date.now() + 5 * 86_400_000;
  const listing = {
    title: "Test lamp with shade",
    price: 40,
    category: "furniture",
    condition: "good",
    collection_date,
    ...item,
  };
  return (await post<{ id: string }>(seller, "/api/items", listing)).id;
}

const FREE = { paymentMethod: "free", paymentStatus: "pending", amount: 0, acknowledged: true };

/** Takes a giveaway through the API, for tests that start with the order. @returns the order's id. */
export async function takeGiveaway(buyer: Actor, itemId: string): Promise<string> {
  await post(buyer, "/api/rpc/reserve_item", { item_id: itemId, reservation_type: "buy_now" });
  return (await post<{ order_id: string }>(buyer, "/api/transactions", { itemId, ...FREE })).order_id;
}

export function originOf(person: Actor): string {
  const url = person.page.url();
  return url.startsWith("http") ? new URL(url).origin : `http://localhost:${process.env.E2E_PORT ?? 8799}`;
}

/**
 * AxeBuilder injects half a megabyte of axe twice per check. In a page without frames, injecting it once per page is
 * enough.
 */
async function injectAxe(page: Page): Promise<{ page: Page; axeSource?: string }> {
  if (page.frames().length > 1) return { page };
  // biome-ignore lint/complexity/useLiteralKeys: private in AxeBuilder, which offers no public access to it.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(new AxeBuilder({ page })["script"]());
  return { page, axeSource: "'here already'" };
}

/**
 * Expects no accessibility violation in the current page. `rules` limits the check to some axe rules, `without` leaves
 * some out, `within` checks one part only.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  { rules, without, within }: { rules?: readonly string[]; without?: readonly string[]; within?: string } = {},
): Promise<void> {
  // A loading page has no heading yet; one that never gets a heading still fails.
  if (!rules && !without?.includes("page-has-heading-one")) {
    const heading = page.locator("h1").first();
    await heading.waitFor({ state: "attached", timeout: 5_000 }).catch(() => undefined);
  }
  // What fades in or out has another contrast meanwhile.
  await page
    .waitForFunction(
      () =>
        document
          .getAnimations()
          .every((one) => one.playState !== "running" || one.effect?.getComputedTiming().iterations === Infinity),
      undefined,
      { timeout: 5_000 },
    )
    .catch(() => undefined);
  // Legacy mode and violations alone take a quarter of the time. Legacy mode skips frames of other origins; there are
  // none here. Preloading "media" avoids fetching style sheets again for a rule that is not used.
  const options = { resultTypes: ["violations" as const], preload: { assets: ["media"] } };
  const axe = new AxeBuilder(await injectAxe(page)).setLegacyMode().options(options);
  if (within) axe.include(within);
  // Base UI's focus guards pass the focus on at once, which axe cannot know.
  axe.exclude("[data-base-ui-focus-guard]");
  if (without) axe.disableRules([...without]);
  const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
  expect(
    violations.map(
      (violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(" ")).join(", ")}`,
    ),
    what,
  ).toEqual([]);
}

export { expect };

/** Returns the draw of the demo data that has been made. */
export async function drawnDraw(visitor: Actor): Promise<string> {
  const { items } = await get<{ items: { id: string; giveaway: string | null }[] }>(
    visitor,
    "/api/items?max_price=0&limit=50",
  );
  for (const { id } of items.filter(({ giveaway }) => giveaway === "draw")) {
    const { giveaway } = await get<{ giveaway: { id: string; drawn: boolean } | null }>(
      visitor,
      `/api/items/${id}/giveaway`,
    );
    if (giveaway?.drawn) return giveaway.id;
  }
  throw new Error("the demo data has no drawn giveaway");
}
