import { useEffect, useState } from "react";

/**
 * Reads the one-time token of a mailed link (`#verify=…`, `#token=…`) and removes it from the URL, so that it is not
 * stored in the history, bookmarked or shared. It is removed after the first commit, because React may discard a first
 * render, and the next one would not find it.
 */
export function useFragmentToken(name: string): string | null {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get(name));
  useEffect(() => {
    if (token !== null) history.replaceState(history.state, "", window.location.pathname + window.location.search);
  }, [token]);
  return token;
}
