/** Bundles the Worker as `wrangler deploy` would upload it, and reads the bundle for Miniflare. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

interface BundledModule {
  type: "ESModule" | "Text";
  path: string;
  contents: string;
}

/** Bundles the Worker of a configuration file into a folder. Generated modules must be there already. */
export function bundleWorker(config: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  execFileSync("wrangler", ["deploy", "--dry-run", "--config", config, "--outdir", folder], {
    cwd: dirname(config),
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, GOODSTREET_SKIP_WEB_BUILD: "1", WRANGLER_SEND_METRICS: "false", CI: "1" },
  });
}

/** Returns the script first, then the text files it imports. */
export function bundledModules(folder: string): BundledModule[] {
  const files = readdirSync(folder);
  const modules = (ending: string, type: BundledModule["type"]) =>
    files
      .filter((file) => file.endsWith(ending))
      .map((path) => ({ type, path, contents: readFileSync(join(folder, path), "utf8") }));
  return [...modules(".js", "ESModule"), ...modules(".txt", "Text"), ...modules(".md", "Text")];
}
