/** Opens the database and bucket without the Worker: of a local state folder, or with `remote` of a deployment. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { getPlatformProxy, unstable_readConfig } from "wrangler";

const root = resolve(import.meta.dirname, "../..");

export interface Storage {
  DB: D1Database;
  IMAGES: R2Bucket;
  PRIVATE_FILES: R2Bucket;
  BACKUPS: R2Bucket;
}

export type Place =
  | { stateDir: string }
  | { remote: true; database: string; bucket: string; privateBucket: string; backupsBucket: string };

/** wrangler.toml has no database ids, so the id is looked up by name. */
function databaseId(name: string): string {
  const answer = execFileSync("npx", ["wrangler", "d1", "info", name, "--json"], { cwd: root, encoding: "utf8" });
  const { uuid } = JSON.parse(answer) as { uuid?: string };
  if (!uuid) throw new Error(`There is no database named ${name}.`);
  return uuid;
}

/** Returns a configuration without Durable Objects, which exist only inside the Worker. */
function configOf(place: Place): string {
  const { d1_databases, r2_buckets, compatibility_date } = unstable_readConfig({ config: join(root, "wrangler.toml") });
  const config =
    "remote" in place
      ? {
          d1_databases: [
            { binding: "DB", database_name: place.database, database_id: databaseId(place.database), remote: true },
          ],
          r2_buckets: [
            { binding: "IMAGES", bucket_name: place.bucket, remote: true },
            { binding: "PRIVATE_FILES", bucket_name: place.privateBucket, remote: true },
            { binding: "BACKUPS", bucket_name: place.backupsBucket, remote: true },
          ],
        }
      : { d1_databases, r2_buckets };
  const path = join(mkdtempSync(join(tmpdir(), "goodstreet-storage-")), "wrangler.json");
  writeFileSync(path, JSON.stringify({ name: "goodstreet-storage", compatibility_date, ...config }));
  return path;
}

/** Opens database and bucket while `use` runs. No Worker may be using the state folder. */
export async function withStorage<T>(place: Place, use: (storage: Storage) => Promise<T>): Promise<T> {
  const proxy = await getPlatformProxy<{ [Name in keyof Storage]: Storage[Name] }>({
    configPath: configOf(place),
    persist: "remote" in place ? false : { path: resolve(root, place.stateDir, "v3") },
    remoteBindings: "remote" in place,
  });
  try {
    return await use(proxy.env);
  } finally {
    await proxy.dispose();
  }
}
