/** One look at the app: who is where, and what they have done to see it. The gallery and the accessibility tests walk them. */
import { expect as base, type Page } from "@playwright/test";
import type { Cast, Role } from "./cast.ts";

/** Outside the test runner an expectation waits 5 s: too short for what a busy machine has to load first. */
export const expect = base.configure({ timeout: 15_000 });

export const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
export type Size = keyof typeof SIZES;
export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export interface Scene {
  name: string;
  /** `route`: a page as it opens. `dialog`: something open over it. `state`: empty, on its way, or failed. */
  kind: "route" | "dialog" | "state";
  role: Role;
  path: (cast: Cast) => string;
  /** Before the page is loaded: replies held back or refused, what was done before undone. `leave` lets the replies through again. */
  before?: (page: Page, cast: Cast) => Promise<unknown>;
  /** Opens what is to be seen; ends when it is there. */
  act?: (page: Page, size: Size) => Promise<void>;
  /** Only at this size. */
  only?: Size;
  /** Turning the screen closes it. */
  bySize?: boolean;
  /** The placeholders are what is looked at. */
  waiting?: boolean;
}

/** Loads the scene and waits until it is as it stays. */
export async function enter(scene: Scene, cast: Cast, size: Size, theme: Theme): Promise<Page> {
  const { page } = cast.people[scene.role];
  await page.setViewportSize(SIZES[size]);
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await scene.before?.(page, cast);
  await page.goto(scene.path(cast));
  if (!scene.waiting) await settled(page, scene.name);
  await scene.act?.(page, size);
  return page;
}

/** Leaves nothing behind: neither held replies nor a page that asks whether to go. */
export async function leave(scene: Scene, cast: Cast): Promise<void> {
  const { page } = cast.people[scene.role];
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto("about:blank");
}

/** A page with its heading and without placeholders. */
export async function settled(page: Page, what: string): Promise<void> {
  const main = page.getByRole("main");
  await expect(
    main.getByRole("heading").or(main.getByRole("link")).or(main.getByRole("button")).first(),
    what,
  ).toBeVisible();
  await expect(page.getByText(/^Loading/), what).toHaveCount(0);
  // Drawn where it is served, a page is seen before it listens; from here on a press is a press (web/main.tsx).
  await page.waitForFunction(() => (document as { early?: unknown }).early === null);
}

/** How far the page can be pushed sideways, in px. */
export const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
