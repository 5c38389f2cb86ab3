/** The main flow in any browser: sign in, list an item, hold it, buy it by bank transfer, read it offline. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "./drivers.ts";

export interface Person {
  email: string;
  password: string;
}

interface MainJob {
  browser: Browser;
  origin: string;
  seller: Person;
  buyer: Person;
  /** Makes the app unreachable, as without a network. */
  loseNetwork: () => Promise<void>;
  /** Called after each step. */
  report: (step: string) => void;
}

const PHOTO = join(import.meta.dirname, "../../scripts/demo/pictures/guitar-1.webp");
const TIMEOUT_MS = 30_000;

type Kind = "button" | "link" | "field" | "heading" | "text";

/**
 * Runs in the page. Returns the last visible element of a kind with this text, because dialogs come last in the
 * document. A button's name must be the whole text: "Sign in" is not "Sign in with a passkey".
 */
function findIn(kind: Kind, words: string): Element | undefined {
  const selector = {
    button: "button",
    link: "a",
    field: "input, textarea, select",
    heading: "h1, h2",
    text: "p, dd, span",
  };
  const namesOf = (element: Element) => {
    const labels =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null;
    const select = element instanceof HTMLSelectElement ? element.labels : null;
    const label = [...(labels ?? select ?? [])].map((one) => one.textContent).join(" ");
    return [element.getAttribute("aria-label") ?? "", label, element.textContent];
  };
  const isNamed = (element: Element) =>
    kind === "button"
      ? namesOf(element).some((name) => name.trim() === words)
      : namesOf(element).join(" ").includes(words);
  const isShown = (element: Element) => element.getClientRects().length > 0 || element.matches('[type="file"]');
  return [...document.querySelectorAll(selector[kind])].findLast(
    (element) => isShown(element) && !element.matches(":disabled") && isNamed(element),
  );
}

export async function mainFlow({ browser, origin, seller, buyer, loseNetwork, report }: MainJob): Promise<void> {
  const title = `Parlour guitar ${Date.now()}`;
  const description = `Spruce top, a scratch on the back. Seen ${Date.now()}.`;

  const until = async <T>(what: string, look: () => Promise<T | null | undefined | false>): Promise<T> => {
    const end = Date.now() + TIMEOUT_MS;
    for (;;) {
      const found = await look().catch(() => null);
      if (found) return found;
      if (Date.now() > end) {
        const seen = await browser.evaluate("document.body.innerText").catch(() => "nothing");
        throw new Error(
          `${what}: not there after ${TIMEOUT_MS / 1_000} s. On screen:\n${String(seen).slice(0, 1_500)}`,
        );
      }
      await pause(200);
    }
  };
  const find = (kind: Kind, words: string) =>
    until(`${kind} "${words}"`, () => browser.find(`(${findIn})(${JSON.stringify(kind)}, ${JSON.stringify(words)})`));
  const press = async (kind: Kind, words: string) => {
    // An element that is still moving cannot be pressed yet, so retry.
    await until(`press "${words}"`, async () => {
      await (await find(kind, words)).click();
      return true;
    });
  };
  const type = async (label: string, text: string) => (await find("field", label)).type(text);
  const address = async () => String(await browser.evaluate("location.pathname"));
  const at = (path: RegExp) => until(`address ${path}`, async () => path.test(await address()));
  /** Sets the value of a select and fires the event that React listens to. */
  const select = async (label: string, value: string) => {
    await find("field", label);
    await browser.evaluate(`(() => {
      const select = (${findIn})("field", ${JSON.stringify(label)});
      select.value = ${JSON.stringify(value)};
      select.dispatchEvent(new Event("change", { bubbles: true }));
    })()`);
  };
  const open = async (path: string) => {
    await browser.open(origin + path);
    // A server-rendered page is visible before it is interactive.
    await until("the page's script", () => browser.evaluate("document.readyState === 'complete'") as Promise<boolean>);
  };
  const signIn = async ({ email, password }: Person) => {
    await open("/SignIn?returnUrl=/MyOrders");
    await type("Email", email);
    await type("Password", password);
    await press("button", "Sign in");
    await at(/^\/myorders$/i);
    const session = await browser.evaluate(`fetch("/api/auth/session").then((reply) => reply.json())`);
    if (!(session as { user: unknown }).user) throw new Error(`${email} is not signed in: the cookies were not kept`);
  };

  await open("/Marketplace");
  await find("heading", "");
  report("the marketplace opens");

  await signIn(seller);
  report("the seller signs in");

  await open("/AddItem");
  await (await find("field", "Choose photos")).chooseFile(PHOTO);
  await type("Title", title);
  await type("Description", description);
  await select("Category", "collectibles");
  await select("Condition", "good");
  await type("Price in AUD", "180.50");
  await press("button", "Publish listing");
  await at(/^\/itemdetail\/itm_/i);
  const item = await address();
  await find("heading", title);
  report("the seller lists an item with a photo");

  await browser.evaluate(`fetch("/api/auth/sign-out", { method: "POST" }).then(() => true)`);
  await signIn(buyer);
  await open(item);
  await press("button", "Buy Now");
  const acknowledge = `document.querySelector('[role="dialog"] input[type="checkbox"]')`;
  await until("the wizard", () => browser.find(acknowledge));
  const held = await browser.evaluate(
    `fetch("/api" + ${JSON.stringify(item)}.replace(/^\\/itemdetail/i, "/items")).then((reply) => reply.json())`,
  );
  if ((held as { reserved_by_you?: boolean }).reserved_by_you !== true) throw new Error("the item is not held");
  report("the buyer signs in and holds the item");

  await (await until("the tick", () => browser.find(acknowledge))).click();
  await press("button", "Next");
  await press("field", "Bank transfer");
  await press("button", "Next");
  await find("text", "062-000");
  await press("button", "Next");
  await press("button", "Complete Purchase");
  await press("link", "Pay later");
  await at(/^\/myorders\/ord_/i);
  await find("text", "062-000");
  report("the buyer buys it by bank transfer");

  await open(item);
  await find("heading", title);
  await until(
    "the service worker and its files",
    () =>
      browser.evaluate(
        `navigator.serviceWorker.ready.then(({ active }) => active.state === "activated" && navigator.serviceWorker.controller !== null)`,
      ) as Promise<boolean>,
  );
  await until(
    "the item in the offline cache",
    () =>
      browser.evaluate(`(async () => {
        const done = (request) => new Promise((ok, no) => { request.onsuccess = () => ok(request.result); request.onerror = no; });
        for (const { name } of await indexedDB.databases()) {
          const database = await done(indexedDB.open(name));
          for (const store of database.objectStoreNames) {
            const kept = await done(database.transaction(store).objectStore(store).getAll());
            if (JSON.stringify(kept).includes(${JSON.stringify(description)})) return true;
          }
          database.close();
        }
        return false;
      })()`) as Promise<boolean>,
  );
  await loseNetwork();
  await browser.open(origin + item).catch(() => undefined);
  await find("heading", title);
  await find("text", description);
  report("offline, an item seen before can be read");

  await browser.open(`${origin}/Contact`).catch(() => undefined);
  await until("the app's own page instead of the browser's error page", async () => {
    const root = await browser.evaluate("document.getElementById('root')?.innerText ?? ''");
    return String(root).trim() !== "";
  });
  report("offline, a page never opened before shows the app's own page");
}
