import { sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import type { ThemeReply } from "#contract/site/theme";
import { done, type Result, refuse } from "#domain/result";
import { changedParts, contrastMessage, contrastProblems, type ThemeConfig } from "#domain/site/theme";
import { CHANGED, insertAuditEntry } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import type { Services } from "../../../services.ts";
import { clearThemeCache, readTheme, THEME_ID } from "./queries.ts";

/**
 * Saves the whole theme. Refused when a text would be unreadable, or with `stale` when another administrator has saved
 * since. `updated_at` is the version and always rises, independent of the clock.
 */
export async function saveTheme(
  services: Services,
  actorId: string,
  input: { version: number; theme_config: ThemeConfig },
): Promise<Result<ThemeReply>> {
  const problems = contrastProblems(input.theme_config);
  const [first] = problems;
  if (first) {
    return refuse("invalid", contrastMessage(first), {
      fields: problems.map((problem) => ({
        field: `theme_config.${problem.part}.${problem.scheme}.text`,
        message: contrastMessage(problem),
      })),
      current: Object.fromEntries(problems.map(({ part, scheme, proposal }) => [`${part}.${scheme}`, proposal])),
    });
  }
  const { db, now } = services;
  const before = await readTheme(services);
  const theme_config = changedParts(input.theme_config);
  const version = Math.max(now(), input.version + 1);
  const details = { before: before.theme_config ?? {}, after: theme_config };
  const [saved] = await batch<[{ id: string }, object]>(db, [
    sql`INSERT INTO global_theme_settings (id, theme_config, updated_by, updated_at)
      SELECT ${THEME_ID}, ${JSON.stringify(theme_config)}, ${actorId}, ${version}
        WHERE ${input.version} = 0 OR EXISTS (SELECT 1 FROM global_theme_settings WHERE id = ${THEME_ID})
      ON CONFLICT (id) DO UPDATE SET theme_config = excluded.theme_config, updated_by = excluded.updated_by,
        updated_at = excluded.updated_at WHERE global_theme_settings.updated_at = ${input.version}
      RETURNING id`,
    insertAuditEntry(
      {
        actor_id: actorId,
        action: "theme_saved",
        subject: THEME_ID,
        details,
        at: now(),
      },
      CHANGED,
    ),
  ]);
  if (saved.length === 0) return refuse("stale", MESSAGES.valuesChanged);
  clearThemeCache();
  return done(await readTheme(services));
}
