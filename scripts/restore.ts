/**
 * `npm run restore -- --from=FOLDER --state=NEW_STATE` restores a backup into an empty local state; with `--remote`
 * into an empty database and bucket (`--database=… --bucket=…`). Then compares all data and checks every invariant.
 */
import { restore } from "./backup/copy.ts";
import { folderOf, place } from "./backup/options.ts";
import { withStorage } from "./backup/storage.ts";

const from = folderOf("from");
const problems = await withStorage(place, (storage) => restore(storage, from, Date.now()));
for (const problem of problems) console.error(`✗ ${problem}`);
console.log(problems.length === 0 ? "Restored, compared and audited: all is there." : `${problems.length} problems.`);
process.exit(problems.length === 0 ? 0 : 1);
