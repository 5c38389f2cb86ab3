import { createContext } from "react";
import type { ListedItem } from "../lib/grid-status.ts";

/** Where a press on a card opens the purchase dialog, this is what opens it; elsewhere a card leads to the item's page. */
export const CardOpening = createContext<((listed: ListedItem) => void) | null>(null);
