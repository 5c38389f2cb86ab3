/** The demo listings, each matching its picture. Prices in dollars. */
import type { Category, Condition } from "#domain/items/catalogue";
import listings from "./catalogue.json" with { type: "json" };

export interface DemoListing {
  picture: string;
  category: Category;
  title: string;
  description: string;
  price: number;
  previous?: number;
  condition: Condition;
  tags: string;
}

export const DEMO_LISTINGS = listings as DemoListing[];
