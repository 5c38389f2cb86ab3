import { Autocomplete } from "@base-ui/react/autocomplete";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { api, unwrap } from "../../../lib/api-client.ts";
import { useRecent } from "../../../lib/recent-store.ts";
import { findPlaces } from "../../places/index.ts";
import { type Suggestion, type SuggestionGroup, suggestionsFor } from "./suggestions.ts";

const QUERY_MIN = 2;
const LISTINGS = "4";

/** Attributes of the search input, with and without suggestions. */
export interface SearchInputProps {
  type: "search";
  name: "q";
  enterKeyHint: "search";
  autoComplete: "off";
  maxLength: number;
  "aria-label": string;
  placeholder: string;
  className: string;
}

interface SearchSuggestionsProps {
  input: SearchInputProps;
  text: string;
  onText: (text: string) => void;
}

/** The search input with suggestions below it: recent searches and items, listings, categories and suburbs. */
export default function SearchSuggestions({ input, text, onText }: SearchSuggestionsProps) {
  const navigate = useNavigate();
  const groups = useSuggestions(text);
  const field = useRef<HTMLInputElement>(null);
  // It replaces the plain input, which had the focus.
  useEffect(() => field.current?.focus(), []);
  const choose = (chosen: Suggestion) => {
    onText("");
    field.current?.blur();
    void navigate(chosen.to);
  };
  return (
    <Autocomplete.Root
      items={groups}
      mode="none"
      value={text}
      onValueChange={(value, { reason }) => {
        // Choosing a suggestion opens its page instead of filling the input.
        if (reason !== "item-press") onText(value);
      }}
      itemToStringValue={({ label }: Suggestion) => label}
      openOnInputClick
    >
      <Autocomplete.Input ref={field} {...input} />
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={6} align="start" className="z-50 outline-none">
          <Autocomplete.Popup className="max-h-[min(28rem,var(--available-height))] w-(--anchor-width) min-w-72 overflow-y-auto overscroll-contain rounded-lg border border-line bg-raised p-1.5 text-ink shadow-float empty:hidden data-empty:hidden">
            <Autocomplete.List>
              {(group: SuggestionGroup) => (
                <Autocomplete.Group key={group.label} items={group.items} className="not-first:mt-1.5">
                  <Autocomplete.GroupLabel className="px-3 py-1.5 text-sm font-semibold text-muted">
                    {group.label}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(one: Suggestion) => (
                      <Autocomplete.Item
                        key={one.to}
                        value={one}
                        onClick={() => choose(one)}
                        className="flex min-h-11 cursor-pointer items-center rounded-md px-3 outline-none select-none data-highlighted:bg-surface"
                      >
                        <span className="truncate">{one.label}</span>
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}

function useSuggestions(text: string): SuggestionGroup[] {
  const { searches, items: viewed } = useRecent();
  const typed = useDeferredValue(text.trim());
  const query = { enabled: typed.length >= QUERY_MIN, staleTime: 60_000, retry: false } as const;
  const listings = useQuery({
    ...query,
    queryKey: ["items", "suggestions", typed.toLowerCase()],
    queryFn: ({ signal }) => unwrap(api.api.items.$get({ query: { q: typed, limit: LISTINGS } }, { init: { signal } })),
    placeholderData: (before) => before,
  });
  const places = useQuery({
    ...query,
    queryKey: ["places", typed.toLowerCase()],
    queryFn: ({ signal }) => findPlaces(typed, signal),
    placeholderData: (before) => before,
  });
  const found = typed.length >= QUERY_MIN;
  return suggestionsFor(text, {
    searches,
    viewed,
    listings: (found && listings.data?.items) || [],
    places: (found && places.data?.items) || [],
  });
}
