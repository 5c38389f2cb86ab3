import { create } from "zustand";
import { createJSONStorage, persist, type StateStorage } from "zustand/middleware";
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

/** `persist` throws into the effect that stores: a full or missing storage must not take the page with it. */
const convenience: StateStorage = {
  getItem: (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem: (key, value) => {
    try {
      localStorage.setItem(key, value);
    } catch {}
  },
  removeItem: (key) => {
    try {
      localStorage.removeItem(key);
    } catch {}
  },
};

/** Recent searches, items and visits. They stay in this browser, and signing out removes them. */
export const useRecent = create<RecentStore>()(
  persist(
    (set) => ({
      searches: [],
      items: [],
      seenAt: null,
      newSince: null,
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
      clear: () => set({ searches: [], items: [], seenAt: null, newSince: null }),
    }),
    {
      name: RECENT_KEY,
      version: 2,
      // Its items have no `seller_id`.
      migrate: (stored) => ({ ...(stored as RecentStore), items: [] }),
      storage: createJSONStorage(() => convenience),
      partialize: ({ searches, items, seenAt, newSince }) => ({ searches, items, seenAt, newSince }),
    },
  ),
);

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
