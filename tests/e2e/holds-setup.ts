/**
 * Raises the limit of holds at the same time before the first browser test. All tests share the demo's buyer, whose holds
 * last ten minutes: in a fast run the next test would find the limit reached.
 */

import type { FullConfig } from "@playwright/test";
import { request } from "@playwright/test";
import type { SiteSettingsReply } from "#contract/site/settings";
import { SITE_NUMBERS } from "#domain/site/site-settings";
import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";

const PATH = "/api/admin/site-settings";

export default async function raiseHoldLimit(config: FullConfig): Promise<void> {
  const baseURL = config.projects[0]?.use.baseURL ?? "";
  const admin = await request.newContext({ baseURL, extraHTTPHeaders: { Origin: baseURL } });
  const signedIn = await admin.post("/api/auth/sign-in", {
    data: { email: "super@demo.local", password: DEMO_PASSWORD },
  });
  if (!signedIn.ok()) throw new Error(`Sign-in answered ${signedIn.status()}.`);
  const { current } = (await (await admin.get(PATH)).json()) as SiteSettingsReply;
  const { version, site_name, support_email, features } = current;
  const numbers = { ...current.numbers, live_holds: SITE_NUMBERS.live_holds.max };
  const saved = await admin.put(PATH, { data: { version, site_name, support_email, features, numbers } });
  if (!saved.ok()) throw new Error(`The settings answered ${saved.status()}: ${await saved.text()}`);
  await admin.dispose();
}
