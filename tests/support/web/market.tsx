/** Renders the marketplace screen with stubbed replies. */
import { vi } from "vitest";
import type { ItemCard } from "#contract/items";
import type { AdView, ItemListReply, ItemPlacesReply, MarketplaceExtras } from "#contract/items/marketplace";
import type { NearPlace } from "#contract/places";
import MarketplaceScreen from "../../../web/features/marketplace/marketplace-screen.tsx";
import { NearPlaceProvider } from "../../../web/features/places/index.ts";
import { syncServerClock } from "../../../web/lib/server-clock.ts";
import { visitor } from "./api.ts";
import { renderAt } from "./render.tsx";
import { Where } from "./where.tsx";

export const NOW = Date.UTC(2026, 10, 21);

export function marketCard(n: number, over: Partial<ItemCard> = {}): ItemCard {
  return {
    id: `itm_${String(n).padStart(20, "0")}`,
    title: `Thing ${n}`,
    price: 10 * n,
    previous_price: null,
    category: "other",
    condition: "good",
    status: "active",
    reserved_until: null,
    reserved_by_you: false,
    line_length: 0,
    image: null,
    image_url: null,
    seller_id: "acc_1",
    seller: {
      display_name: "Maya R.",
      suburb: "Brunswick",
      city: "Melbourne",
      average_rating: null,
      rating_count: 0,
    },
    suburb: "Brunswick",
    city: "Melbourne",
    negotiation_available: false,
    giveaway: null,
    offer_label: null,
    offer_price: null,
    centre: null,
    views_count: 1,
    created_at: NOW,
    ...over,
  };
}

export const marketCards = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => marketCard(from + index));

export const NO_EXTRAS: MarketplaceExtras = {
  bundles: [],
  recently_sold: [],
  trending: [],
  ads: { local_deals: null, between_items: null },
  server_now: NOW,
};

export const marketAd = (placement: AdView["placement"], title: string): AdView => ({
  id: `adv_${placement}`,
  title,
  description: "",
  image_url: null,
  link_url: null,
  placement,
});

export const NEWTOWN: NearPlace = {
  place: "Newtown NSW 2042",
  suburb: "Newtown",
  state: "NSW",
  postcode: "2042",
  lat: -33.898,
  lon: 151.179,
  within_km: null,
};

/** A page of GET /api/items. */
export function listReply(items: ItemCard[], over: Partial<ItemListReply> = {}): ItemListReply {
  return {
    items,
    next_cursor: null,
    corrected_query: null,
    understood: [],
    words_alone: null,
    further_from: null,
    wider: null,
    server_now: NOW,
    ...over,
  };
}

const refusal = (field: string, message: string) =>
  Response.json(
    { error: { code: "invalid", message, details: { fields: [{ field, message }] }, request_id: "t" } },
    { status: 422 },
  );

interface Replies {
  items?: ItemCard[];
  /** More of the reply of the list. */
  list?: Partial<ItemListReply>;
  /** The visitor's place. */
  near?: NearPlace | null;
  count?: { count: number; more: boolean };
  extras?: Partial<MarketplaceExtras>;
  /** The suburbs of the list. */
  places?: Partial<ItemPlacesReply>;
  /** The request for items never completes. */
  waiting?: boolean;
}

/** Opens the marketplace at this URL and returns the list of requested paths, which keeps growing. */
export function openMarket(
  address: string,
  { items = [], list = {}, near = null, count, extras = {}, places = {}, waiting = false }: Replies = {},
): string[] {
  const asked: string[] = [];
  // As in a page whose first data came with it: no part of the page reads the clock of this machine.
  syncServerClock(NOW);
  vi.stubGlobal("scrollTo", () => undefined);
  const bodies: Record<string, unknown> = {
    "/api/items": listReply(items, list),
    "/api/items/count": count ?? { count: items.length, more: false },
    "/api/items/places": { places: [], more: false, unplaced: 0, around: null, map_style: null, ...places },
    "/api/items/status": { items: [], server_now: NOW },
    "/api/marketplace/extras": { ...NO_EXTRAS, ...extras },
    "/api/places": { items: [{ suburb: "Newtown", state: "NSW", postcode: "2042" }] },
    "/api/places/near": { near },
  };
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(String(input instanceof Request ? input.url : input), "http://localhost");
    asked.push(url.pathname + url.search);
    if (url.pathname === "/api/places/near" && init.method === "PUT") {
      const wanted = JSON.parse(String(init.body)) as { place: string; within_km: NearPlace["within_km"] };
      if (wanted.place === "Victoria") return refusal("place", "A state is too big an area.");
      bodies[url.pathname] = { near: { ...NEWTOWN, within_km: wanted.within_km } };
    }
    if (url.pathname === "/api/places/near" && init.method === "DELETE") bodies[url.pathname] = { near: null };
    if (waiting && url.pathname === "/api/items") return new Promise<Response>(() => undefined);
    return Response.json(bodies[url.pathname] ?? {}, { status: url.pathname in bodies ? 200 : 404 });
  });
  window.history.replaceState(null, "", address);
  renderAt(
    address,
    <>
      <NearPlaceProvider>
        <MarketplaceScreen />
      </NearPlaceProvider>
      <Where />
    </>,
    visitor,
  );
  return asked;
}
