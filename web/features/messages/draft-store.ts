import { DRAFT_MESSAGES_KEY } from "../../lib/storage-keys.ts";

/** Number of conversations with stored drafts; the oldest are dropped first. */
const MOST = 20;

type Drafts = [conversationId: string, text: string][];

const keyOf = (owner: string) => `${DRAFT_MESSAGES_KEY}:${owner}`;
/** Used without storage; lasts until the page closes. */
const inMemory = new Map<string, Drafts>();

function read(owner: string): Drafts {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? "[]");
    return Array.isArray(parsed) ? (parsed as Drafts) : [];
  } catch {
    return inMemory.get(owner) ?? [];
  }
}

/** Returns the stored draft of a conversation, which survives navigation, a reload and a crash. */
export function draftOf(owner: string, conversationId: string): string {
  return read(owner).find(([id]) => id === conversationId)?.[1] ?? "";
}

/** Stores the draft of a conversation; an empty text removes it. */
export function storeDraft(owner: string, conversationId: string, text: string): void {
  if (text === draftOf(owner, conversationId)) return;
  const others = read(owner).filter(([id]) => id !== conversationId);
  const all: Drafts = text === "" ? others : [[conversationId, text], ...others];
  inMemory.set(owner, all.slice(0, MOST));
  try {
    if (all.length === 0) localStorage.removeItem(keyOf(owner));
    else localStorage.setItem(keyOf(owner), JSON.stringify(all.slice(0, MOST)));
  } catch {}
}
