/**
 * `npm run staging` deploys a second Worker with its own database and buckets, for trying out. `npm run staging --
 * secret put NAME` and other commands of wrangler run on it too.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { changedConfig } from "./local/config.ts";

/** Resources are found by name, and limits by number, so staging must share none with production. */
const CHANGES = [
  ['name = "goodstreet"', 'name = "goodstreet-staging"'],
  ['database_name = "goodstreet"', 'database_name = "goodstreet-staging"'],
  ['bucket_name = "goodstreet-images"', 'bucket_name = "goodstreet-staging-images"'],
  ['bucket_name = "goodstreet-private"', 'bucket_name = "goodstreet-staging-private"'],
  ['bucket_name = "goodstreet-backups"', 'bucket_name = "goodstreet-staging-backups"'],
  ['queue = "goodstreet-deliveries"', 'queue = "goodstreet-staging-deliveries"'],
  ['namespace_id = "1001"', 'namespace_id = "1002"'],
  // No domain of its own.
  ['EDGE_CACHE = "on"', 'EDGE_CACHE = "off"'],
  ['REQUEST_LOG = "sampled"', 'REQUEST_LOG = "on"'],
] as const;

const file = join(import.meta.dirname, "../wrangler.staging.toml");
writeFileSync(
  file,
  `# Made by scripts/staging.ts from wrangler.toml; not edited, not committed.\n${changedConfig(CHANGES)}`,
);
const [command = "deploy", ...rest] = process.argv.slice(2);
const { status } = spawnSync("wrangler", [command, ...rest, "--config", file], { stdio: "inherit" });
process.exit(status ?? 1);
