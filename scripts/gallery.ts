/**
 * `npm run gallery`: takes screenshots of every page, dialog and state in two sizes and two themes, of the built app
 * with demo data, and writes a contact sheet to reports/gallery/index.html. `--only=cart,checkout-*` takes scenes by
 * name, `--kind=dialog` by kind, `--theme=dark` and `--size=phone` one variant; `--build=0` uses the existing dist/,
 * `--origin=` a running app.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "@playwright/test";
import { openActor, skipTours } from "../tests/e2e/accounts.ts";
import { createSceneData, type SceneData } from "../tests/e2e/scenes/accounts.ts";
import { SCENES } from "../tests/e2e/scenes/all.ts";
import {
  enter,
  leave,
  type Scene,
  SIZES,
  type Size,
  sidewaysOverflow,
  THEMES,
  type Theme,
} from "../tests/e2e/scenes/scene.ts";
import { AppProcess, freePort } from "../tests/support/node/app-process.ts";
import { writeLocalConfig } from "./local/config.ts";
import { chromiumPath } from "./test/browsers.ts";

const root = resolve(import.meta.dirname, "..");
const folder = join(root, "reports/gallery");
const option = (name: string) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);

const only = option("only")
  ?.split(",")
  .map((name) => new RegExp(`^${name.replaceAll("*", ".*")}$`));
const sizes = (Object.keys(SIZES) as Size[]).filter((size) => [undefined, size].includes(option("size") as Size));
const themes = THEMES.filter((theme) => [undefined, theme].includes(option("theme") as Theme));
const wanted = SCENES.filter(
  ({ name, kind }) => (only?.some((pattern) => pattern.test(name)) ?? true) && (option("kind") ?? kind) === kind,
);

interface Picture {
  scene: Scene;
  size: Size;
  theme: Theme;
  file: string;
}

/** Problems found without looking at the screenshots. */
const problems: string[] = [];

/** Takes one scene at one size. Themes differ in colours only, so the page is not loaded again. */
async function take(scene: Scene, cast: SceneData, size: Size): Promise<Picture[]> {
  const pictures: Picture[] = [];
  try {
    const page = await enter(scene, cast, size, themes[0] ?? "light");
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      await page.waitForLoadState("networkidle", { timeout: 2_000 }).catch(() => undefined);
      const file = `${scene.name}.${size}.${theme}.png`;
      // A dialog is taken with the visible screen; a page in full length, up to a limit.
      const long = scene.kind !== "dialog";
      if (long) await stretch(page, size);
      // Moves the pointer away, because on a phone nothing is hovered after a press.
      else if (size === "phone") await page.mouse.move(0, 0);
      await page.screenshot({
        path: join(folder, file),
        animations: "disabled",
        ...(long && (await tall(page, size))),
      });
      if (long) await page.setViewportSize(SIZES[size]);
      pictures.push({ scene, size, theme, file });
    }
    const beyond = await sidewaysOverflow(page);
    if (beyond > 0) problems.push(`${scene.name} at ${SIZES[size].width} px: ${beyond} px wider than the screen`);
  } catch (error) {
    problems.push(`${scene.name} at ${SIZES[size].width} px: ${String(error).split("\n").slice(0, 3).join(" ")}`);
  }
  await leave(scene, cast);
  return pictures;
}

/** Maximum height of a screenshot (px). */
const TALLEST = 2_400;

async function tall(page: Awaited<ReturnType<typeof enter>>, size: Size) {
  const height = Math.min(await page.evaluate(() => document.documentElement.scrollHeight), TALLEST);
  return { fullPage: true, clip: { x: 0, y: 0, width: SIZES[size].width, height } };
}

/** Makes the viewport as tall as the page, so that lazily loaded content appears. */
async function stretch(page: Awaited<ReturnType<typeof enter>>, size: Size): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({
    width: SIZES[size].width,
    height: Math.min(Math.max(height, SIZES[size].height), TALLEST),
  });
  await page.waitForTimeout(150);
}

