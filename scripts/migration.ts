/**
 * `npm run migration -- add_refund_note` writes the next file of migrations/ from the changes in worker/db/schema/.
 * `--custom` writes an empty one, for what drizzle-kit does not support: triggers, full-text tables and data.
 */
import { spawnSync } from "node:child_process";

const [name, ...options] = process.argv.slice(2);
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error("Name the migration in lower case, with underscores: npm run migration -- add_refund_note");
  process.exit(1);
}
const { status } = spawnSync("drizzle-kit", ["generate", "--name", name, ...options], { stdio: "inherit" });
if (status !== 0) process.exit(1);

console.log(`
What to do next:
- Read the new file in migrations/. A migration may only add: on D1, rebuilding or dropping a table deletes child rows.
- Add triggers, full-text tables and rows by hand, each statement after a line "--> statement-breakpoint". To change a
  trigger, drop it and create it again. Nothing new in worker/db/schema/? Run this command again with --custom.
- Never edit a migration that has been deployed. Commit the file together with migrations/meta.
- npm run test:unit -- tests/unit/source-rules.test.ts tests/unit/audits.test.ts
`);
