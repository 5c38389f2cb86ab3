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
    "backups-bucket": { type: "string", default: "goodstreet-backups" },
    daily: { type: "string" },
    "no-photos": { type: "boolean", default: false },
    erased: { type: "string" },
  },
});

export const place: Place = values.remote
  ? {
      remote: true,
      database: values.database,
      bucket: values.bucket,
      privateBucket: values["private-bucket"],
      backupsBucket: values["backups-bucket"],
    }
  : { stateDir: values.state };

/** What `--daily` asks for: the Worker's copy of a day, or the newest; null for a copy made now. */
export const daily =
  values.daily === undefined
    ? null
    : { day: values.daily === "newest" ? undefined : values.daily, photos: !values["no-photos"] };

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
