/** Settings of the site: versions are only added, and the highest is in force (decision 0030). */

import { desc, eq } from "drizzle-orm";
import type * as z from "zod/mini";
import type { SiteSettingsBody, SiteSettingsReply, SiteSettingsVersion } from "#contract/site/settings";
import { displayName } from "#domain/account/display-name";
import { centsToDollars } from "#domain/money";
import { done, type Result, refuse } from "#domain/result";
import { changedSettings, DEFAULT_SITE_SETTINGS, readSiteSettings } from "#domain/site/site-settings";
import { insertAuditEntry } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import { violatedConstraint } from "../../../db/constraints.ts";
import { profiles } from "../../../db/schema/account.ts";
import { siteSettings } from "../../../db/schema/site-settings.ts";
import { readUncached } from "../../../db/site-settings.ts";
import type { Actor } from "../../../http/context.ts";
import type { Services } from "../../../services.ts";
import { feesByMonth } from "../../payments/platform-fee.ts";

const VERSIONS_SHOWN = 20;

export async function readVersions(services: Services): Promise<SiteSettingsReply> {
  const { db, env, now } = services;
  const [rows, months] = await Promise.all([
    db
      .select({ row: siteSettings, name: profiles.full_name })
      .from(siteSettings)
      .innerJoin(profiles, eq(profiles.id, siteSettings.saved_by))
      .orderBy(desc(siteSettings.version))
      .limit(VERSIONS_SHOWN),
    feesByMonth(services),
  ]);
  const versions = rows.map(
    ({ row, name }): SiteSettingsVersion => ({
      ...readSiteSettings(row.version, row.settings),
      saved_at: row.saved_at,
      saved_by: displayName(name),
    }),
  );
  return {
    current: versions[0] ?? { ...DEFAULT_SITE_SETTINGS, saved_at: null, saved_by: null },
    versions,
    deployed_support_email: env.SUPPORT_EMAIL,
    fees: months.map(({ month, card, disputes, platform }) => ({
      month,
      card: centsToDollars(card),
      disputes: centsToDollars(disputes),
      platform: centsToDollars(platform),
    })),
    server_now: now(),
  };
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
  const stale = refuse("stale", "Somebody has saved these settings since you opened them. Reload and try again.", {
    current: { version: current.version },
  });
  if (value.version !== current.version) return stale;
  const { version: from, ...settings } = value;
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
