import { DAY_MS } from "#domain/deadlines";
import { keyedHash } from "./access-token.ts";
import { clientNetwork } from "./client-ip.ts";
import type { Ctx } from "./context.ts";

/** Self-declared bots. They do not count as viewers (D44). */
const BOT = /bot\b|crawl|spider|slurp|facebookexternalhit|preview|monitor|curl\/|wget\//i;

export function isBot(c: Ctx): boolean {
  return BOT.test(c.req.header("User-Agent") ?? "");
}

/** Identifies one viewer of the room across tabs: the account, or the browser's session at its address (A98). */
export function presenceKey(c: Ctx, sessionId: string): string {
  const actor = c.get("actor");
  return actor ? `user|${actor.id}` : `anon|${clientNetwork(c) ?? ""}|${sessionId}`;
}

/**
 * Identifies the viewer of a counted view. Without a session: a keyed hash of address and browser, another one each day,
 * so that no address is stored and nobody can be followed from it.
 */
export async function viewKey(c: Ctx): Promise<string> {
  const actor = c.get("actor");
  if (actor) return actor.id;
  const source = `${clientNetwork(c) ?? ""}|${c.req.header("User-Agent") ?? ""}`;
  const services = c.get("services");
  return `anon:${await keyedHash(services, `view:${Math.floor(services.now() / DAY_MS)}:${source}`)}`;
}
