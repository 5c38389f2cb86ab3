/**
 * Syncs drafts between this browser and the account. The browser's copy is written first; the account's follows, so
 * that a draft survives signing out, a crash and a change of device.
 */
import { createStore } from "zustand/vanilla";
import { DRAFT_ID } from "#contract/fields";
import type { DraftListReply, DraftSaved, DraftView, SaveDraftInput } from "#contract/selling/drafts";
import { DRAFTS_PATH } from "#domain/site/embedded-replies";
import { ApiError, api, unwrap } from "../../../lib/api-client.ts";
import { takeBootReply } from "../../../lib/boot.ts";
import { discardedDrafts, draftsOf, type ItemDraft, removeDraft, saveDraft, storeDiscarded } from "./drafts.ts";
import { bodyOf } from "./publish-draft.ts";

/** Delay after the last change. */
const PAUSE_MS = 1_500;
/** Delay before a failed save is retried. */
const RETRY_MS = 15_000;

export type SyncState =
  /** Stored in this browser only. */
  | { at: "browser" }
  | { at: "saving" }
  | { at: "account" }
  /** Another device has saved a newer version. */
  | { at: "conflict"; version: number }
  /** Published or deleted elsewhere; `itemId` is the listing it became, if any. */
  | { at: "gone"; itemId: string | null };

function put(draft: ItemDraft, keepalive = false): Promise<DraftSaved> {
  const json: SaveDraftInput = {
    version: draft.version,
    values: draft.values,
    photo_ids: draft.photos.map((photo) => photo.id),
    missing_photos: draft.missing_photos,
  };
  return unwrap(api.api.drafts[":id"].$put({ param: { id: draft.id }, json }, { init: { keepalive } }));
}

/** Loads the account's drafts; the first time from the replies embedded in the page. */
export async function loadDrafts(signal?: AbortSignal): Promise<DraftView[]> {
  const brought = takeBootReply<DraftListReply>(DRAFTS_PATH);
  if (brought) return brought.reply.items;
  return (await unwrap(api.api.drafts.$get({}, signal ? { init: { signal } } : undefined))).items;
}

const contentOf = ({ values, photos, missing_photos }: ItemDraft) =>
  JSON.stringify([values, photos.map((photo) => photo.id), missing_photos]);

const localVersion = (draft: ItemDraft) => draftsOf(draft.seller_id).find(({ id }) => id === draft.id)?.version;

/**
 * Saves of closed forms. Loading the drafts waits for them; otherwise a newer local draft would look like another
 * device's.
 */
const pendingSaves = new Set<Promise<void>>();

function partWith(saved: Promise<void>): void {
  pendingSaves.add(saved);
  void saved.finally(() => pendingSaves.delete(saved));
}

async function pendingSavesDone(signal?: AbortSignal): Promise<void> {
  const givenUp = new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }));
  if (pendingSaves.size > 0) await Promise.race([Promise.allSettled(pendingSaves), givenUp]);
}

/** Syncs one draft while it is edited: shortly after each change, and when the page is hidden. */
export class DraftSync {
  readonly store = createStore<SyncState>(() => ({ at: "browser" }));
  readonly #read: () => ItemDraft | null;
  readonly #write: (change: Pick<ItemDraft, "version" | "sent">) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;

  /** `read` returns the current draft, or null when there is none to store; `write` stores the account's version. */
  constructor(
    read: () => ItemDraft | null,
    write: (change: Pick<ItemDraft, "version" | "sent">) => void,
    sent: boolean,
  ) {
    this.#read = read;
    this.#write = write;
    if (sent) this.store.setState({ at: "account" }, true);
  }

  changed(): void {
    const { at } = this.store.getState();
    if (at === "conflict" || at === "gone") return;
    if (at === "account") this.store.setState({ at: "browser" }, true);
    this.#soon(PAUSE_MS);
  }

  /** Continues from the account's version after the user has chosen between the two. */
  settle(version: number): void {
    this.#write({ version, sent: false });
    this.store.setState({ at: "browser" }, true);
    void this.flush();
  }

