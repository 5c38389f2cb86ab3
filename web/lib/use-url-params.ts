import { useCallback, useLayoutEffect, useRef } from "react";
import { type NavigateOptions, useSearchParams } from "react-router-dom";

export type ChangeParams = (next: (current: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void;

/**
 * The query of the URL, and a function to change it. Several changes may come before React has rendered the first one,
 * because it renders navigations as transitions: each change starts from the one before it, not from what is on screen.
 */
export function useUrlParams(): [URLSearchParams, ChangeParams] {
  const [params, setParams] = useSearchParams();
  const latestSet = useRef(setParams);
  /** Queries that were navigated to and are not on screen yet, oldest first. */
  const pending = useRef<string[]>([]);
  const shown = useRef(params);
  // Only for what is on screen: a transition's render may be thrown away.
  useLayoutEffect(() => {
    latestSet.current = setParams;
    shown.current = params;
    const index = pending.current.indexOf(params.toString());
    // Anything else came from Back or a link, which ends what was pending.
    pending.current = index < 0 ? [] : pending.current.slice(index + 1);
  }, [params, setParams]);

  const change = useCallback<ChangeParams>((next, options) => {
    const current = new URLSearchParams(pending.current.at(-1) ?? shown.current);
    const wanted = next(new URLSearchParams(current)).toString();
    if (wanted === current.toString()) return;
    pending.current.push(wanted);
    latestSet.current(wanted, { preventScrollReset: true, ...options });
  }, []);
  return [params, change];
}
