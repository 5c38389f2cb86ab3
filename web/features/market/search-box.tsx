import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import * as words from "./words.ts";

/** §5: the search waits until typing has paused. */
export const SEARCH_DEBOUNCE_MS = 300;

interface SearchBoxProps {
  /** The search of the address. */
  value: string;
  onSearch: (search: string) => void;
}

/** Searches while one types; Enter does not wait. Follows the address when that changes by Back or a link. */
export function SearchBox({ value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  // The search this box last put into the address: anything else in there came from outside.
  const sent = useRef(value);

  // Typed into the page as the Worker drew it, before this code was there.
  useEffect(() => setText(input.current?.value ?? ""), []);

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
    const timer = setTimeout(() => latestSend.current(text.trim()), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers before 2023 do not know <search>
    <form
      role="search"
      className="relative min-w-0 flex-1 max-sm:basis-full"
      onSubmit={(event) => {
        event.preventDefault();
        send(text.trim());
      }}
    >
      <Search
        className="pointer-events-none absolute inset-y-0 left-4 my-auto size-4.5 text-muted"
        aria-hidden="true"
      />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        aria-label={words.searchListings}
        placeholder={words.searchBikesSofasCameras}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-11 w-full rounded-full border border-line bg-raised pr-11 pl-11 text-base transition-colors duration-150 hover:border-field focus:border-brand [&::-webkit-search-cancel-button]:hidden"
      />
      {text ? (
        <IconButton
          label={words.clearSearch}
          size="sm"
          className="absolute! top-0.5 right-1"
          onClick={() => {
            setText("");
            send("");
            input.current?.focus();
          }}
        >
          <X className="size-4" aria-hidden="true" />
        </IconButton>
      ) : null}
    </form>
  );
}
