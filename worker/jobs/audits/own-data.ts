/** Audits of erased accounts and their deletions (D61), made from the declaration of personal data. */

import { AREAS, CALCULATED } from "#domain/account/personal-data/declaration";
import { columnsIn, type TableRules } from "#domain/account/personal-data/rules";
import { DAY_MS } from "#domain/deadlines";
import type { Audits } from "./audit.ts";

/** Accounts erased lately are checked: after the second erasure, nothing can come back for an account that is gone. */
const CHECKED_MS = 3 * DAY_MS;

/** Their rows belong to nobody's id, or end on their own within days, and have no index by person. */
const UNCHECKED = new Set(["mail_outbox", "throttles", "item_views", "ad_events"]);

/** Returns conditions that hold when the table still has something personal of `gone`. */
function remains([table, { personal, rows = [] }]: [string, TableRules]): string[] {
  if (UNCHECKED.has(table)) return [];
  return rows.flatMap(({ of, erase }) => {
    const own = of.replaceAll("?1", "gone.id");
    if (erase === "delete") return [`EXISTS (SELECT 1 FROM ${table} WHERE ${own})`];
    if (erase === undefined) return [];
    const left = columnsIn(personal)
      .filter((column) => erase[column] !== undefined && erase[column] !== CALCULATED)
      .map((column) => `${column} IS NOT (${erase[column]})`);
    return left.length === 0 ? [] : [`EXISTS (SELECT 1 FROM ${table} WHERE (${own}) AND (${left.join(" OR ")}))`];
  });
}

/** One audit for each area, because SQLite refuses long conditions. */
function leftOvers(): Audits {
  const audits = Object.entries(AREAS).flatMap(([area, tables]) => {
    const conditions = Object.entries(tables).flatMap(remains);
    if (conditions.length === 0) return [];
    const gone = `SELECT gone.id FROM profiles gone WHERE gone.erased_at > ?1 - ${CHECKED_MS}`;
    const name = `something personal is left of an erased account: ${area} (D61)`;
    return [[name, `${gone} AND (${conditions.join("\n OR ")})`] as const];
  });
  return Object.fromEntries(audits);
}

export const OWN_DATA_AUDITS: Audits = {
  ...leftOvers(),
  "an account is erased in one table and not in the other (D61)": `
    SELECT p.id FROM profiles p LEFT JOIN account_deletions d ON d.account_id = p.id
    WHERE p.erased_at IS NOT NULL AND d.erased_at IS NULL
    UNION ALL SELECT d.account_id AS id FROM account_deletions d JOIN profiles p ON p.id = d.account_id
    WHERE d.erased_at IS NOT NULL AND p.erased_at IS NULL`,
  "a deletion is due and nothing has happened for a day (D61)": `
    SELECT account_id AS id FROM account_deletions WHERE next_at < ?1 - ${DAY_MS}`,
  "the file of an expired export is still there (D61)": `
    SELECT id FROM data_exports WHERE file_key IS NOT NULL AND expires_at < ?1 - ${DAY_MS}`,
};
