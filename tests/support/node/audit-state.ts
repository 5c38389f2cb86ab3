/** Checks the database invariants of a local state folder. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { auditStatements } from "../../../worker/jobs/run-audits.ts";

/** Returns one line per broken invariant with the ids of its rows; empty when all hold. */
export function brokenInvariants(database: DatabaseSync, now: number): string[] {
  return auditStatements(now).flatMap(({ name, sql, params }) => {
    const ids = database
      .prepare(sql)
      .all(...params)
      .map((row) => String(row.id));
    return ids.length > 0 ? [`${name}: ${ids.join(", ")}`] : [];
  });
}

/** Returns the path of the only D1 database in wrangler's state folder. */
export function databaseFile(stateDir: string): string {
  const folder = join(stateDir, "v3/d1/miniflare-D1DatabaseObject");
  const [file, ...more] = readdirSync(folder).filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
  if (file === undefined || more.length > 0) throw new Error(`Expected one database in ${folder}.`);
  return join(folder, file);
}

/** Returns the broken invariants of the database in a state folder, opened read-only. */
export function auditState(stateDir: string): string[] {
  const database = new DatabaseSync(databaseFile(stateDir), { readOnly: true });
  try {
    return brokenInvariants(database, Date.now());
  } finally {
    database.close();
  }
}
