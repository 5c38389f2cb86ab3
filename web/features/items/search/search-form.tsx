import { clsx } from "clsx";
import { Search } from "lucide-react";
import { type FormEvent, type ReactNode, Suspense, startTransition, useState } from "react";
import { useNavigate } from "react-router-dom";
import { SEARCH_TERM_MAX } from "#domain/items/market-filters";
import { useRecent } from "../../../lib/recent-store.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import type { SearchInputProps } from "./search-suggestions.tsx";
import { searchPath } from "./suggestions.ts";

const SearchSuggestions = lazyPart(() => import("./search-suggestions.tsx"));

const iconClass = "pointer-events-none absolute inset-y-0 left-4 z-1 my-auto size-5 text-muted";

interface SearchFormProps {
  className?: string;
  inputClass: string;
  /** A submit button after the input; otherwise the icon is the button. */
  children?: ReactNode;
}

/**
 * Search from any page, which opens the marketplace. Suggestions load when the input gets the focus. Before hydration,
 * the browser submits the form itself.
 */
export function SearchForm({ className, inputClass, children }: SearchFormProps) {
  const navigate = useNavigate();
  const addSearch = useRecent((recent) => recent.addSearch);
  const [text, setText] = useState("");
  const [focused, setFocused] = useState(false);
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("q")).trim();
    if (typed) addSearch(typed);
    void navigate(searchPath(typed));
  };
  const input = {
    type: "search",
    name: "q",
    enterKeyHint: "search",
    autoComplete: "off",
    maxLength: SEARCH_TERM_MAX,
    "aria-label": "Search the marketplace",
    placeholder: "Bikes, sofas, cameras",
    className: clsx(inputClass, "[&::-webkit-search-cancel-button]:hidden"),
  } satisfies SearchInputProps;
  const plain = (
    <input
      dir="auto"
      {...input}
      value={text}
      onChange={(event) => setText(event.target.value)}
      // A transition keeps this input, and its focus, until the suggestions have loaded.
      onFocus={() => startTransition(() => setFocused(true))}
      // The input with suggestions takes the focus, so it must not replace one that the user has left.
      onBlur={() => setFocused(false)}
    />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers before 2023 do not know <search>
    <form role="search" action="/Marketplace" onSubmit={search} className={clsx("relative", className)}>
      {children ? (
        <Search className={iconClass} />
      ) : (
        // Without a submit button, browsers don't submit a form with several inputs by Enter.
        <button type="submit" aria-label="Search" className="absolute inset-y-0 left-0 z-1 w-11">
          <Search className={iconClass} />
        </button>
      )}
      <Suspense fallback={plain}>
        {focused ? <SearchSuggestions input={input} text={text} onText={setText} missing={plain} /> : plain}
      </Suspense>
      {children}
    </form>
  );
}
