/**
 * A scene is one view of the app: a role, a path and the steps to get there. The gallery and the accessibility tests
 * use them.
 */

import { expect as base, type Page } from "@playwright/test";
import { hydrated } from "../hydrated.ts";
import type { Role, SceneData } from "./accounts.ts";

/** Playwright's default of 5 s outside its test runner is too short on a busy machine. */
export const expect = base.configure({ timeout: 15_000 });

export const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
export type Size = keyof typeof SIZES;
export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export interface Scene {
  name: string;
  /** `route`: a page as it opens. `dialog`: something open over a page. `state`: empty, loading or failed. */
  kind: "route" | "dialog" | "state";
  role: Role;
  path: (cast: SceneData) => string;
  /** Runs before the page is loaded: holds or refuses replies, or resets data. `close` removes the routes again. */
  before?: (page: Page, cast: SceneData) => Promise<unknown>;
  /** Opens the dialog or state; resolves when it is visible. */
  act?: (page: Page, size: Size) => Promise<void>;
  /** Shown at this size only. */
  only?: Size;
  /** Resizing the screen closes it. */
  closesOnResize?: boolean;
  /** The scene shows loading placeholders. */
  waiting?: boolean;
}

/** Loads the scene and waits until it no longer changes. */
export async function enter(scene: Scene, cast: SceneData, size: Size, theme: Theme): Promise<Page> {
  const { page } = cast.people[scene.role];
  await page.setViewportSize(SIZES[size]);
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await scene.before?.(page, cast);
  await page.goto(scene.path(cast));
  if (!scene.waiting) await waitUntilSettled(page, scene.name);
  await scene.act?.(page, size);
  return page;
}

/** Removes held replies and leaves the page, so that the next scene starts clean. */
export async function leave(scene: Scene, cast: SceneData): Promise<void> {
  const { page } = cast.people[scene.role];
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto("about:blank");
}

/** Waits until a page shows its content and no loading placeholder, and is hydrated. */
export async function waitUntilSettled(page: Page, what: string): Promise<void> {
  const main = page.getByRole("main");
  await expect(
    // The checkout pages open a dialog, which hides the page behind it.
    main
      .getByRole("heading")
      .or(main.getByRole("link"))
      .or(main.getByRole("button"))
      .or(page.getByRole("dialog").getByRole("heading"))
      .first(),
    what,
  ).toBeVisible();
  await expect(page.getByText(/^Loading/), what).toHaveCount(0);
  await hydrated(page);
}

/** Returns by how many pixels the page scrolls sideways. */
export const sidewaysOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
