/**
 * Replaces `screens.ts` in the server bundle: imports the server-rendered screens directly instead of lazily. Of pages
 * behind the sign-in it renders only the frame. All other pages render in the browser only.
 */
import type { ComponentType } from "react";
import { pageOf } from "#domain/site/pages";
import ItemDetailScreen from "../features/items/item-page/item-detail-screen.tsx";
import MarketplaceScreen from "../features/items/marketplace/marketplace-screen.tsx";
import AddItemPlaceholder from "../features/selling/listing-form/add-item-placeholder.tsx";
import HomeScreen from "../features/site/homepage/home-screen.tsx";
import type { Destination, Screen } from "./screens.ts";

const SERVER_SCREENS: Record<string, { Component: ComponentType; skeleton: Screen["skeleton"] }> = {
  "": { Component: MarketplaceScreen, skeleton: "grid" },
  home: { Component: HomeScreen, skeleton: "page" },
  marketplace: { Component: MarketplaceScreen, skeleton: "grid" },
  itemdetail: { Component: ItemDetailScreen, skeleton: "page" },
  additem: { Component: AddItemPlaceholder, skeleton: "page" },
};

type ServerDestination = Pick<Destination, "page"> & {
  screen: Pick<Screen, "title" | "skeleton" | "admin"> & { Component: ComponentType };
};

/** Returns the server-rendered page and screen of a path. Throws for any other path. */
export function destinationOf(pathname: string): ServerDestination {
  const page = pageOf(pathname);
  const serverScreen = SERVER_SCREENS[page?.path ?? "none"];
  if (!serverScreen) throw new Error(`${pathname} is not rendered by the Worker.`);
  return { page, screen: { title: "", admin: false, ...serverScreen } };
}

/** Does nothing: the server has no code to prefetch. */
export function prefetchScreen(): void {}
