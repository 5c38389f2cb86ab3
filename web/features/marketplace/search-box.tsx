import { Search, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation, useNavigationType, useSearchParams } from "react-router-dom";
import { useTypedSearch } from "../../lib/use-typed-search.ts";
import { IconButton } from "../../ui/icon-button.tsx";

interface SearchBoxProps {
  value: string;
  onSearch: (search: string) => void;
}

/** Searches while typing, and at once with Enter. Follows the URL when it changes by Back or a link. */
export function SearchBox({ value, onSearch }: SearchBoxProps) {
  const { text, setText, send } = useTypedSearch(value, onSearch);
  const input = useRef<HTMLInputElement>(null);
  const [params] = useSearchParams();
  // Keeps text typed into the server-rendered page before hydration.
  useEffect(() => setText(input.current?.value ?? ""), [setText]);
  // The Search tab of phones leads here; Back to the page must not open the keyboard again.
  const { state } = useLocation();
  const asked = useNavigationType() === "PUSH" && state?.search === true;
  useEffect(() => {
    if (asked) input.current?.focus();
  }, [asked]);

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
      {/* If Enter is pressed before hydration, the browser submits the form with the same filters. */}
      {[...params].map(([name, set]) =>
        name === "q" ? null : <input key={name} type="hidden" name={name} value={set} />,
      )}
      <Search className="pointer-events-none absolute inset-y-0 left-4 my-auto size-4.5 text-muted" />
      <input
        dir="auto"
        ref={input}
        type="search"
        name="q"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        aria-label="Search listings"
        placeholder="Search bikes, sofas, cameras"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-11 w-full rounded-full border border-field bg-raised pr-11 pl-11 text-base transition-colors duration-150 hover:border-ink focus:border-brand [&::-webkit-search-cancel-button]:hidden"
      />
      {text ? (
        <IconButton
          label="Clear search"
          size="sm"
          className="absolute! top-0.5 right-1"
          onClick={() => {
            setText("");
            send("");
            input.current?.focus();
          }}
        >
          <X className="size-4" />
        </IconButton>
      ) : null}
    </form>
  );
}
