/**
 * `npm run restore -- --from=FOLDER --state=NEW_STATE` restores a backup into an empty local state; with `--remote`
 * into an empty database and bucket (`--database=… --bucket=…`). Accounts erased since the backup
 * are erased again: those of the list in the private bucket, and of a newer backup with `--erased=FOLDER/erased.txt`.
 * Then compares all data and checks every invariant.
 */
import { restore } from "./backup/copy.ts";
import { erasedAccounts, folderOf, place } from "./backup/options.ts";
import { withStorage } from "./backup/storage.ts";

const from = folderOf("from");
const erased = erasedAccounts();
const problems = await withStorage(place, (storage) => restore(storage, from, Date.now(), erased));
for (const problem of problems) console.error(`✗ ${problem}`);
console.log(problems.length === 0 ? "Restored, compared and audited: all is there." : `${problems.length} problems.`);
process.exit(problems.length === 0 ? 0 : 1);
