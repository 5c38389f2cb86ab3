import { WRITING_KEY } from "../../lib/local-keys.ts";

/** Conversations whose unfinished words are kept; the longest untouched go first. */
const MOST = 20;

type Written = [conversationId: string, text: string][];

const keyOf = (owner: string) => `${WRITING_KEY}:${owner}`;
/** Where the browser keeps nothing: until the page is closed. */
const inMemory = new Map<string, Written>();

function read(owner: string): Written {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? "[]");
    return Array.isArray(kept) ? (kept as Written) : [];
  } catch {
    return inMemory.get(owner) ?? [];
  }
}

/** What somebody was writing to a conversation: looking at the item, a reload or a dead battery lose nothing. */
export function writtenTo(owner: string, conversationId: string): string {
  return read(owner).find(([id]) => id === conversationId)?.[1] ?? "";
}

export function keepWritten(owner: string, conversationId: string, text: string): void {
  if (text === writtenTo(owner, conversationId)) return;
  const others = read(owner).filter(([id]) => id !== conversationId);
  const all: Written = text === "" ? others : [[conversationId, text], ...others];
  inMemory.set(owner, all.slice(0, MOST));
  try {
    if (all.length === 0) localStorage.removeItem(keyOf(owner));
    else localStorage.setItem(keyOf(owner), JSON.stringify(all.slice(0, MOST)));
  } catch {}
}
