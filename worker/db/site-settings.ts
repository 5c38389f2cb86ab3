/** Site settings with a cache per isolate, at most five seconds old, so that pages do not wait for the query. */
import { desc } from "drizzle-orm";
import {
  DEFAULT_SITE_SETTINGS,
  readSiteSettings,
  type SiteFeature,
  type SiteSettings,
  timeLimitsOf,
} from "#domain/site/site-settings";
import type { TimeLimits } from "#domain/time-limits";
import { IsolateCache } from "../isolate-cache.ts";
import type { Database } from "./client.ts";
import { siteSettings as table } from "./schema/site-settings.ts";

const FRESH_MS = 5_000;

/** Holds a value, not a promise, because one request must not wait for another request's query. */
const cache = new IsolateCache<{ settings: SiteSettings; at: number }>();

interface Reader {
  db: Database;
  now(): number;
}

/** Returns the settings, at most five seconds old. */
export async function siteSettings(reader: Reader): Promise<SiteSettings> {
  const at = reader.now();
  const known = cache.get();
  if (known && at >= known.at && at < known.at + FRESH_MS) return known.settings;
  return readUncached(reader);
}

/** Reads without the cache: for the editor, and after a save. */
export async function readUncached({ db, now }: Reader): Promise<SiteSettings> {
  const row = await db.select().from(table).orderBy(desc(table.version)).limit(1).get();
  const settings = row ? readSiteSettings(row.version, row.settings) : DEFAULT_SITE_SETTINGS;
  cache.set({ settings, at: now() });
  return settings;
}

/** Returns the times and limits for what begins now. */
export async function siteTimeLimits(reader: Reader): Promise<TimeLimits> {
  return timeLimitsOf(await siteSettings(reader));
}

/** Returns whether a feature is switched on. */
export async function isFeatureEnabled(reader: Reader, feature: SiteFeature): Promise<boolean> {
  return (await siteSettings(reader)).features[feature];
}

/** Returns the support address, or an empty string when none is set. */
export async function supportEmail(reader: Reader & { env: { SUPPORT_EMAIL: string } }): Promise<string> {
  return (await siteSettings(reader)).support_email || reader.env.SUPPORT_EMAIL;
}
