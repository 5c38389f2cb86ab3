import { DRAFTS_KEY } from "../lib/local-keys.ts";
import { useWaiting } from "./use-waiting.ts";

async function send(owner: string): Promise<void> {
  // A form that is open follows its own draft.
  if (/^\/additem\b/i.test(location.pathname)) return;
  const [{ draftsOf }, { syncDrafts }] = await Promise.all([
    import("../features/sell/drafts.ts"),
    import("../features/sell/draft-sync.ts"),
  ]);
  if (draftsOf(owner).some(({ sent }) => !sent)) await syncDrafts(owner);
}

/** Sends listing drafts that were written without network to the account, wherever in the app one is. */
export function usePendingDrafts(): void {
  useWaiting(DRAFTS_KEY, send);
}
