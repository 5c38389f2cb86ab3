/** External services: their configuration and whether they respond (decision 0033). */

export const INTEGRATIONS = ["stripe", "google", "mail", "sms", "prices", "push"] as const;
export type IntegrationName = (typeof INTEGRATIONS)[number];

/**
 * `on`: configured. `local`: a built-in replacement is used and nothing is sent to the service. `incomplete`: a setting
 * is missing. `off`: not configured, and its feature is not offered.
 */
export type IntegrationState = "on" | "local" | "incomplete" | "off";

export interface IntegrationSetting {
  /** Name of the variable in wrangler.toml. */
  name: string;
  /** A secret's value is never sent, only whether it is set. */
  secret: boolean;
  set: boolean;
  value: string | null;
}

export interface IntegrationView {
  name: IntegrationName;
  state: IntegrationState;
  /** What this state means for users. */
  detail: string;
  settings: IntegrationSetting[];
}

export interface IntegrationsReply {
  integrations: IntegrationView[];
  server_now: number;
}

export interface IntegrationCheck {
  name: IntegrationName;
  ok: boolean;
  ms: number;
  message: string;
  checked_at: number;
}
