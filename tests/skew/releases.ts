/** Builds the releases that run side by side: the previous one from git, the current one, and the current one changed. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join, resolve } from "node:path";
import { bundledModules, bundleWorker } from "../support/node/worker-bundle.ts";

const root = resolve(import.meta.dirname, "../..");
const RELEASE_FILE = "tests/skew/previous-release.txt";

export interface Release {
  name: string;
  /** Path of its wrangler.toml. */
  config: string;
  modules: ReturnType<typeof bundledModules>;
  /** What changed.ts changes. */
  change?: "newer" | "older";
}

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" });

/** Returns the commit of the previous release. @throws when this clone does not have it. */
function previousCommit(): string {
  const commit = readFileSync(join(root, RELEASE_FILE), "utf8").trim();
  try {
    git("cat-file", "-e", `${commit}^{commit}`);
  } catch {
    throw new Error(
      `This clone does not have the previous release, commit ${commit} of ${RELEASE_FILE}. If it is shallow, run ` +
        "`git fetch --unshallow`; in a GitHub workflow, give actions/checkout `fetch-depth: 0`.",
    );
  }
  return commit;
}

/** Unpacks the previous release into a folder. It uses the dependencies of this tree. */
export function unpackPrevious(tree: string): void {
  mkdirSync(tree);
  const files = execFileSync("git", ["archive", previousCommit()], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", tree], { input: files });
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
  execFileSync(process.execPath, ["scripts/generate.ts"], { cwd: tree, stdio: ["ignore", "ignore", "inherit"] });
}

export function build(name: string, tree: string, bundle: string): Release {
  const config = join(tree, "wrangler.toml");
  // wrangler asks for the folder of the web app, which the API does not need.
  mkdirSync(join(tree, "dist"), { recursive: true });
  bundleWorker(config, bundle);
  return { name, config, modules: bundledModules(bundle) };
}

/** Returns the release with changed.ts around it, whose imports lead to the bundle. */
export function changed(release: Release, change: "newer" | "older"): Release {
  const [script, ...texts] = release.modules;
  if (!script) throw new Error("The bundle has no script.");
  const module = (path: string, contents: string) => ({ type: "ESModule" as const, path, contents });
  return {
    ...release,
    name: change,
    change,
    modules: [
      module(
        "tests/skew/changed.ts",
        stripTypeScriptTypes(readFileSync(join(import.meta.dirname, "changed.ts"), "utf8")),
      ),
      module("worker/index.ts", `export * from "../${script.path}"; export { default } from "../${script.path}";`),
      module("worker/db/migrations.generated.ts", `export { MIGRATIONS } from "../../${script.path}";`),
      module(script.path, `${script.contents}\nexport { MIGRATIONS };`),
      ...texts,
    ],
  };
}

/** Returns the migrations of the previous release that are not the same now. */
export const editedMigrations = (): string[] =>
  git("diff", "--name-only", "--no-renames", "--diff-filter=a", previousCommit(), "--", "migrations/*.sql")
    .split("\n")
    .filter(Boolean);
