import type { Context } from "hono";
import type { Role } from "#contract/account/profiles";
import type { AppEnv } from "../env.ts";
import type { Services } from "../services.ts";

/**
 * The user of a request, from the access token alone (no query): sufficient for reads, up to five minutes old. Writes
 * use `requireTrader` or `requireAccount`, which read the account status from the database (D10).
 */
export interface Actor {
  id: string;
  role: Role;
  session_id: string;
  /** Set during impersonation: the staff member and the end time (decision 0031). */
  impersonatedBy?: { by: string; until: number };
}

export interface AppContext {
  Bindings: AppEnv;
  Variables: {
    services: Services;
    actor: Actor | null;
    requestId: string;
  };
}

export type Ctx = Context<AppContext>;
