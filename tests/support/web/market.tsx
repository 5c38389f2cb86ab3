/** Renders the marketplace screen with stubbed replies. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { vi } from "vitest";
import type { ItemCard } from "#contract/items";
import type { MarketplaceExtras } from "#contract/items/marketplace";
import MarketplaceScreen from "../../../web/features/items/marketplace/marketplace-screen.tsx";
import { SESSION_KEY } from "../../../web/lib/query-client.ts";
import { visitor } from "./api.ts";

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
    seller: {
      id: "acc_1",
      display_name: "Maya R.",
      suburb: "Brunswick",
      city: "Melbourne",
      average_rating: null,
      rating_count: 0,
    },
    suburb: "Brunswick",
    city: "Melbourne",
    negotiation_available: false,
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

interface Replies {
  items?: ItemCard[];
  extras?: Partial<MarketplaceExtras>;
  /** The request for items never completes. */
  waiting?: boolean;
}

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

/** Opens the marketplace at this URL and returns the list of requested paths, which keeps growing. */
export function openMarket(address: string, { items = [], extras = {}, waiting = false }: Replies = {}): string[] {
  const asked: string[] = [];
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("scrollTo", () => undefined);
  const bodies: Record<string, unknown> = {
    "/api/items": { items, next_cursor: null, corrected_query: null, server_now: NOW },
    "/api/items/status": { items: [], server_now: NOW },
    "/api/marketplace/extras": { ...NO_EXTRAS, ...extras },
    "/api/places": { items: [] },
  };
  vi.stubGlobal("fetch", async (input: RequestInfo | URL) => {
    const url = new URL(String(input instanceof Request ? input.url : input), "http://localhost");
    asked.push(url.pathname + url.search);
    if (waiting && url.pathname === "/api/items") return new Promise<Response>(() => undefined);
    return Response.json(bodies[url.pathname] ?? {}, { status: url.pathname in bodies ? 200 : 404 });
  });
  window.history.replaceState(null, "", address);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(SESSION_KEY, visitor);
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <MarketplaceScreen />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return asked;
}
