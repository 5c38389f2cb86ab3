/** Finds the Chromium for browser tests, and installs Debian's if it is missing and permissions allow. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const PATHS = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const installed = () => PATHS.find((path) => path !== undefined && existsSync(path));

/** @throws when no Chromium is installed. */
export function chromiumPath(): string {
  const path = installed();
  if (path) return path;
  throw new Error("No Chromium found. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.");
}

function install(): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
  execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], { stdio: "inherit", env });
}

if (import.meta.main) {
  if (!installed() && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) install();
  console.log(chromiumPath());
}
