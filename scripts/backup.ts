/**
 * `npm run backup -- --to=FOLDER` backs up a local state that is not in use (`--state=.state`), or with `--remote` the
 * deployed database and bucket (`--database=goodstreet --bucket=goodstreet-images`). See docs/operations.md.
 */
import { backUp } from "./backup/copy.ts";
import { folderOf, place } from "./backup/options.ts";
import { withStorage } from "./backup/storage.ts";

const to = folderOf("to");
const { tables, objects, one_moment } = await withStorage(place, (storage) => backUp(storage, to));
const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
console.log(`${rows} rows of ${Object.keys(tables).length} tables and ${objects.length} pictures are in ${to}.`);
if (!one_moment) {
  console.log(
    "Too much to read in one go: what was written meanwhile may be there in part. The audits of a restore say so.",
  );
}
