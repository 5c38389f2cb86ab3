/**
 * Runs axe on every scene: each page for each kind of viewer, each dialog and each state, at both sizes and in both
 * themes. Also checks that nothing scrolls sideways and that nothing moves under reduced motion.
 */
import type { Page } from "@playwright/test";
import { test as base, expect, expectAccessible, openActor, skipTours } from "./accounts.ts";
import { recordedMotion, watchMotion } from "./motion.ts";
import { createSceneData, type SceneData } from "./scenes/accounts.ts";
import { SCENES } from "./scenes/all.ts";
import { enter, leave, type Scene, SIZES, type Size, sidewaysOverflow } from "./scenes/scene.ts";

const test = base.extend<object, { cast: SceneData }>({
  /** Created once per worker, because the tests only look at these accounts and their data. */
  cast: [
    async ({ browser }, use, { project }) => {
      const cast = await createSceneData(async (account) => {
        const person = await openActor(browser, project.use.baseURL ?? "", account);
        await skipTours(person);
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

test("each scene has a unique name", () => {
  const names = SCENES.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

/** Loading and error states have no h1 yet. Menus and dialogs over a page are outside its landmarks. */
const WITHOUT: Partial<Record<Scene["kind"], string[]>> = { state: ["page-has-heading-one"], dialog: ["region"] };

async function expectFit(page: Page, scene: Scene, size: Size): Promise<void> {
  await expectAccessible(page, `${scene.name} at ${SIZES[size].width} px`, { without: WITHOUT[scene.kind] ?? [] });
  expect(await sidewaysOverflow(page), `${scene.name}: sideways scroll`).toBeLessThanOrEqual(0);
  expect(await recordedMotion(page), `${scene.name}: moves`).toEqual([]);
}

/**
 * Loads the page once, then changes the size and the theme. The themes differ only in colours, and colours do not
 * depend on the size.
 */
async function inspectPage(scene: Scene, cast: SceneData): Promise<void> {
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

/**
 * Checks everything on a phone. On a desktop only position and theme differ, so only contrast and sideways scroll are
 * checked there.
 */
async function inspect(scene: Scene, cast: SceneData): Promise<void> {
  const size = scene.only ?? "phone";
  const page = await enter(scene, cast, size, "light");
  await expectFit(page, scene, size);
  if (scene.closesOnResize) {
    await leave(scene, cast);
    await enter(scene, cast, "desk", "dark");
    await expectFit(page, scene, "desk");
    return;
  }
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  if (!scene.only) await page.setViewportSize(SIZES.desk);
  await expectAccessible(page, `${scene.name}, dark`, { rules: ["color-contrast"] });
  expect(await sidewaysOverflow(page), `${scene.name}: sideways scroll`).toBeLessThanOrEqual(0);
}

for (const scene of SCENES) {
  test(`${scene.kind}: ${scene.name}`, async ({ cast }) => {
    await (scene.kind === "route" ? inspectPage : inspect)(scene, cast);
    await leave(scene, cast);
  });
}
