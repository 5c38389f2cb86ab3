/**
 * Every scene: each page as everybody to whom it looks different, each dialog, each state. Nothing axe objects to, at both sizes, in
 * both themes, nothing scrolls sideways, and nothing moves: all of them are seen with reduced motion.
 */
import type { Page } from "@playwright/test";
import { motionOf, watchMotion } from "./motion.ts";
import { test as base, endTours, expect, expectAccessible, openPerson } from "./people.ts";
import { SCENES } from "./scenes/all.ts";
import { type Cast, gather } from "./scenes/cast.ts";
import { enter, leave, type Scene, SIZES, type Size, sideways } from "./scenes/scene.ts";

const test = base.extend<object, { cast: Cast }>({
  /** Made once for each worker: its people and their things are only looked at. */
  cast: [
    async ({ browser }, use, { project }) => {
      const cast = await gather(async (account) => {
        const person = await openPerson(browser, project.use.baseURL ?? "", account);
        await endTours(person);
        await watchMotion(person.context);
        person.page.on("dialog", (question) => void question.accept());
        return person;
      });
      await use(cast);
      for (const { context } of Object.values(cast.people)) await context.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});
test.describe.configure({ mode: "parallel" });

test("each scene has a name of its own", () => {
  const names = SCENES.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

/** What is on its way or has failed does not know yet what it is called. What is open over a page, a menu for one, is in none of its landmarks. */
const WITHOUT: Partial<Record<Scene["kind"], string[]>> = { state: ["page-has-heading-one"], dialog: ["region"] };

async function expectFit(page: Page, scene: Scene, size: Size): Promise<void> {
  await expectAccessible(page, `${scene.name} at ${SIZES[size].width} px`, { without: WITHOUT[scene.kind] ?? [] });
  expect(await sideways(page), `${scene.name}: sideways scroll`).toBeLessThanOrEqual(0);
  expect(await motionOf(page), `${scene.name}: moves`).toEqual([]);
}

/** Loaded once, then turned and darkened under way. Between the themes only colours differ, and those are the same at both sizes. */
async function inspectPage(scene: Scene, cast: Cast): Promise<void> {
  const size = scene.only ?? "phone";
  const page = await enter(scene, cast, size, "light");
  await expectFit(page, scene, size);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectAccessible(page, `${scene.name}, dark`, { rules: ["color-contrast"] });
  if (scene.only) return;
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize(SIZES.desk);
  await expectFit(page, scene, "desk");
}

/** What lies over a page is the same at both sizes, but for its place: everything on a phone, contrast in the other theme on a desk. */
async function inspect(scene: Scene, cast: Cast): Promise<void> {
  const size = scene.only ?? "phone";
  const page = await enter(scene, cast, size, "light");
  await expectFit(page, scene, size);
  if (scene.bySize) {
    await leave(scene, cast);
    await enter(scene, cast, "desk", "dark");
    await expectFit(page, scene, "desk");
    return;
  }
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  if (!scene.only) await page.setViewportSize(SIZES.desk);
  await expectAccessible(page, `${scene.name}, dark`, { rules: ["color-contrast"] });
  expect(await sideways(page), `${scene.name}: sideways scroll`).toBeLessThanOrEqual(0);
}

for (const scene of SCENES) {
  test(`${scene.kind}: ${scene.name}`, async ({ cast }) => {
    await (scene.kind === "route" ? inspectPage : inspect)(scene, cast);
    await leave(scene, cast);
  });
}
