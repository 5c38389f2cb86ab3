import { ListingFormSkeleton } from "../features/selling/index.ts";
import { GridSkeleton, PageSkeleton } from "../ui/skeleton.tsx";
import type { Screen } from "./screens.ts";

/** What a screen looks like until its code has loaded. */
export function ScreenSkeleton({ of }: { of: Screen["skeleton"] }) {
  if (of === "listing-form") return <ListingFormSkeleton />;
  return of === "grid" ? <GridSkeleton /> : <PageSkeleton />;
}
