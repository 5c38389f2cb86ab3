import type { SessionReply } from "#contract/account/auth";
import { forgetAccount } from "../../lib/forget-account.ts";
import { useRecent } from "../../lib/recent-store.ts";
import { LEAVING_KEY, PUSH_KEY } from "../../lib/storage-keys.ts";

/**
 * Remembers accounts that will be deleted, and once the server no longer knows such an account after that time, removes
 * what this browser has stored for it (D61). Unsent messages of an account that merely signed out elsewhere stay.
 */
export function clearAfterDeletion({ user, viewing, deletion_due_at, server_now }: SessionReply): void {
  if (viewing) return;
  try {
    const leaving = JSON.parse(localStorage.getItem(LEAVING_KEY) ?? "{}") as Record<string, number>;
    const before = JSON.stringify(leaving);
    if (user) {
      if (deletion_due_at === undefined) delete leaving[user.id];
      else leaving[user.id] = deletion_due_at;
    }
    for (const [id, dueAt] of Object.entries(leaving)) {
      if (id === user?.id || dueAt > server_now) continue;
      forgetAccount(id, "deletion");
      localStorage.removeItem(PUSH_KEY);
      useRecent.getState().clear();
      delete leaving[id];
    }
    if (JSON.stringify(leaving) === before) return;
    if (Object.keys(leaving).length === 0) localStorage.removeItem(LEAVING_KEY);
    else localStorage.setItem(LEAVING_KEY, JSON.stringify(leaving));
  } catch {
    // Storage may be unavailable; then there is nothing to remove.
  }
}
