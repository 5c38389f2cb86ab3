import type { AppEnv } from "../env.ts";

/** Google sign-in is offered only when both halves of its configuration are there. */
export function googleConfigured(env: AppEnv): boolean {
  return Boolean(env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET);
}
