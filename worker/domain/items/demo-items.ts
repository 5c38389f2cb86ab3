/** Sample items of an empty marketplace (D3): never for sale, with ids that no payment route accepts. */

import type { Cents } from "../money.ts";
import type { Category, Condition } from "./catalogue.ts";

export interface DemoItem {
  id: `demo-${string}`;
  title: string;
  price_cents: Cents;
  previous_cents: Cents | null;
  category: Category;
  condition: Condition;
  place: string;
}

function demo(
  name: string,
  title: string,
  price_cents: Cents,
  category: Category,
  condition: Condition,
  place: string,
  previous_cents: Cents | null = null,
): DemoItem {
  return { id: `demo-${name}`, title, price_cents, previous_cents, category, condition, place };
}

export const DEMO_ITEMS: readonly DemoItem[] = [
  demo("sofa", "Two-seat sofa, oat bouclé", 420_00, "furniture", "like_new", "Fitzroy, Melbourne"),
  demo("phone", "Unlocked phone, 128 GB", 390_00, "electronics", "good", "Newtown, Sydney", 450_00),
  demo("jacket", "Rain jacket, size M", 60_00, "clothing", "like_new", "West End, Brisbane"),
  demo("weights", "Dumbbell set, 2 × 10 kg", 45_00, "sports", "good", "Carlton, Melbourne", 60_00),
  demo("novels", "Box of 20 novels", 0, "books", "fair", "Subiaco, Perth"),
  demo("blocks", "Wooden blocks, 100 pieces", 25_00, "toys", "good", "Glenelg, Adelaide"),
  demo("fern", "Maidenhair fern in a pot", 18_00, "home_garden", "new", "Braddon, Canberra"),
  demo("chair", "Reading chair with footstool", 150_00, "furniture", "good", "Sandy Bay, Hobart"),
];

const MINIMUM_PERCENT = 80;

/** Returns the lowest price Knowzee accepts for a demo item; null for a free one, which is not negotiated. */
export function demoMinimum(item: DemoItem): Cents | null {
  return item.price_cents === 0 ? null : Math.ceil((item.price_cents * MINIMUM_PERCENT) / 100);
}
