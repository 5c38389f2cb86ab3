import { useEffect, useRef, useState } from "react";

/** A search waits until typing has paused. */
const SEARCH_DEBOUNCE_MS = 300;

/**
 * What is typed into a search that stands in the address: sent once typing pauses, or at once with `send`. Follows the
 * address when that changes by Back or a link.
 */
export function useTypedSearch(value: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(value);
  // The search last put into the address from here: anything else in there came from outside.
  const sent = useRef(value);

  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);

  const send = (search: string) => {
    if (search === sent.current) return;
    sent.current = search;
    onSearch(search);
  };
  const latestSend = useRef(send);
  latestSend.current = send;

  useEffect(() => {
    const page = window.location.pathname;
    const timer = setTimeout(() => {
      // Somebody who typed and opened a result at once has left, though this screen stays until the next one has
      // loaded: a search put into the address now would bring them back.
      if (window.location.pathname === page) latestSend.current(text.trim());
    }, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return { text, setText, send };
}
