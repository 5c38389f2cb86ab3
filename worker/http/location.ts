import type { AppEnv } from "../env.ts";

/**
 * Where Durable Objects that do not exist yet are created: near the database and the people of this market, not near
 * their first caller. A hint; Cloudflare may choose another place.
 */
export function near({ LOCATION_HINT }: Pick<AppEnv, "LOCATION_HINT">): DurableObjectNamespaceGetDurableObjectOptions {
  return LOCATION_HINT === "" ? {} : { locationHint: LOCATION_HINT };
}
