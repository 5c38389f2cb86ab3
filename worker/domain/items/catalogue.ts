export const CATEGORIES = [
  "electronics",
  "clothing",
  "furniture",
  "books",
  "toys",
  "sports",
  "home_garden",
  "automotive",
  "collectibles",
  "other",
] as const;
export type Category = (typeof CATEGORIES)[number];

export const CATEGORY_LABELS: Record<Category, string> = {
  electronics: "Electronics",
  clothing: "Clothing",
  furniture: "Furniture",
  books: "Books",
  toys: "Toys & Games",
  sports: "Sports & Outdoors",
  home_garden: "Home & Garden",
  automotive: "Automotive",
  collectibles: "Collectibles",
  other: "Other",
};

const ALIASES: Record<string, Category> = {
  tech: "electronics",
  gadgets: "electronics",
  computers: "electronics",
  phones: "electronics",
  fashion: "clothing",
  apparel: "clothing",
  shoes: "clothing",
  accessories: "clothing",
  home: "home_garden",
  rare: "collectibles",
};

/** Returns the canonical category of a name or alias ("phones" → electronics), or null. */
export function canonicalCategory(name: string): Category | null {
  const key = name.trim().toLowerCase();
  if ((CATEGORIES as readonly string[]).includes(key)) return key as Category;
  return Object.hasOwn(ALIASES, key) ? (ALIASES[key] ?? null) : null;
}

/** `poor` is a separate value from `for_parts` (D47). */
export const CONDITIONS = ["new", "like_new", "good", "fair", "poor", "for_parts"] as const;
export type Condition = (typeof CONDITIONS)[number];

export const CONDITION_LABELS: Record<Condition, string> = {
  new: "New",
  like_new: "Like new",
  good: "Good",
  fair: "Fair",
  poor: "Poor",
  for_parts: "For parts",
};

/** `best` compares listings with the words of a search (D91). Without words it is the newest first. */
export const SORTS = [
  "best",
  "date_desc",
  "date_asc",
  "price_asc",
  "price_desc",
  "popular",
  "views",
  "nearest",
] as const;
export type Sort = (typeof SORTS)[number];

/** The sort orders in column notation, with a leading minus for descending (D1). */
const COLUMN_SORTS: Record<string, Sort> = {
  created_at: "date_asc",
  "-created_at": "date_desc",
  price: "price_asc",
  "-price": "price_desc",
  "-views_count": "views",
};

/** Returns the sort order for a column name, or the text itself so that validation can refuse it. */
export function sortNamed(text: string): string {
  return Object.hasOwn(COLUMN_SORTS, text) ? (COLUMN_SORTS[text] ?? text) : text;
}

export const SORT_LABELS: Record<Sort, string> = {
  best: "Best match",
  date_desc: "Newest first",
  date_asc: "Oldest first",
  price_asc: "Price: low to high",
  price_desc: "Price: high to low",
  popular: "Most popular",
  views: "Most viewed",
  nearest: "Nearest first",
};

/** As an upper bound this means "10,000+", no limit. */
export const PRICE_FILTER_MAX_DOLLARS = 10_000;

export const PHOTOS_MAX = 10;
export const TAGS_MAX = 10;
export const TAG_LENGTH_MAX = 30;
