import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashPassword } from "../../worker/adapters/password-hash.ts";
import { applyMigrations } from "../../worker/db/apply-migrations.ts";
import { DEMO_PASSWORD } from "./people.ts";
import { insertStatements } from "./rows.ts";

/**
 * Fills an empty local state with the demo marketplace: people, pictures, listings, a few of them held, sold or free.
 * Does nothing when the demo is already there. The Worker must not be running on that state.
 */
export async function seedDemo(stateDir: string): Promise<void> {
  // Opening the database only to find the demo there would take three seconds of each start.
  const marker = join(stateDir, "v3/demo-data");
  if (existsSync(marker)) return;
  const started = performance.now();
  const [{ withStorage }, { demoMarketplace }] = await Promise.all([
    import("../backup/storage.ts"),
    import("./demo.ts"),
  ]);
  await withStorage({ stateDir }, async ({ DB, IMAGES }) => {
    await applyMigrations(DB);
    if (await DB.prepare("SELECT 1 FROM app_keys WHERE name = 'demo-data'").first()) return;
    const { tables, pictures } = demoMarketplace(Date.now(), await hashPassword(DEMO_PASSWORD));
    // Pictures first, then all rows as one transaction: seeding that is interrupted can be done again.
    await pictures.store(IMAGES);
    await DB.batch(tables.flatMap((rows) => insertStatements(DB, rows)));
    const listings = tables.flatMap(({ items = [] }) => items).length;
    console.log(`Demo data is ready: ${listings} listings (${((performance.now() - started) / 1000).toFixed(1)} s).`);
  });
  writeFileSync(marker, "");
}
