import { desc, eq } from "drizzle-orm";
import type { SiteSettingsReply, SiteSettingsVersion } from "#contract/site/settings";
import { displayName } from "#domain/account/display-name";
import { centsToDollars } from "#domain/money";
import { DEFAULT_SITE_SETTINGS, readSiteSettings } from "#domain/site/site-settings";
import { profiles } from "../../../db/schema/account.ts";
import { siteSettings } from "../../../db/schema/site-settings.ts";
import type { Services } from "../../../services.ts";
import { feesByMonth } from "../../payments/platform-fee-queries.ts";

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
