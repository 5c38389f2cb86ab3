/**
 * `npm run backup -- --to=FOLDER` backs up a local state that is not in use (`--state=.state`), or with `--remote` the
 * deployed database and bucket (`--database=goodstreet --bucket=goodstreet-images`). With `--daily=newest` or
 * `--daily=2026-11-28` it fetches the copy that the Worker has made (`--no-photos` without photos). See
 * docs/operations.md.
 */
import { backUp, saveDailyCopy } from "./backup/copy.ts";
import { daily, folderOf, place } from "./backup/options.ts";
import { withStorage } from "./backup/storage.ts";

const to = folderOf("to");
const { tables, objects, one_moment, taken_at } = await withStorage(place, (storage) =>
  daily ? saveDailyCopy(storage, to, daily) : backUp(storage, to),
);
const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
console.log(
  `${rows} rows of ${Object.keys(tables).length} tables and ${objects.length} pictures of ${taken_at} are in ${to}.`,
);
if (!one_moment) {
  console.log(
    "Too much to read in one go: what was written meanwhile may be there in part. The audits of a restore say so.",
  );
}
