import { useState } from "react";

/**
 * The one-time token of a mailed link (`#verify=…`, `#token=…`), read once and taken out of the address at once: it
 * must not stay in the history, be bookmarked, or be sent along when the page is shared.
 */
export function useFragmentToken(name: string): string | null {
  const [token] = useState(() => {
    const found = new URLSearchParams(window.location.hash.slice(1)).get(name);
    if (found !== null) history.replaceState(history.state, "", window.location.pathname + window.location.search);
    return found;
  });
  return token;
}
