import type { Page } from "@playwright/test";

/** Waits until React handles the page's events: it marks its root then, also when parts are still to be hydrated. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.getElementById("root");
    return root === null || Object.keys(root).some((key) => key.startsWith("__reactContainer$"));
  });
}
