/** Settings of Knowzee: versions are only added, and the highest is in force. */
import { desc, eq } from "drizzle-orm";
import * as z from "zod/mini";
import {
  AiSettingsBody,
  type AiSettingsReply,
  type AiSettingsValue,
  type AiSettingsVersion,
  PolicySettings,
} from "#contract/negotiation";
import { displayName } from "#domain/account/display-name";
import { DEFAULT_POLICY } from "#domain/negotiation/knowzee/engine";
import type { Ladder } from "#domain/negotiation/price-ladder";
import type { Database } from "../../../db/client.ts";
import { profiles } from "../../../db/schema/account.ts";
import { aiSettings } from "../../../db/schema/negotiations.ts";
import { signingKey } from "../../../http/access-token.ts";
import type { Services } from "../../../services.ts";

const VERSIONS_SHOWN = 20;

export const DEFAULT_SETTINGS: AiSettingsValue = {
  version: 0,
  greetings: [],
  closings: [],
  policy: PolicySettings.parse(DEFAULT_POLICY),
};

/** Returns the settings in force. A stored version that no longer passes validation is replaced by the defaults. */
export async function currentSettings(db: Database): Promise<AiSettingsValue> {
  const row = await db.select().from(aiSettings).orderBy(desc(aiSettings.version)).limit(1).get();
  return row ? (read(row) ?? { ...DEFAULT_SETTINGS, version: row.version }) : DEFAULT_SETTINGS;
}

/**
 * Returns the price ladder of each item, with its steps moved by a secret of the server, so that nobody can compute
 * where they lie. The same for an item at any time: several ladders together would reveal the minimum.
 */
export async function priceLadders(services: Services): Promise<(itemId: string) => Promise<Ladder>> {
  const { policy } = await currentSettings(services.db);
  return async (itemId) => ({
    step_percent: policy.step_percent,
    offset: (await itemSecret(services, itemId)).getUint32(0) / 2 ** 32,
  });
}

/** Returns the secret share of a step by which an item's later reserve lies higher (`LATER_STEPS`), always the same. */
export async function laterPlace(services: Services, itemId: string): Promise<number> {
  return (await itemSecret(services, itemId)).getUint32(4) / 2 ** 32;
}

async function itemSecret(services: Services, itemId: string): Promise<DataView> {
  const key = await signingKey(services);
  // The key also signs access tokens; the prefix keeps the two apart.
  return new DataView(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`price-ladder:${itemId}`)));
}

/** Settings of earlier versions have entries that are gone. */
const StoredSettings = z.object(AiSettingsBody.shape);

function read(row: typeof aiSettings.$inferSelect): AiSettingsValue | null {
  const stored = StoredSettings.safeParse({ ...row.settings, version: row.version });
  return stored.success ? stored.data : null;
}

/** Returns the settings in force with their latest versions. */
export async function readSettings({ db }: Services): Promise<AiSettingsReply> {
  const rows = await db
    .select({ row: aiSettings, name: profiles.full_name })
    .from(aiSettings)
    .innerJoin(profiles, eq(profiles.id, aiSettings.saved_by))
    .orderBy(desc(aiSettings.version))
    .limit(VERSIONS_SHOWN);
  const versions = rows.flatMap(({ row, name }): AiSettingsVersion[] => {
    const value = read(row);
    return value ? [{ ...value, saved_at: row.saved_at, saved_by: displayName(name) }] : [];
  });
  return {
    current: versions[0] ?? { ...(await currentSettings(db)), saved_at: null, saved_by: null },
    versions,
  };
}
