import { useQuery } from "@tanstack/react-query";
import { ArrowUp, Plus, Search, X } from "lucide-react";
import { useEffect, useState } from "react";
import type { ItemCard } from "#contract/items";
import { HOME_CHOSEN_MAX } from "#contract/site/homepage";
import { SEARCH_TERM_MAX } from "#domain/items/market-filters";
import { api, unwrap } from "../../../lib/api-client.ts";
import { formatPrice } from "../../../lib/format.ts";
import { Field, FieldError } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { move } from "./home-values.ts";

interface ChosenListingsProps {
  chosen: readonly string[];
  cards: readonly ItemCard[];
  error: string | undefined;
  onCard: (card: ItemCard) => void;
  onChange: (ids: string[]) => void;
}

const AFTER_MS = 300;
const FOUND_SHOWN = 5;

/**
 * Listings shown first, in their order; without any, popular listings are shown. A sold listing is left out
 * automatically.
 */
export function ChosenListings({ chosen, cards, error, onCard, onChange }: ChosenListingsProps) {
  const [typed, setTyped] = useState("");
  const [searched, setSearched] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSearched(typed.trim()), AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useQuery({
    queryKey: ["admin", "homepage", "search", searched],
    queryFn: ({ signal }) =>
      unwrap(api.api.items.$get({ query: { q: searched, limit: String(FOUND_SHOWN) } }, { init: { signal } })),
    enabled: searched !== "",
  });
  const results = searched === "" ? [] : (found.data?.items ?? []).filter(({ id }) => !chosen.includes(id));
  const full = chosen.length >= HOME_CHOSEN_MAX;
  return (
    <div>
      <p className="font-semibold">Listings</p>
      {chosen.length === 0 ? (
        <p className="mt-1 text-sm text-muted">None chosen, so popular listings are shown.</p>
      ) : (
        <ol className="mt-1">
          {chosen.map((id, index) => {
            const card = cards.find((one) => one.id === id);
            const name = card?.title ?? "No longer for sale";
            return (
              <li key={id} className="flex min-h-14 items-center gap-2">
                <Row card={card ?? null} name={name} />
                <IconButton
                  label={`Move ${name} up in the row`}
                  size="sm"
                  disabled={index === 0}
                  onClick={() => onChange(move(chosen, index, -1))}
                >
                  <ArrowUp className="size-4.5" />
                </IconButton>
                <IconButton
                  label={`Remove ${name}`}
                  size="sm"
                  onClick={() => onChange(chosen.filter((other) => other !== id))}
                >
                  <X className="size-4.5" />
                </IconButton>
              </li>
            );
          })}
        </ol>
      )}
      <FieldError message={error} />
      {full ? (
        <p className="mt-2 text-sm text-muted">This row is full.</p>
      ) : (
        <Field label="Search for a listing" hideLabel className="mt-2">
          <TextInput
            type="search"
            maxLength={SEARCH_TERM_MAX}
            autoComplete="off"
            placeholder="Search for a listing"
            before={<Search className="size-4.5" />}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      )}
      <p role="status" className="text-sm text-muted">
        {searched !== "" && found.isSuccess && results.length === 0 ? "No other listings match." : ""}
        {found.isError ? "Something went wrong with your search. Please try again." : ""}
      </p>
      {full ? null : (
        <ul>
          {results.map((card) => (
            <li key={card.id} className="flex min-h-14 items-center gap-2">
              <Row card={card} name={card.title} />
              <IconButton
                label={`Add ${card.title}`}
                size="sm"
                variant="soft"
                onClick={() => {
                  onCard(card);
                  onChange([...chosen, card.id]);
                }}
              >
                <Plus className="size-4.5" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Row({ card, name }: { card: ItemCard | null; name: string }) {
  return (
    <>
      <PhotoImg photo={card?.image ?? null} alt="" sizes="44px" className="size-11 shrink-0 rounded-md" />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{name}</span>
        {card ? <span className="block text-sm text-muted tabular-nums">{formatPrice(card.price)}</span> : null}
      </span>
    </>
  );
}