  /** Sends unsent changes, one save at a time, because each starts from the version of the one before. */
  async flush(keepalive = false): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#sending) await this.#sending;
    const { at } = this.store.getState();
    const draft = this.#read();
    if (draft === null || draft.sent || at === "conflict" || at === "gone") return;
    this.#sending = this.#send(draft, keepalive).finally(() => {
      this.#sending = null;
    });
    await this.#sending;
  }

  /** Sends changes on page hide and when the network is back. @returns a stop function, which sends unsent changes. */
  listen(): () => void {
    const onHide = () => void this.flush(true);
    const onOnline = () => void this.flush();
    window.addEventListener("pagehide", onHide);
    window.addEventListener("online", onOnline);
    return () => {
      window.removeEventListener("pagehide", onHide);
      window.removeEventListener("online", onOnline);
      partWith(this.flush());
    };
  }

  async #send(draft: ItemDraft, keepalive: boolean): Promise<void> {
    this.store.setState({ at: "saving" }, true);
    try {
      const { version } = await put(draft, keepalive);
      const now = this.#read();
      const sent = now !== null && contentOf(now) === contentOf(draft);
      this.#write({ version, sent });
      this.store.setState({ at: sent ? "account" : "browser" }, true);
      if (!sent && now !== null) this.#soon(PAUSE_MS);
    } catch (error) {
      this.#failed(error, draft);
    }
  }

  #failed(error: unknown, draft: ItemDraft): void {
    const code = error instanceof ApiError ? error.code : "offline";
    const { current } = error instanceof ApiError ? error.details : {};
    if (code === "stale" && localVersion(draft) === current?.version) {
      // Another tab of this browser saved that version. The same user wrote both, so the last change wins.
      this.#write({ version: Number(current?.version), sent: false });
      this.store.setState({ at: "browser" }, true);
      this.#soon(0);
    } else if (code === "stale") {
      this.store.setState({ at: "conflict", version: Number(current?.version) }, true);
    } else if (code === "gone") {
      const itemId = typeof current?.item_id === "string" ? current.item_id : null;
      this.store.setState({ at: "gone", itemId }, true);
    } else {
      this.store.setState({ at: "browser" }, true);
      // The account has deleted the draft after a long time, so send it as a new one.
      if (code === "not_found") this.#write({ version: 0, sent: false });
      if (code === "not_found" || code === "offline" || code === "unavailable") this.#soon(RETRY_MS);
    }
  }

  #soon(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), ms);
  }
}

/**
 * Merges local and account drafts. Unsent local changes win; a sent draft that the account no longer has was published
 * or deleted on another device.
 */
export function mergeDrafts(owner: string, local: readonly ItemDraft[], account: readonly DraftView[]): ItemDraft[] {
  const here = new Map(local.map((draft) => [draft.id as string, draft]));
  const there = new Set(account.map(({ id }) => id));
  const taken = account.flatMap((view): ItemDraft[] => {
    const known = here.get(view.id);
    if (known && (!known.sent || known.version >= view.version)) return [known];
    if (!DRAFT_ID.test(view.id)) return [];
    const { id, version, values, photos, missing_photos, updated_at } = view;
    return [
      {
        id: id as ItemDraft["id"],
        seller_id: owner,
        values,
        photos,
        missing_photos,
        saved_at: updated_at,
        version,
        sent: true,
        unsynced: known?.unsynced ?? false,
        problem: known?.problem ?? null,
        attempt: known?.attempt ?? null,
      },
    ];
  });
  const onlyHere = local.filter((draft) => !there.has(draft.id) && !(draft.sent && draft.version > 0));
  return [...taken, ...onlyHere].sort((a, b) => b.saved_at - a.saved_at);
}

/**
 * Syncs both sides and returns the drafts, newest first; offline, those of this browser. A draft changed on two devices
 * becomes two drafts, so that no change is lost.
 */
export async function syncDrafts(owner: string, signal?: AbortSignal): Promise<ItemDraft[]> {
  try {
    await pendingSavesDone(signal);
    await sendDiscarded(owner);
    const account = await loadDrafts(signal);
    const discarded = new Set(discardedDrafts(owner));
    const before = draftsOf(owner);
    const drafts = mergeDrafts(owner, before, account).filter(({ id }) => !discarded.has(id));
    for (const { id } of before) if (!drafts.some((draft) => draft.id === id)) removeDraft(owner, id);
    for (const draft of drafts) saveDraft(draft);
    for (const draft of drafts.filter(({ sent }) => !sent)) await sendDraft(draft);
  } catch {
    // The network or server is unavailable; return the drafts of this browser.
  }
  return draftsOf(owner);
}

async function sendDraft(draft: ItemDraft): Promise<void> {
  try {
    const { version } = await put(draft);
    saveDraft({ ...draft, version, sent: true });
  } catch (error) {
    const { code, details } = error instanceof ApiError ? error : { code: "offline", details: {} };
    if (code !== "stale" && code !== "gone" && code !== "not_found") return;
    if (draft.attempt !== null && details.current?.item_id) {
      // Publishing succeeded but its reply was lost. Changes made since belong to that listing; publishing again
      // applies them.
      if (JSON.stringify(bodyOf(draft)) === JSON.stringify(draft.attempt.body)) removeDraft(draft.seller_id, draft.id);
      return;
    }
    removeDraft(draft.seller_id, draft.id);
    saveDraft(copyOf(draft));
  }
}

/** Returns a copy of the draft with a new id, unknown to the account and other devices. */
export function copyOf(draft: ItemDraft): ItemDraft {
  return { ...draft, id: `local-${crypto.randomUUID()}`, version: 0, sent: false, attempt: null };
}

/** Deletes a draft here at once, and in the account when it can be reached. */
export function discardDraft(owner: string, id: string): Promise<void> {
  removeDraft(owner, id);
  if (DRAFT_ID.test(id)) storeDiscarded(owner, [...new Set([...discardedDrafts(owner), id])]);
  return sendDiscarded(owner).catch(() => undefined);
}

async function sendDiscarded(owner: string): Promise<void> {
  for (const id of discardedDrafts(owner)) {
    await unwrap(api.api.drafts[":id"].$delete({ param: { id } }));
    storeDiscarded(
      owner,
      discardedDrafts(owner).filter((other) => other !== id),
    );
  }
}
