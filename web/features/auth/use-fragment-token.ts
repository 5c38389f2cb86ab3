import { useEffect, useState } from "react";

/**
 * The one-time token of a mailed link (`#verify=…`, `#token=…`), read once and then taken out of the address: it must
 * not stay in the history, be bookmarked, or be sent along when the page is shared. Taken out only after the first
 * commit: React may throw away a first rendering, and the next one would find nothing.
 */
export function useFragmentToken(name: string): string | null {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get(name));
  useEffect(() => {
    if (token !== null) history.replaceState(history.state, "", window.location.pathname + window.location.search);
  }, [token]);
  return token;
}
