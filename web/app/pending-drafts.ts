import { DRAFTS_KEY } from "../lib/storage-keys.ts";
import { usePending } from "./use-pending.ts";

async function send(owner: string): Promise<void> {
  // An open form syncs its own draft.
  if (/^\/additem\b/i.test(location.pathname)) return;
  const [{ draftsOf }, { syncDrafts }] = await Promise.all([
    import("../features/selling/drafts/drafts.ts"),
    import("../features/selling/drafts/draft-sync.ts"),
  ]);
  if (draftsOf(owner).some(({ sent }) => !sent)) await syncDrafts(owner);
}

/** Uploads listing drafts that were written offline, on any page. */
export function usePendingDrafts(): void {
  usePending(DRAFTS_KEY, send);
}
