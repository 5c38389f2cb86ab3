/** Settings of the site: versions are only added, and the highest is in force (decision 0030). */

import type * as z from "zod/mini";
import type { SiteSettingsBody } from "#contract/site/settings";
import { readAbn } from "#domain/readers/numbers";
import { done, type Result, refuse } from "#domain/result";
import { changedSettings } from "#domain/site/site-settings";
import { insertAuditEntry } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import { violatedConstraint } from "../../../db/constraints.ts";
import { siteSettings } from "../../../db/schema/site-settings.ts";
import { readUncached } from "../../../db/site-settings.ts";
import type { Actor } from "../../../http/context.ts";
import type { Services } from "../../../services.ts";

/** Eleven digits, or "" without a valid one. */
function abnOf(typed: string): string {
  const abn = readAbn(typed);
  return abn.ok ? abn.value : "";
}

/**
 * Adds a version and its audit log entry. When two administrators edited the same version, the later gets `stale`. Only
 * a super admin may change the platform fee.
 */
export async function saveSiteSettings(
  services: Services,
  staff: Actor,
  value: z.output<typeof SiteSettingsBody>,
): Promise<Result> {
  const { db, now } = services;
  const current = await readUncached(services);
  const stale = refuse("stale", "Someone saved these settings after you opened them. Reload and try again.", {
    current: { version: current.version },
  });
  if (value.version !== current.version) return stale;
  const { version: from, operator = current.operator, ...rest } = value;
  const settings = { ...rest, operator: { ...operator, abn: abnOf(operator.abn) } };
  const changed = changedSettings(current, settings);
  if (Object.keys(changed).length === 0) return done();
  if (changed.platform_fee_bp && staff.role !== "super_admin") {
    return refuse("forbidden", "Only a super admin can change the platform fee.");
  }
  const version = from + 1;
  const at = now();
  try {
    await batch(db, [
      db.insert(siteSettings).values({ version, settings, saved_by: staff.id, saved_at: at }),
      insertAuditEntry({
        actor_id: staff.id,
        action: "site_settings_saved",
        subject: "site_settings",
        details: { version, changed },
        at,
      }),
    ]);
  } catch (error) {
    if (violatedConstraint(error) === null) throw error;
    return stale;
  }
  await readUncached(services);
  return done();
}
