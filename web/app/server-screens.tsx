/**
 * Replaces `screens.ts` in the server bundle: imports the server-rendered screens directly instead of lazily. Of all
 * other pages it renders the frame with a skeleton.
 */
import type { ComponentType } from "react";
import { pageOf } from "#domain/site/pages";
import PolicyScreen from "../features/community/legal/policy-screen.tsx";
import ItemDetailScreen from "../features/item-page/item-detail-screen.tsx";
import MarketplaceScreen from "../features/marketplace/marketplace-screen.tsx";
import HomeScreen from "../features/site/homepage/home-screen.tsx";
import { ScreenSkeleton } from "./screen-skeleton.tsx";
import type { Destination, Screen } from "./screens.ts";

const SERVER_SCREENS: Record<string, ComponentType> = {
  "": MarketplaceScreen,
  home: HomeScreen,
  marketplace: MarketplaceScreen,
  itemdetail: ItemDetailScreen,
  privacy: PolicyScreen,
  terms: PolicyScreen,
  howwedecide: PolicyScreen,
  accessibility: PolicyScreen,
};

let isFrameOnly = false;

/** Set before each rendering: whether it shows a skeleton instead of the screen. */
export function setFrameOnly(frameOnly: boolean): void {
  isFrameOnly = frameOnly;
}

type ServerDestination = Pick<Destination, "page"> & {
  screen: Pick<Screen, "title" | "admin"> & { Component: ComponentType };
};

/** Returns the server-rendered page and screen of a path. */
export function destinationOf(pathname: string): ServerDestination {
  const page = pageOf(pathname);
  const path = page?.path;
  const known = isFrameOnly ? undefined : SERVER_SCREENS[path ?? "none"];
  return { page, screen: { title: "", admin: false, Component: known ?? (() => <ScreenSkeleton path={path} />) } };
}

/** Does nothing: the server has no code to prefetch. */
export function prefetchScreen(): void {}
