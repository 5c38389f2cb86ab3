/** Command line options of backup and restore. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Place } from "./storage.ts";

const { values } = parseArgs({
  options: {
    to: { type: "string" },
    from: { type: "string" },
    state: { type: "string", default: process.env.STATE_DIR ?? ".state" },
    remote: { type: "boolean", default: false },
    database: { type: "string", default: "goodstreet" },
    bucket: { type: "string", default: "goodstreet-images" },
    "private-bucket": { type: "string", default: "goodstreet-private" },
    erased: { type: "string" },
  },
});

export const place: Place = values.remote
  ? { remote: true, database: values.database, bucket: values.bucket, privateBucket: values["private-bucket"] }
  : { stateDir: values.state };

/** Returns the folder given by `--to` or `--from`. Throws when it is missing. */
export function folderOf(name: "to" | "from"): string {
  const folder = values[name];
  if (!folder) throw new Error(`Say which folder: --${name}=…`);
  return folder;
}

/** Accounts erased since the backup: the lines of the file given by `--erased`. */
export function erasedAccounts(): string[] {
  return values.erased === undefined ? [] : readFileSync(values.erased, "utf8").split(/\s+/).filter(Boolean);
}
