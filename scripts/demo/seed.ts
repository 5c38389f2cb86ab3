import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { passwordHasher } from "../../worker/adapters/password-hash.ts";
import { applyMigrations } from "../../worker/db/apply-migrations.ts";
import { DEMO_PASSWORD } from "./people.ts";
import { insertStatements } from "./rows.ts";

/**
 * Fills an empty local state with the demo marketplace. Does nothing if the demo data is already there. No Worker may
 * be using the state.
 */
export async function seedDemo(stateDir: string): Promise<void> {
  // A marker file, because opening the database just to check would add three seconds to every start.
  const marker = join(stateDir, "v3/demo-data");
  if (existsSync(marker)) return;
  const started = performance.now();
  const [{ withStorage }, { demoMarketplace }] = await Promise.all([
    import("../backup/storage.ts"),
    import("./demo.ts"),
  ]);
  await withStorage({ stateDir }, async ({ DB, IMAGES }) => {
    await migrate(DB);
    if (await DB.prepare("SELECT 1 FROM app_keys WHERE name = 'demo-data'").first()) return;
    const { tables, pictures } = demoMarketplace(
      Date.now(),
      await passwordHasher({ APP_ENV: "local" }).hash(DEMO_PASSWORD),
    );
    // Pictures first, then all rows in one transaction, so that interrupted seeding can be repeated.
    await pictures.store(IMAGES);
    await DB.batch(tables.flatMap((rows) => insertStatements(DB, rows)));
    const listings = tables.flatMap(({ items = [] }) => items).length;
    console.log(`Demo data is ready: ${listings} listings (${((performance.now() - started) / 1000).toFixed(1)} s).`);
  });
  writeFileSync(marker, "");
}

/** Migrates, and once more if the runtime had closed its idle connection, which a busy machine does to the first use. */
async function migrate(db: D1Database): Promise<void> {
  try {
    await applyMigrations(db);
  } catch (error) {
    if (!String(error).includes("fetch failed")) throw error;
    await applyMigrations(db);
  }
}
