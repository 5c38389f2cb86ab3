// Field.
export const optional = "(optional)";

// Held pill.
export const availableIn = (timeLeft: string) => `Available in ${timeLeft}`;

// Item card.
export const locationTba = "Location TBA";
export const inLine = (lineLength: number) => `${lineLength} in line`;
export const openToOffers = "Open to offers";
export const saleInProgress = "Sale in progress";
export const sold = "Sold";
export const km = (distanceKm: number) => `${distanceKm} km · `;
export const viewDetails = "View Details";

// Load more.
export const nextDidntLoad = (what: string) => `The next ${what} didn't load.`;
export const retry = "Retry";
export const loadMore = "Load more";

// Photo img.
export const noPicture = (alt: string) => `${alt} (no picture)`;

// Price.
export const now = "Now";
export const was = "was";
export const off = (percent: number) => `${percent}% off`;

// Skeleton.
export const loading = "Loading…";

// States.
export const thatDidntLoad = "That didn't load";

// Item card.
export const free = "Free";
export const off2 = (percent: number) => `${percent}% off`;
