import type { ComponentType } from "react";
import { ListingFormSkeleton } from "../features/selling/index.ts";
import { GridSkeleton, PageSkeleton } from "../ui/skeleton.tsx";

const SKELETONS: Record<string, ComponentType> = {
  "": GridSkeleton,
  marketplace: GridSkeleton,
  additem: ListingFormSkeleton,
};

/** What a page's screen looks like until its code has loaded; the server renders the same. */
export function ScreenSkeleton({ path }: { path: string | undefined }) {
  const Skeleton = SKELETONS[path ?? "home"] ?? PageSkeleton;
  return <Skeleton />;
}
