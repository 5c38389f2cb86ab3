/**
 * Every page there is, of everybody to whom it looks different: nothing axe objects to, at both sizes, in both themes. Most
 * dialogs are asked where they are used.
 */
import { test as base, endTours, expect, expectAccessible, openPerson } from "./people.ts";
import { SCENES } from "./scenes/all.ts";
import { type Cast, gather } from "./scenes/cast.ts";
import { enter, leave, type Scene, SIZES, sideways } from "./scenes/scene.ts";

const test = base.extend<object, { cast: Cast }>({
  /** Made once for each worker: its people and their things are only looked at. */
  cast: [
    async ({ browser }, use, { project }) => {
      const cast = await gather(async (account) => {
        const person = await openPerson(browser, project.use.baseURL ?? "", account);
        await endTours(person);
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

/** Loaded once, then turned and darkened under way. Between the themes only colours differ, and those are the same at both sizes. */
async function inspect(scene: Scene, cast: Cast): Promise<void> {
  const size = scene.only ?? "phone";
  const page = await enter(scene, cast, size, "light");
  // What is on its way or has failed does not know yet what it is called.
  const options = scene.kind === "state" ? { without: ["page-has-heading-one"] } : {};
  await expectAccessible(page, `${scene.name} at ${SIZES[size].width} px`, options);
  expect(await sideways(page), `${scene.name}: sideways scroll`).toBeLessThanOrEqual(0);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectAccessible(page, `${scene.name}, dark`, { rules: ["color-contrast"] });
  if (scene.only) return;
  if (scene.bySize) {
    await leave(scene, cast);
    await enter(scene, cast, "desk", "light");
  } else {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.setViewportSize(SIZES.desk);
  }
  await expectAccessible(page, `${scene.name} at ${SIZES.desk.width} px`, options);
  expect(await sideways(page), `${scene.name}: sideways scroll`).toBeLessThanOrEqual(0);
}

const ALSO = ["filters", "main-menu", "account-menu", "empty-search", "no-such-page", "no-such-store"];

for (const scene of SCENES.filter(({ kind, name }) => kind === "route" || ALSO.includes(name))) {
  test(`${scene.kind}: ${scene.name}`, async ({ cast }) => {
    await inspect(scene, cast);
    await leave(scene, cast);
  });
}
