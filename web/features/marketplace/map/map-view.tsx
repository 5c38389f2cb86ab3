import "./map.css";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type ReactNode, type SyntheticEvent, useEffect, useMemo, useRef, useState } from "react";
import type { ItemPlace } from "#contract/items/marketplace";
import { groupDigits } from "#domain/group-digits";
import type { MarketListQuery } from "#domain/items/market-filters";
import { api, unwrap } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { ListedItem } from "../../items/index.ts";
import { placeKey } from "./clusters.ts";
import PlaceMap, { itemsText } from "./place-map.tsx";
import { priceRange } from "./price-range.ts";
import type { MapView as View } from "./view-params.ts";

interface MapViewProps {
  view: View;
  /** The request of the list, without the suburb chosen on the map. */
  query: MarketListQuery;
  /** The items of the list, for the marker of the card under the pointer. */
  items: readonly ListedItem[];
  /** The list. */
  children: ReactNode;
}

const NO_PLACES: readonly ItemPlace[] = [];

/** The list with a map of its suburbs: beside it on wide screens; above it, with a sheet for one suburb, on phones. */
export default function MapView({ view, query, items, children }: MapViewProps) {
  const { data, isError, isPlaceholderData, refetch } = usePlaces(query);
  const [failed, setFailed] = useState<"load" | "webgl" | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const places = data?.places ?? NO_PLACES;
  const chosen = useMemo(() => places.find((place) => placeKey(place) === view.at) ?? null, [places, view.at]);
  const heading = useRef<HTMLHeadingElement>(null);

  // After a press the items of the suburb come next in reading order.
  const pressed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the suburb in the address has changed
  useEffect(() => {
    if (pressed.current) heading.current?.focus({ preventScroll: true });
    pressed.current = false;
  }, [view.at]);

  const close = () => {
    view.choose(null);
    document.querySelector<HTMLElement>(".map-marker[data-chosen]")?.focus({ preventScroll: true });
  };
  const point = ({ target }: SyntheticEvent) => {
    const card = target instanceof Element ? target.closest<HTMLElement>("[data-item]") : null;
    const centre = items.find(({ item }) => item.id === card?.dataset.item)?.item.centre;
    setPointed(centre ? placeKey(centre) : null);
  };
  const retry = () => {
    // The browser asks again for code that did not load only after a reload. The address keeps what is shown.
    if (failed) window.location.reload();
    else void refetch();
  };

  const trouble = failed ?? (isError ? "load" : null);
  if (trouble === "webgl") {
    return (
      <>
        <Notice kind="info" title="This browser can't show the map" className="mb-6">
          The map needs WebGL, which is off or missing here. The list below has the same items.
        </Notice>
        {children}
      </>
    );
  }
  return (
    <div className="map-view" data-chosen={view.at === null ? undefined : ""}>
      <div className="map-box" aria-busy={isPlaceholderData}>
        {trouble ? (
          <div role="alert" className="map-note">
            <p className="text-lg font-bold">The map didn't load</p>
            <p className="text-muted">Check your connection and try again. The list still works.</p>
            <Button variant="secondary" className="mt-4" onClick={retry}>
              Retry
            </Button>
          </div>
        ) : data ? (
          <PlaceMap
            places={places}
            styleUrl={data.map_style}
            near={data.around}
            chosen={chosen}
            highlighted={pointed}
            onChoose={(place) => {
              pressed.current = true;
              view.choose(placeKey(place));
            }}
            onFail={setFailed}
          />
        ) : (
          <p role="status" className="map-note text-muted">
            Loading the map…
          </p>
        )}
      </div>
      <section
        className="map-list"
        aria-label="Listings"
        onPointerOver={point}
        onPointerLeave={() => setPointed(null)}
        onFocus={point}
        onBlur={() => setPointed(null)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && view.at !== null) close();
        }}
      >
        <header>
          <div className="min-w-0">
            <h2 ref={heading} tabIndex={-1} className="truncate text-xl font-bold outline-none">
              {view.at === null ? "All suburbs" : (chosen?.suburb ?? "This suburb")}
            </h2>
            <p className="text-sm text-muted">{summary(view.at, chosen, data)}</p>
          </div>
          {view.at === null ? null : (
            <IconButton label="Show all suburbs" variant="soft" onClick={close}>
              <X className="size-5" />
            </IconButton>
          )}
        </header>
        {children}
      </section>
    </div>
  );
}

function summary(at: string | null, chosen: ItemPlace | null, data: ReturnType<typeof usePlaces>["data"]): string {
  if (!data) return "";
  if (at !== null) return chosen ? `${itemsText(chosen.count)}, ${priceRange([chosen])}` : "No items match here";
  const { places, unplaced, more } = data;
  if (places.length === 0) return "";
  const count = places.reduce((sum, place) => sum + place.count, 0);
  const shown = `${itemsText(count)} in ${groupDigits(places.length)} ${places.length === 1 ? "suburb" : "suburbs"}`;
  const most = more ? "The map shows the suburbs with the most items. " : "";
  const hidden = unplaced === 0 ? "" : `, and ${itemsText(unplaced)} without a suburb`;
  return `${most}${shown}${hidden}`;
}

/** Loads where the items of a list are. Its page and order make no difference. */
function usePlaces({ limit: _limit, sort: _sort, ...query }: MarketListQuery) {
  return useQuery({
    queryKey: ["items", "places", query],
    queryFn: ({ signal }) => unwrap(api.api.items.places.$get({ query }, { init: { signal } })),
    // The old markers stay until the new ones are there.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}
