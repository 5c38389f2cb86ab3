// Filter panel.
export const onlyThisPlace = "Only this place";
export const withinKm = (km: number) => `Within ${km} km`;
export const weDontKnowThatSuburb = "We don't know that suburb or postcode.";
export const filters = "Filters";
export const clearAll = "Clear all";
export const showItems = "Show items";
export const condition = "Condition";
export const any = "Any";
export const location = "Location";
export const distance = "Distance";

// Price range.
export const price = "Price";
export const lowestPrice = "Lowest price";
export const highestPrice = "Highest price";
export const from = "From";
export const to = "To";
