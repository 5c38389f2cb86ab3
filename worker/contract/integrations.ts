/** /integrations: the services outside, how each is set up here, and whether it answers now (decision 0063). */

export const INTEGRATIONS = ["stripe", "google", "mail", "model", "prices", "push"] as const;
export type IntegrationName = (typeof INTEGRATIONS)[number];

/**
 * `on`: set up. `local`: a stand-in of our own works in its place, nothing leaves the service. `incomplete`: something is set
 * and something is missing. `off`: not set up; what it is for is not offered.
 */
export type IntegrationState = "on" | "local" | "incomplete" | "off";

export interface IntegrationSetting {
  /** As in wrangler.toml. */
  name: string;
  /** The value of a secret is never told, only whether there is one. */
  secret: boolean;
  set: boolean;
  value: string | null;
}

export interface IntegrationView {
  name: IntegrationName;
  state: IntegrationState;
  /** What this state means for people. */
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
