/** GET /api/policies: the facts that /Privacy, /Terms and /HowWeDecide are written from. */
import type { Receiver } from "#domain/site/policies/receivers";
import type { SiteSettings } from "#domain/site/site-settings";

export interface PolicyFacts {
  settings: SiteSettings;
  /** The setting, or the deployment's address. */
  support_email: string;
  /** Who receives personal data, in the order in which the policy names them. Only what is switched on. */
  receivers: { id: Receiver; name: string }[];
  /** Card payments are offered. */
  cards: boolean;
}
