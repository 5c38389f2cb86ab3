import { create } from "zustand";
import type { ItemCard, ItemDetail } from "#contract/items";
import { RECENT_KEY } from "./storage-keys.ts";

const SEARCHES = 6;
const ITEMS = 12;
/** After this long without opening the marketplace a new visit begins. */
const VISIT_MS = 60 * 60_000;

interface RecentStore {
  /** Search texts, newest first. */
  searches: string[];
  /** Items whose page was opened, newest first, as they were then. */
  items: ItemCard[];
  /** When the marketplace was last open (UTC ms), and when it was open last before this visit. */
  seenAt: number | null;
  newSince: number | null;
  addSearch: (text: string) => void;
  addItem: (item: ItemDetail) => void;
  visit: (now: number) => void;
  clear: () => void;
}

type Kept = Pick<RecentStore, "searches" | "items" | "seenAt" | "newSince">;
const NOTHING: Kept = { searches: [], items: [], seenAt: null, newSince: null };
const VERSION = 2;

/** Storage may be full, blocked or missing: convenience data never takes the page with it. */
function read(): Kept {
  try {
    const { state, version } = JSON.parse(localStorage.getItem(RECENT_KEY) ?? "{}") as {
      state?: Kept;
      version?: number;
    };
    // Items of older versions have no `seller_id`.
    return { ...NOTHING, ...state, ...(version !== VERSION && { items: [] }) };
  } catch {
    return NOTHING;
  }
}

/** Recent searches, items and visits. They stay in this browser, and signing out removes them. */
export const useRecent = create<RecentStore>()((set) => ({
  ...read(),
  addSearch: (text) =>
    set(({ searches }) => ({
      searches: [text, ...searches.filter((one) => one.toLowerCase() !== text.toLowerCase())].slice(0, SEARCHES),
    })),
  addItem: (item) =>
    set(({ items }) => ({ items: [cardOf(item), ...items.filter(({ id }) => id !== item.id)].slice(0, ITEMS) })),
  visit: (now) =>
    set(({ seenAt, newSince }) => ({
      seenAt: now,
      newSince: seenAt !== null && now - seenAt > VISIT_MS ? seenAt : newSince,
    })),
  clear: () => set(NOTHING),
}));

useRecent.subscribe(({ searches, items, seenAt, newSince }) => {
  try {
    const state: Kept = { searches, items, seenAt, newSince };
    localStorage.setItem(RECENT_KEY, JSON.stringify({ state, version: VERSION }));
  } catch {}
});

/** Returns only what a card shows, so that the browser stores little, and no hold, which will have ended. */
function cardOf(item: ItemDetail): ItemCard {
  const { id, title, price, previous_price, category, condition, status, image, image_url, suburb, city } = item;
  const { seller_id, seller, negotiation_available, offer_label, offer_price, centre, views_count, created_at } = item;
  return {
    ...{ id, title, price, previous_price, category, condition, status, image, image_url, suburb, city },
    ...{ seller_id, seller, negotiation_available, offer_label, offer_price, centre, views_count, created_at },
    ...{ giveaway: null, reserved_until: null, reserved_by_you: false, line_length: 0 },
  };
}
