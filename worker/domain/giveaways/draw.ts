/**
 * The draw of a giveaway (D57), so that anyone can make it again from what the draw's page publishes.
 *
 * Before the first entry the server publishes a commitment: the hash of a secret random seed and of what it is for. At
 * the draw it publishes the seed and the codes of all entrants. Each code gets a ticket: the hash of the seed, of the
 * whole list and of the code. The lowest ticket wins, and the others follow in order. The list is part of every ticket,
 * so no seed can be chosen for an entrant before all entries are known.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** Names the formula in everything that is hashed, so that another formula cannot be claimed later. */
export const DRAW_FORMULA = "goodstreet-draw-1";

/** An entrant's code in one draw: 16 hex digits, chosen at random in the entrant's browser. */
export const ENTRY_CODE = /^[0-9a-f]{16}$/;

/** What a seed is for. */
export interface DrawSubject {
  id: string;
  item_id: string;
  closes_at: number;
}

/** Returns the text whose hash is published when entries open. */
export function commitmentText({ id, item_id, closes_at }: DrawSubject, seed: string): string {
  return [DRAW_FORMULA, "commitment", id, item_id, closes_at, seed].join("\n");
}

/** Returns the text of all entrants' codes, in alphabetical order. */
export function listText(codes: readonly string[]): string {
  return [...codes].sort().join("\n");
}

/** Returns the text whose hash is the code's ticket. */
export function ticketText(seed: string, listHash: string, code: string): string {
  return [DRAW_FORMULA, "ticket", seed, listHash, code].join("\n");
}

// Synchronous, unlike WebCrypto, because the room draws in one step.
const hash = (text: string) => bytesToHex(sha256(utf8ToBytes(text)));

export function commitmentOf(subject: DrawSubject, seed: string): string {
  return hash(commitmentText(subject, seed));
}

/** Returns the codes in the drawn order: the winner first. */
export function drawnOrder(seed: string, codes: readonly string[]): string[] {
  const listHash = hash(listText(codes));
  return codes
    .map((code) => ({ code, ticket: hash(ticketText(seed, listHash, code)) }))
    .sort((a, b) => (a.ticket < b.ticket ? -1 : 1))
    .map(({ code }) => code);
}
