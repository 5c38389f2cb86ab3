/**
 * Drafts between this browser and the author's account. The browser's copy comes first and never waits; the account's
 * follows, so that a draft is there after signing out, on another device, and when this tab is killed.
 */
import { createStore } from "zustand/vanilla";
import type { DraftListReply, DraftSaved, DraftView, SaveDraftInput } from "#contract/drafts";
import { DRAFT_ID } from "#contract/fields";
import { DRAFTS_PATH } from "#domain/boot";
import { ApiProblem, api, unwrap } from "../../lib/api-client.ts";
import { takeBootReply } from "../../lib/boot.ts";
import { discardedBy, draftsOf, type ItemDraft, noteDiscarded, removeDraft, saveDraft } from "./drafts.ts";
import { bodyOf } from "./publish-draft.ts";

/** After the last change. */
const PAUSE_MS = 1_500;
/** Until a save that did not arrive is tried again without another change. */
const RETRY_MS = 15_000;

export type SyncState =
  /** Kept in this browser alone, for now. */
  | { at: "browser" }
  | { at: "saving" }
  | { at: "account" }
  /** Another device saved it meanwhile. */
  | { at: "conflict"; version: number }
  /** Listed or discarded elsewhere; `itemId` is what it became. */
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

export async function loadDrafts(signal?: AbortSignal): Promise<DraftView[]> {
  const brought = takeBootReply<DraftListReply>(DRAFTS_PATH);
  if (brought) return brought.reply.items;
  return (await unwrap(api.api.drafts.$get({}, signal ? { init: { signal } } : undefined))).items;
}

const told = ({ values, photos, missing_photos }: ItemDraft) =>
  JSON.stringify([values, photos.map((photo) => photo.id), missing_photos]);

const keptVersion = (draft: ItemDraft) => draftsOf(draft.seller_id).find(({ id }) => id === draft.id)?.version;

/** Saves of forms that have closed. Whoever reads the drafts next waits for them, or would find a draft it takes for another's. */
const parting = new Set<Promise<void>>();

function partWith(saved: Promise<void>): void {
  parting.add(saved);
  void saved.finally(() => parting.delete(saved));
}

async function partingSaved(signal?: AbortSignal): Promise<void> {
  const givenUp = new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }));
  if (parting.size > 0) await Promise.race([Promise.allSettled(parting), givenUp]);
}

/** Follows one draft that is being written: sends it a moment after each change, and as the page goes away. */
export class DraftSync {
  readonly store = createStore<SyncState>(() => ({ at: "browser" }));
  readonly #read: () => ItemDraft | null;
  readonly #write: (change: Pick<ItemDraft, "version" | "sent">) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;

  /** `read` gives the draft as it stands, null when there is none to keep; `write` takes what the account answered. */
  constructor(
    read: () => ItemDraft | null,
    write: (change: Pick<ItemDraft, "version" | "sent">) => void,
    sent: boolean,
  ) {
    this.#read = read;
    this.#write = write;
    if (sent) this.store.setState({ at: "account" }, true);
  }

  /** The draft was changed. */
  changed(): void {
    const { at } = this.store.getState();
    if (at === "conflict" || at === "gone") return;
    if (at === "account") this.store.setState({ at: "browser" }, true);
    this.#soon(PAUSE_MS);
  }

  /** Goes on from the account's version: the author has chosen between the two. */
  settle(version: number): void {
    this.#write({ version, sent: false });
    this.store.setState({ at: "browser" }, true);
    void this.flush();
  }

  /** Sends what has not been sent. One at a time: each save starts from the version the one before made. */
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

  /** While the form is open. @returns what ends it, sending what is left. */
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
      const sent = now !== null && told(now) === told(draft);
      this.#write({ version, sent });
      this.store.setState({ at: sent ? "account" : "browser" }, true);
      if (!sent && now !== null) this.#soon(PAUSE_MS);
    } catch (error) {
      this.#failed(error, draft);
    }
  }

  #failed(error: unknown, draft: ItemDraft): void {
    const code = error instanceof ApiProblem ? error.code : "offline";
    const { current } = error instanceof ApiProblem ? error.details : {};
    if (code === "stale" && keptVersion(draft) === current?.version) {
      // Another page of this browser sent it: the words are the same author's, and the last ones count.
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
      // So long untouched that the account has forgotten it: it is a new one again.
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
 * The drafts of both sides as one list. What was changed here and not sent stays as it is here; what was sent and is
 * no longer there has been listed or discarded on another device.
 */
export function joined(owner: string, local: readonly ItemDraft[], account: readonly DraftView[]): ItemDraft[] {
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
 * Brings both sides together and returns the drafts, newest first. Without a network it returns those of this browser.
 * A draft changed on two devices at once becomes two drafts: neither is lost.
 */
export async function syncDrafts(owner: string, signal?: AbortSignal): Promise<ItemDraft[]> {
  try {
    await partingSaved(signal);
    await tellDiscarded(owner);
    const account = await loadDrafts(signal);
    const discarded = new Set(discardedBy(owner));
    const before = draftsOf(owner);
    const drafts = joined(owner, before, account).filter(({ id }) => !discarded.has(id));
    for (const { id } of before) if (!drafts.some((draft) => draft.id === id)) removeDraft(owner, id);
    for (const draft of drafts) saveDraft(draft);
    for (const draft of drafts.filter(({ sent }) => !sent)) await sendKept(draft);
  } catch {
    // Not reached, or not now: the drafts of this browser are there all the same.
  }
  return draftsOf(owner);
}

async function sendKept(draft: ItemDraft): Promise<void> {
  try {
    const { version } = await put(draft);
    saveDraft({ ...draft, version, sent: true });
  } catch (error) {
    const { code, details } = error instanceof ApiProblem ? error : { code: "offline", details: {} };
    if (code !== "stale" && code !== "gone" && code !== "not_found") return;
    if (draft.attempt !== null && details.current?.item_id) {
      // Publishing had succeeded and only the answer was lost. Words changed since then go to that listing: publishing
      // again sees to it.
      if (JSON.stringify(bodyOf(draft)) === JSON.stringify(draft.attempt.body)) removeDraft(draft.seller_id, draft.id);
      return;
    }
    removeDraft(draft.seller_id, draft.id);
    saveDraft(copyOf(draft));
  }
}

/** The same words as a draft of their own, which neither the account nor another device knows. */
export function copyOf(draft: ItemDraft): ItemDraft {
  return { ...draft, id: `local-${crypto.randomUUID()}`, version: 0, sent: false, attempt: null };
}

/** Discards a draft here at once, and with the account as soon as that can be told. */
export function discardDraft(owner: string, id: string): Promise<void> {
  removeDraft(owner, id);
  if (DRAFT_ID.test(id)) noteDiscarded(owner, [...new Set([...discardedBy(owner), id])]);
  return tellDiscarded(owner).catch(() => undefined);
}

async function tellDiscarded(owner: string): Promise<void> {
  for (const id of discardedBy(owner)) {
    await unwrap(api.api.drafts[":id"].$delete({ param: { id } }));
    noteDiscarded(
      owner,
      discardedBy(owner).filter((other) => other !== id),
    );
  }
}
