import { useRecent } from "../../lib/recent-store.ts";
import { useGridStatus } from "./grid-status.ts";
import { ItemRow } from "./item-row.tsx";

const SHOWN = 6;

/** The items whose pages this browser opened last. The cards get their current state from the status call. */
export function RecentlyViewed() {
  const grid = useGridStatus();
  const items = useRecent((recent) => recent.items);
  return <ItemRow title="Recently viewed" className="mt-10" items={items.slice(0, SHOWN)} at={0} grid={grid} />;
}
