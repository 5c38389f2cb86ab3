import { BROWSER_STORAGE } from "./storage-keys.ts";

/** Returns what of a stored list the server does not have, or null for nothing. */
function unsentOf(text: string | null): string | null {
  try {
    const entries = JSON.parse(text ?? "[]") as { unsynced?: boolean }[];
    const unsent = entries.filter(({ unsynced }) => unsynced === true);
    return unsent.length === 0 ? null : JSON.stringify(unsent);
  } catch {
    return null;
  }
}

/** Removes what this browser stores of an account: others may use it next. At its deletion, unsent drafts go too. */
export function forgetAccount(id: string, cause: "sign-out" | "deletion"): void {
  try {
    for (const [key, { perAccount, until }] of Object.entries(BROWSER_STORAGE)) {
      if (!perAccount || (cause === "sign-out" && until === "deletion")) continue;
      const own = `${key}:${id}`;
      for (const stored of Object.keys(localStorage)) {
        if (stored !== own && !stored.startsWith(`${own}:`)) continue;
        const rest = cause === "sign-out" && until === "unsent" ? unsentOf(localStorage.getItem(stored)) : null;
        if (rest === null) localStorage.removeItem(stored);
        else localStorage.setItem(stored, rest);
      }
    }
  } catch {
    // Storage may be unavailable; then there is nothing to remove.
  }
}
