import { useEffect, useRef, useState } from "react";

/** Wait this long after the last key press. */
const SEARCH_DEBOUNCE_MS = 300;

/**
 * State of a search input whose value is in the URL: updates the URL once typing stops, or at once with `send`.
 * Follows the URL when it changes by Back or a link.
 */
export function useTypedSearch(value: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(value);
  // The last value this input put into the URL; any other value came from a navigation.
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
      // After opening a result this screen stays mounted until the next one has loaded; updating the URL now would
      // navigate back.
      if (window.location.pathname === page) latestSend.current(text.trim());
    }, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return { text, setText, send };
}