function contactSheet(pictures: Picture[]): string {
  const figures = pictures.map(
    ({ scene, size, theme, file }) =>
      `<figure data-size="${size}" data-theme="${theme}" data-kind="${scene.kind}"><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${scene.name} · ${scene.role} · ${SIZES[size].width} · ${theme}</figcaption></figure>`,
  );
  const choice = (name: string, values: readonly string[]) =>
    `<select name="${name}" aria-label="${name}"><option value="">every ${name}</option>${values.map((value) => `<option>${value}</option>`).join("")}</select>`;
  return `<!doctype html><html lang="en-AU"><meta charset="utf-8"><title>Goodstreet, every screen</title>
<style>
body{font:15px/22px system-ui;margin:0 20px;background:#eef1ef;color:#14211c}
form{position:sticky;top:0;display:flex;gap:8px;padding:12px 0;background:#eef1ef}
main{display:grid;grid-template-columns:repeat(auto-fill,minmax(280px,1fr));gap:20px}
figure{margin:0}figure[hidden]{display:none}
img{width:100%;height:320px;object-fit:contain;object-position:top;background:#fff;border-radius:8px}
input,select{font:inherit;height:40px;padding:0 8px}
</style>
<form>${choice("size", Object.keys(SIZES))}${choice("theme", THEMES)}${choice("kind", ["route", "dialog", "state"])}<input name="name" placeholder="Name" aria-label="Name"></form>
<main>${figures.join("\n")}</main>
<script>
const form = document.forms[0];
form.addEventListener("input", () => {
  for (const figure of document.querySelectorAll("figure")) {
    const { size, theme, kind } = figure.dataset;
    const fits = (name, value) => form[name].value === "" || form[name].value === value;
    figure.hidden = !(fits("size", size) && fits("theme", theme) && fits("kind", kind) && figure.textContent.includes(form.elements.name.value));
  }
});
</script></html>`;
}

/**
 * Returns all screenshots in the folder; those of earlier runs stay in the contact sheet until they are taken again.
 */
function onSheet(): Picture[] {
  const files = new Set(readdirSync(folder));
  return SCENES.flatMap((scene) =>
    (Object.keys(SIZES) as Size[]).flatMap((size) =>
      THEMES.map((theme) => ({ scene, size, theme, file: `${scene.name}.${size}.${theme}.png` })),
    ),
  ).filter(({ file }) => files.has(file));
}

async function photograph(origin: string): Promise<number> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const cast = await createSceneData(async (account) => {
      const person = await openActor(browser, origin, account);
      await skipTours(person);
      person.page.on("dialog", (question) => void question.accept());
      person.page.setDefaultTimeout(12_000);
      return person;
    });
    let taken = 0;
    for (const scene of wanted) {
      for (const size of sizes.filter((size) => [undefined, size].includes(scene.only))) {
        taken += (await take(scene, cast, size)).length;
      }
    }
    return taken;
  } finally {
    await browser.close();
  }
}

if (wanted.length === 0) throw new Error("No scene has such a name.");
if (wanted.length === SCENES.length) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const running = option("origin");
if (running) {
  process.env.E2E_PORT = new URL(running).port;
  console.log(`${await photograph(running)} pictures`);
} else {
  const run = (script: string, env: Record<string, string> = {}) => {
    const { status } = spawnSync("node", [join("scripts", script)], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, ...env },
    });
    if (status !== 0) throw new Error(`${script} ended with ${status}`);
  };
  if (option("build") !== "0") run("build.ts");
  const stateDir = mkdtempSync(join(tmpdir(), "goodstreet-gallery-"));
  const port = await freePort();
  process.env.E2E_PORT = String(port);
  // With the payment emulator, as in `npm start`; without one the checkout offers no card payments.
  const app = new AppProcess(port, stateDir, writeLocalConfig());
  try {
    run("seed-demo.ts", { STATE_DIR: stateDir });
    await app.start();
    console.log(`${await photograph(app.origin)} pictures`);
  } finally {
    await app.end("SIGTERM");
    rmSync(stateDir, { recursive: true, force: true });
  }
}
writeFileSync(join(folder, "index.html"), contactSheet(onSheet()));
console.log(join(folder, "index.html"));
if (problems.length > 0) {
  console.error(`\n${problems.join("\n")}`);
  process.exitCode = 1;
}
