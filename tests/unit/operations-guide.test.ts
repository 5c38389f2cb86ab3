import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const read = (path: string) => readFileSync(join(import.meta.dirname, "../..", path), "utf8");

it("docs/operations.md describes every job of the cron, and no other", () => {
  const jobs = [...read("worker/jobs/schedule.ts").matchAll(/\bname: "([a-z-]+)"/g)].map(([, name]) => name);
  const table = /## Cron jobs\n(.*?)\n## /s.exec(read("docs/operations.md"))?.[1] ?? "";
  const described = [...table.matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name),
  );
  expect(jobs.length).toBeGreaterThan(30);
  expect(described.sort()).toEqual(jobs.sort());
});

it("docs/operations.md describes every variable of wrangler.toml", () => {
  const vars = /\[vars\]\n(.*?)\n\[\[/s.exec(read("wrangler.toml"))?.[1] ?? "";
  const names = [...vars.matchAll(/^([A-Z_]+) = /gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !read("docs/operations.md").includes(`\`${name}\``))).toEqual([]);
});
