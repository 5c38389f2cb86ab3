/** People in browsers of their own, watched for console errors and accessibility problems. */
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { DEMO_PASSWORD, DEMO_SELLERS } from "../../scripts/demo/people.ts";

export interface Person {
  page: Page;
  context: BrowserContext;
  name: string;
  id: string;
}

/** A demo account by the first part of its address, or a demo seller by number. */
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
   * Opens a new browser context signed in as a demo account, or as a visitor, who has been here before: the guided tours
   * are over, unless the test is about them.
   */
  person: (account?: Account, options?: { firstVisit: boolean }) => Promise<Person>;
}

/** Refusals and lost connections a test provokes on purpose; the browser logs each as an error by itself. */
const EXPECTED =
  /Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)|^WebSocket connection to .* net::ERR_INTERNET_DISCONNECTED/;

export const test = base.extend<Fixtures>({
  page: async ({ page }, use) => use(untilItAnswers(page)),
  person: async ({ browser, baseURL }, use) => {
    const opened: BrowserContext[] = [];
    const complaints: string[] = [];
    await use(async (account, { firstVisit } = { firstVisit: false }) => {
      const person = await openPerson(browser, baseURL ?? "", account);
      if (!firstVisit) await endTours(person);
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
 * A page that comes drawn is seen, and loaded, before its code is asked for. A person needs longer to find a button; a test waits
 * until the code is there, unless it asks for less (`commit`).
 */
function untilItAnswers(page: Page): Page {
  const answers = () =>
    page.waitForFunction(
      () => ("early" in document && document.early === null) || !document.querySelector('script[src="/theme-init.js"]'),
    );
  const { goto, reload } = page;
  page.goto = async (url, options) => {
    const reply = await goto.call(page, url, options);
    if (options?.waitUntil !== "commit") await answers();
    return reply;
  };
  page.reload = async (options) => {
    const reply = await reload.call(page, options);
    await answers();
    return reply;
  };
  return page;
}

/** As somebody who has seen the guided tours, in every page before its own scripts. */
export async function endTours({ context }: Person): Promise<void> {
  await context.addInitScript(() => {
    // A frame without an origin has no storage either.
    if (window.origin === "null") return;
    for (const tour of ["marketplace", "item_detail"]) localStorage.setItem(`goodstreet-tour-${tour}`, "skipped");
  });
}

/** As playwright.config.ts says, for browsers that nobody started by it. */
const PLACE = { locale: "en-AU", timezoneId: "Australia/Melbourne" } as const;

/** A browser context of its own, signed in where an account is named. */
export async function openPerson(browser: Browser, baseURL: string, account?: Account): Promise<Person> {
  const context = await browser.newContext({ baseURL, ...PLACE });
  context.on("page", untilItAnswers);
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

/** A call of the API as this person, which must succeed. */
export async function send<Reply = Record<string, unknown>>(
  who: Person,
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  data?: unknown,
): Promise<Reply> {
  const reply = await who.context.request.fetch(path, { method, data, headers: { Origin: originOf(who) } });
  const text = await reply.text();
  expect(reply.ok(), `${method} ${path}: ${reply.status()} ${text}`).toBe(true);
  return (text === "" ? {} : JSON.parse(text)) as Reply;
}

export const post = <Reply = Record<string, unknown>>(who: Person, path: string, data: unknown = {}) =>
  send<Reply>(who, "POST", path, data);

/** Makes a visitor somebody new, whom no other test knows. @returns the id of the account. */
export async function signUp(visitor: Person, name: string): Promise<string> {
  const account = { email: `new-${crypto.randomUUID()}@example.com`, password: "a quiet harbour 42", full_name: name };
  const { user } = await post<{ user: { id: string } }>(visitor, "/api/auth/sign-up", account);
  return user.id;
}

/** Lists an item through the API, for tests that are not about listing. */
export async function listItem(seller: Person, item: Record<string, unknown> = {}): Promise<string> {
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

/** Takes a giveaway through the API, for tests that begin with the order. @returns the order's id. */
export async function takeGift(buyer: Person, itemId: string): Promise<string> {
  await post(buyer, "/api/rpc/reserve_item", { item_id: itemId, reservation_type: "buy_now" });
  return (await post<{ order_id: string }>(buyer, "/api/transactions", { itemId, ...FREE })).order_id;
}

export function originOf(person: Person): string {
  const url = person.page.url();
  return url.startsWith("http") ? new URL(url).origin : `http://localhost:${process.env.E2E_PORT ?? 8799}`;
}

/** The builder brings half a megabyte of axe along twice for every look; into a page without frames, once is enough. */
async function bringAxe(page: Page): Promise<{ page: Page; axeSource?: string }> {
  if (page.frames().length > 1) return { page };
  // biome-ignore lint/complexity/useLiteralKeys: private to the builder, which has no other way to say it.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(new AxeBuilder({ page })["script"]());
  return { page, axeSource: "'here already'" };
}

/** No accessibility violation on what is on screen now. `rules` asks only some of axe's, `without` leaves some out, `within` looks at one part only. */
export async function expectAccessible(
  page: Page,
  what: string,
  { rules, without, within }: { rules?: readonly string[]; without?: readonly string[]; within?: string } = {},
): Promise<void> {
  // A page still on its way has no heading yet; one that never gets any is a violation all the same.
  if (!rules && !without?.includes("page-has-heading-one")) {
    const heading = page.locator("h1").first();
    await heading.waitFor({ state: "attached", timeout: 5_000 }).catch(() => undefined);
  }
  // In the page itself and for what is wrong alone: a quarter of the time. Nothing here is in a frame of another origin,
  // which this way is not looked into. Style sheets are fetched anew for a rule that is not asked.
  const options = { resultTypes: ["violations" as const], preload: { assets: ["media"] } };
  const axe = new AxeBuilder(await bringAxe(page)).setLegacyMode().options(options);
  if (within) axe.include(within);
  // Where a menu begins and ends, Base UI catches the focus and hands it on: nobody is ever there, and axe cannot know.
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
