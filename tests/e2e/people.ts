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
  person: async ({ browser, baseURL }, use) => {
    const opened: BrowserContext[] = [];
    const complaints: string[] = [];
    await use(async (account, { firstVisit } = { firstVisit: false }) => {
      const person = await openPerson(browser, baseURL ?? "", account);
      if (!firstVisit) await person.context.addInitScript(endTours);
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

/** Runs in every page before its own scripts. */
function endTours(): void {
  // A frame without an origin has no storage either.
  if (window.origin === "null") return;
  for (const tour of ["marketplace", "item_detail"]) localStorage.setItem(`goodstreet-tour-${tour}`, "skipped");
}

async function openPerson(browser: Browser, baseURL: string, account?: Account): Promise<Person> {
  const context = await browser.newContext();
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

/** Makes a visitor somebody new, whom no other test knows. @returns the id of the account. */
export async function signUp(visitor: Person, name: string): Promise<string> {
  const reply = await visitor.context.request.post("/api/auth/sign-up", {
    data: { email: `new-${crypto.randomUUID()}@example.com`, password: "a quiet harbour 42", full_name: name },
    headers: { Origin: originOf(visitor) },
  });
  expect(reply.status(), await reply.text()).toBe(201);
  return ((await reply.json()) as { user: { id: string } }).user.id;
}

/** Lists an item through the API, for tests that are not about listing. */
export async function listItem(seller: Person, item: Record<string, unknown> = {}): Promise<string> {
  const reply = await seller.context.request.post("/api/items", {
    data: { title: "Test lamp with shade", price: 40, category: "furniture", condition: "good", ...item },
    headers: { Origin: originOf(seller) },
  });
  expect(reply.status(), await reply.text()).toBe(201);
  return ((await reply.json()) as { id: string }).id;
}

export function originOf(person: Person): string {
  const url = person.page.url();
  return url.startsWith("http") ? new URL(url).origin : `http://localhost:${process.env.E2E_PORT ?? 8799}`;
}

/** No accessibility violation on what is on screen now; `rules` asks only some of axe's. */
export async function expectAccessible(page: Page, what: string, rules?: readonly string[]): Promise<void> {
  // A page still on its way has no heading yet; one that never gets any is a violation all the same.
  const heading = page.locator("h1").first();
  await heading.waitFor({ state: "attached", timeout: 5_000 }).catch(() => undefined);
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
  expect(
    violations.map(
      (violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(" ")).join(", ")}`,
    ),
    what,
  ).toEqual([]);
}

export { expect };
