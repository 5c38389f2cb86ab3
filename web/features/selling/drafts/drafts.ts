import * as z from "zod/mini";
import type { CreateItemInput, Photo } from "#contract/items";
import { formValues } from "#contract/selling/drafts";
import { DISCARDED_KEY, DRAFTS_KEY, EDITS_KEY } from "../../../lib/storage-keys.ts";
import type { ItemFormValues } from "../listing-form/item-form-values.ts";

/** Owner of drafts while signed out. They exist in this browser only; the server refuses them (D2). */
export const GUEST = "guest-user";

/** A create request that was sent. `settled: false` means that no reply came, so the listing may exist. */
export interface Attempt {
  /** `Idempotency-Key`, the same for every retry of this body, so that a second press creates no second listing. */
  key: string;
  body: CreateItemInput;
  settled: boolean;
}

/** An unpublished listing, stored in this browser and, when it can be reached, in the seller's account (D2). */
export interface ItemDraft {
  id: `local-${string}`;
  seller_id: string;
  values: ItemFormValues;
  photos: Photo[];
  /** Number of photos that were chosen but not uploaded; files cannot be stored here. */
  missing_photos: number;
  saved_at: number;
  /** The account's version that this one is based on; 0 while it is stored only here. */
  version: number;
  /** Whether the account has exactly this version. */
  sent: boolean;
  /** True after publishing has failed: "Not saved – Retry". */
  unsynced: boolean;
  problem: string | null;
  attempt: Attempt | null;
}

/** Unsaved changes of a listing, which survive a reload or an expired session. */
export interface EditDraft {
  version: number;
  /** The listing at the start of this edit, to tell these changes from changes made elsewhere. */
  loaded: { values: ItemFormValues; photos: Photo[] };
  values: ItemFormValues;
  photos: Photo[];
}

const text = z.string();
/** Without length limits: texts too long for the account are still stored here. */
const values = formValues(() => text);
const photo = z.object({
  id: text,
  url: text,
  url_800: text,
  url_400: text,
  width: z.number(),
  height: z.number(),
});
const draft = z.object({
  id: text.check(z.startsWith("local-")),
  seller_id: text,
  values,
  photos: z.array(photo),
  missing_photos: z.number(),
  saved_at: z.number(),
  version: z._default(z.number(), 0),
  sent: z._default(z.boolean(), false),
  unsynced: z.boolean(),
  problem: z.nullable(text),
  attempt: z.nullable(z.object({ key: text, body: z.looseObject({}), settled: z.boolean() })),
});
const editDraft = z.object({
  version: z.number(),
  loaded: z.object({ values, photos: z.array(photo) }),
  values,
  photos: z.array(photo),
});

const draftsKey = (owner: string) => `${DRAFTS_KEY}:${owner}`;
const discardedKey = (owner: string) => `${DISCARDED_KEY}:${owner}`;
const editKey = (owner: string, itemId: string) => `${EDITS_KEY}:${owner}:${itemId}`;

/** Reads JSON from localStorage; null when storage is unavailable or the value is not valid JSON. */
function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is unavailable, so there is nothing to remove.
  }
}

/** Returns the owner's drafts in this browser, newest first. */
export function draftsOf(owner: string): ItemDraft[] {
  const stored = read(draftsKey(owner));
  if (!Array.isArray(stored)) return [];
  return stored
    .flatMap((entry): ItemDraft[] => {
      const known = z.safeParse(draft, entry);
      return known.success ? [known.data as unknown as ItemDraft] : [];
    })
    .filter((entry) => entry.seller_id === owner)
    .sort((a, b) => b.saved_at - a.saved_at);
}

/** Returns a new draft with a local id. */
export function newDraft(owner: string, startingWith: ItemFormValues, now: number): ItemDraft {
  return {
    id: `local-${crypto.randomUUID()}`,
    seller_id: owner,
    values: startingWith,
    photos: [],
    missing_photos: 0,
    saved_at: now,
    version: 0,
    sent: false,
    unsynced: false,
    problem: null,
    attempt: null,
  };
}

/** Stores a draft. Returns whether storage was available. */
export function saveDraft(saved: ItemDraft): boolean {
  const others = draftsOf(saved.seller_id).filter((entry) => entry.id !== saved.id);
  return write(draftsKey(saved.seller_id), [saved, ...others]);
}

export function removeDraft(owner: string, id: string): void {
  const others = draftsOf(owner).filter((entry) => entry.id !== id);
  if (others.length > 0) write(draftsKey(owner), others);
  else forget(draftsKey(owner));
}

/** Returns the ids of drafts deleted here that the account still has, because it could not be reached. */
export function discardedDrafts(owner: string): string[] {
  const stored = read(discardedKey(owner));
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === "string") : [];
}

/** Stores which deleted drafts the account still has. */
export function storeDiscarded(owner: string, ids: readonly string[]): void {
  if (ids.length > 0) write(discardedKey(owner), ids);
  else forget(discardedKey(owner));
}

/** Returns the stored unsaved changes of a listing, or null. */
export function editDraftOf(owner: string, itemId: string): EditDraft | null {
  const known = z.safeParse(editDraft, read(editKey(owner, itemId)));
  return known.success ? known.data : null;
}

export function saveEditDraft(owner: string, itemId: string, saved: EditDraft): boolean {
  return write(editKey(owner, itemId), saved);
}

export function removeEditDraft(owner: string, itemId: string): void {
  forget(editKey(owner, itemId));
}
