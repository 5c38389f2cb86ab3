/**
 * Makes a draw again from what its page publishes, with the browser's own SHA-256. It shares only the texts that are
 * hashed with the server, whose hashes are its own.
 */
import type { DrawPage } from "#contract/giveaways";
import { commitmentText, listText, ticketText } from "#domain/giveaways/draw";

export interface DrawCheck {
  /** The seed belongs to the commitment that was published when entries opened. */
  commitment: boolean;
  list_hash: string;
  /** Every code is listed once. */
  distinct: boolean;
  /** The tickets, in the calculated order. */
  order: { code: string; ticket: string }[];
  /** The published order is the calculated one. */
  result: boolean;
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns what the published values give; null before the draw. */
export async function checkDraw(draw: DrawPage): Promise<DrawCheck | null> {
  const { seed, entrants } = draw;
  if (seed === null || draw.drawn_at === null) return null;
  const codes = entrants.map(({ code }) => code);
  const list_hash = await sha256(listText(codes));
  const tickets = await Promise.all(
    codes.map(async (code) => ({ code, ticket: await sha256(ticketText(seed, list_hash, code)) })),
  );
  const order = tickets.sort((a, b) => (a.ticket < b.ticket ? -1 : 1));
  return {
    commitment: (await sha256(commitmentText(draw, seed))) === draw.commitment,
    list_hash,
    distinct: new Set(codes).size === codes.length,
    order,
    result: order.every(({ code }, index) => code === codes[index]),
  };
}
