/** Writes the SQL of `migrations/` into a module, because a deployed Worker has no file system. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../migrations");
const target = join(import.meta.dirname, "../worker/db/migrations.generated.ts");

export function generateMigrations(): void {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  const entries = names.map((name) => {
    const statements = readFileSync(join(folder, name), "utf8")
      .split("--> statement-breakpoint")
      .map((s) => s.trim())
      .filter(Boolean);
    return { name, statements };
  });
  const text = `// Made by scripts/generate-migrations.ts from migrations/*.sql; not edited, not committed.\nexport const MIGRATIONS: { name: string; statements: string[] }[] = ${JSON.stringify(entries, null, 2)};\n`;
  let current = "";
  try {
    current = readFileSync(target, "utf8");
  } catch {}
  // Do not touch an unchanged file, so that watchers do not rebuild.
  if (current !== text) writeFileSync(target, text);
}

if (import.meta.main) generateMigrations();
