import { createContext } from "react";
import type { ListedItem } from "./grid-status.ts";

/** Opens the purchase dialog of a pressed card. Null on screens where a card links to the item page. */
export const CardPressContext = createContext<((listed: ListedItem) => void) | null>(null);
