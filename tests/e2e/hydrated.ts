import { expect, type Page } from "@playwright/test";

/** Waits until React handles the page's events: it marks its root then, also when parts are still to be hydrated. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.getElementById("root");
    return root === null || Object.keys(root).some((key) => key.startsWith("__reactContainer$"));
  });
}

const unanswered = new WeakMap<Page, Set<unknown>>();

/** Counts the requests of a new page, for `settled`. */
export function countRequests(page: Page): void {
  const requests = new Set<unknown>();
  unanswered.set(page, requests);
  page.on("request", (request) => requests.add(request));
  page.on("requestfinished", (request) => requests.delete(request));
  page.on("requestfailed", (request) => requests.delete(request));
}

/**
 * Waits until the page is hydrated, every request has been answered and what came has been drawn. A drawn answer may ask
 * again, so several looks in a row must find nothing.
 */
export async function settled(page: Page): Promise<void> {
  await hydrated(page);
  let calm = 0;
  await expect
    .poll(async () => {
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      calm = unanswered.get(page)?.size === 0 ? calm + 1 : 0;
      return calm;
    })
    .toBeGreaterThan(3);
}

/** Waits until the page's scroll observers have seen what is on screen now. */
export const observed = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((done) => new IntersectionObserver(() => done()).observe(document.body)));
