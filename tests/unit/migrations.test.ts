import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");

it("drizzle-kit writes no migration, because worker/db/schema matches the last snapshot", () => {
  const folder = mkdtempSync(join(tmpdir(), "goodstreet-migrations-"));
  try {
    cpSync(join(root, "migrations"), folder, { recursive: true });
    // drizzle-kit takes the folder of the migrations relative to where it runs.
    const args = [
      "generate",
      "--dialect=sqlite",
      "--schema=./worker/db/schema/*.ts",
      `--out=${relative(root, folder)}`,
    ];
    const { stdout, stderr } = spawnSync(join(root, "node_modules/.bin/drizzle-kit"), args, {
      cwd: root,
      encoding: "utf8",
    });
    expect(stdout + stderr).toContain("No schema changes");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
