import { eq } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import { accounts } from "../db/schema/account.ts";
import { clientNetwork } from "./client-ip.ts";
import type { AppContext, Ctx } from "./context.ts";
import { knownDevice } from "./known-device.ts";
import type { LimitName, SidesOf } from "./rate-limits.ts";
import { actorOf } from "./session.ts";
import { countUse, tooManyRequests } from "./throttle.ts";

/** Limits with which a user protects their account: each counts uses by account and by known device. */
export type DeviceLimit = {
  [Name in LimitName]: "device" extends SidesOf<Name> ? ("account" extends SidesOf<Name> ? Name : never) : never;
}[LimitName];

/** Who uses such a limit: a device that the account knows, else the account, so that others can't use up its tries. */
export async function deviceUser(
  c: Ctx,
): Promise<{ device: string | null; account: string | null; ip: string | null }> {
  const { id } = actorOf(c);
  const { db } = c.get("services");
  const [account] = await db
    .select({ id: accounts.id, password_hash: accounts.password_hash })
    .from(accounts)
    .where(eq(accounts.id, id));
  const device = account ? await knownDevice(c, account) : null;
  return { device, account: device === null ? id : null, ip: clientNetwork(c) };
}

/**
 * Limits a route with which a user protects their account. A stolen session elsewhere must not keep its owner from
 * confirming, changing the password or ending sessions (A19). Requires a guard before it, as `throttle` does.
 */
export function throttleByDevice(name: DeviceLimit) {
  return createMiddleware<AppContext>(async (c, next) => {
    const wait = await countUse(c.get("services"), name, await deviceUser(c));
    if (wait !== null) throw tooManyRequests(wait);
    await next();
  });
}
