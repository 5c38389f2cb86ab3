import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");

it("the journal lists every migration, from which drizzle-kit numbers the next one", () => {
  const folder = join(root, "migrations");
  const { entries } = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as {
    entries: { tag: string }[];
  };
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(files.sort());
});

it("the first migration is frozen, because a database that has it never gets an edited one", () => {
  const hash = createHash("sha256")
    .update(readFileSync(join(root, "migrations/0000_initial.sql")))
    .digest("hex");
  const whatToDo =
    "migrations/0000_initial.sql is frozen. Undo the change and write a new migration: npm run migration -- <name>. To " +
    "break it on purpose, which only works before the first deployment, change this hash, move the commit in " +
    "tests/skew/previous-release.txt to the one with the change, and write a line in CHANGELOG.md.";
  expect(hash, whatToDo).toBe("6723625da2a44b0d5655de15e317fed2882f7eedd7cb9ad84af76c28ef87d522");
});

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
