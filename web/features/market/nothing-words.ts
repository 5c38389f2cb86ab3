// No results.
export const salesAppearHere = "Sales appear here as they are completed.";
export const newListingsAppearHere = "New listings appear here as soon as they are published.";
export const tryAnotherWordWiderPrice = "Try another word, a wider price range or a place further away.";
export const clearSearchAndFilters = "Clear search and filters";
