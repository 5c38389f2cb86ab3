/**
 * Fills an empty local state with the demo marketplace: people, pictures, listings, a few of them held, sold or free.
 * Runs on the state folder before the Worker starts; does nothing when the demo is already there.
 */
import { hashPassword } from "../worker/adapters/password-hash.ts";
import { applyMigrations } from "../worker/db/apply-migrations.ts";
import { withStorage } from "./backup/storage.ts";
import { demoMarketplace } from "./demo/demo.ts";
import { DEMO_PASSWORD } from "./demo/people.ts";
import { insertStatements } from "./demo/rows.ts";

const started = performance.now();

await withStorage({ stateDir: process.env.STATE_DIR ?? ".state" }, async ({ DB, IMAGES }) => {
  await applyMigrations(DB);
  if (await DB.prepare("SELECT 1 FROM app_keys WHERE name = 'demo-data'").first()) return;
  const { tables, pictures } = demoMarketplace(Date.now(), await hashPassword(DEMO_PASSWORD));
  // Pictures first, then all rows as one transaction: seeding that is interrupted can be done again.
  await pictures.store(IMAGES);
  await DB.batch(tables.flatMap((rows) => insertStatements(DB, rows)));
  const listings = tables.flatMap(({ items = [] }) => items).length;
  console.log(`Demo data is ready: ${listings} listings (${((performance.now() - started) / 1000).toFixed(1)} s).`);
});
