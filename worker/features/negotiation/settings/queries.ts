/** Settings of Knowzee: versions are only added, and the highest is in force. */
import { desc, eq } from "drizzle-orm";
import {
  AiSettingsBody,
  type AiSettingsReply,
  type AiSettingsValue,
  type AiSettingsVersion,
  PolicySettings,
} from "#contract/negotiation";
import { displayName } from "#domain/account/display-name";
import { DEFAULT_POLICY } from "#domain/negotiation/knowzee/engine";
import { languageModel } from "../../../adapters/language-model.ts";
import type { Database } from "../../../db/client.ts";
import { profiles } from "../../../db/schema/account.ts";
import { aiSettings } from "../../../db/schema/negotiations.ts";
import type { Services } from "../../../services.ts";

const VERSIONS_SHOWN = 20;

export const DEFAULT_SETTINGS: AiSettingsValue = {
  version: 0,
  narrator_enabled: false,
  model: "",
  temperature: 0.4,
  style: "",
  greetings: [],
  closings: [],
  policy: PolicySettings.parse(DEFAULT_POLICY),
};

/** Returns the settings in force. A stored version that no longer passes validation is replaced by the defaults. */
export async function currentSettings(db: Database): Promise<AiSettingsValue> {
  const row = await db.select().from(aiSettings).orderBy(desc(aiSettings.version)).limit(1).get();
  return row ? (read(row) ?? { ...DEFAULT_SETTINGS, version: row.version }) : DEFAULT_SETTINGS;
}

/** Returns the price step of the current settings for a given minimum; undefined when there is no minimum. */
export async function priceStep(db: Database, minimumCents: number | null | undefined): Promise<number | undefined> {
  return minimumCents == null ? undefined : (await currentSettings(db)).policy.step_percent;
}

function read(row: typeof aiSettings.$inferSelect): AiSettingsValue | null {
  const stored = AiSettingsBody.safeParse({ ...row.settings, version: row.version });
  return stored.success ? stored.data : null;
}

/** Returns the settings in force with their latest versions. */
export async function readSettings({ db, env }: Services): Promise<AiSettingsReply> {
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
    narrator_configured: languageModel(env) !== null,
  };
}
