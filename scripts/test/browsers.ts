/** Finds the browsers for tests. `node scripts/test/browsers.ts chromium firefox` installs what is missing. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const programs = [process.env.PROGRAMFILES, process.env["PROGRAMFILES(X86)"], process.env.LOCALAPPDATA];
const onWindows = (path: string) => programs.flatMap((folder) => (folder ? [join(folder, path)] : []));

/** In this order: one without a window needs a third less of the processor. */
const CHROMIUM = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/microsoft-edge",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ...onWindows("Google/Chrome/Application/chrome.exe"),
  ...onWindows("Microsoft/Edge/Application/msedge.exe"),
  // Where Playwright installs its own.
  chromium.executablePath(),
];
const FIREFOX = [
  process.env.FIREFOX_PATH,
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
  ...onWindows("Mozilla Firefox/firefox.exe"),
];

const found = (paths: readonly (string | undefined)[]) =>
  paths.find((path): path is string => path !== undefined && existsSync(path));

/**
 * @param windowed prefers a whole browser: its speed is what people get.
 * @throws when no Chromium is installed.
 */
export function chromiumPath({ windowed = false } = {}): string {
  const whole = CHROMIUM.filter((path) => !path?.endsWith("headless-shell"));
  const path = (windowed ? found(whole) : undefined) ?? found(CHROMIUM);
  if (path) return path;
  throw new Error("No Chromium, Chrome or Edge found. Install one, or set CHROMIUM_PATH to one.");
}

/** Returns the path of Firefox, or undefined when it is not installed. */
export const firefoxPath = (): string | undefined => found(FIREFOX);

const hasApt = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

function aptInstall(name: string): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
  execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], { stdio: "inherit", env });
}

const INSTALL: Record<string, () => void> = {
  chromium: () => {
    if (found(CHROMIUM)) return;
    if (hasApt) aptInstall("chromium-headless-shell");
    else spawnSync("npx", ["playwright", "install", "chromium", "--no-shell"], { stdio: "inherit", shell: true });
    console.log(chromiumPath());
  },
  firefox: () => {
    if (!found(FIREFOX) && hasApt) aptInstall("firefox-esr");
    console.log(firefoxPath() ?? "No Firefox found. Install it, or set FIREFOX_PATH to it.");
  },
};

if (import.meta.main) for (const name of process.argv.slice(2)) INSTALL[name]?.();
