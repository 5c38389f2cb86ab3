import { clientNetwork } from "../../http/client-ip.ts";
import type { Ctx } from "../../http/context.ts";

/** Programs that announce themselves. They may look; they are not interest (D44). */
const BOT = /bot\b|crawl|spider|slurp|facebookexternalhit|preview|monitor|curl\/|wget\//i;

export function isBot(c: Ctx): boolean {
  return BOT.test(c.req.header("User-Agent") ?? "");
}

/** One viewer of the room, however many tabs: the account, or the browser's session at its address (A98). */
export function presenceKey(c: Ctx, sessionId: string): string {
  const actor = c.get("actor");
  return actor ? `user|${actor.id}` : `anon|${clientNetwork(c) ?? ""}|${sessionId}`;
}

/** Whose view it is. Without sign-in it is the browser at its address, as a hash: no address is stored. */
export async function viewKey(c: Ctx): Promise<string> {
  const actor = c.get("actor");
  if (actor) return actor.id;
  const source = `${clientNetwork(c) ?? ""}|${c.req.header("User-Agent") ?? ""}`;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(source));
  return `anon:${[...new Uint8Array(digest, 0, 12)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
