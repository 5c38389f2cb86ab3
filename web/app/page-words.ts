/** What pages put together from several features say. */

// Admins only.
export const backToMarketplace = "Back to Marketplace";

// Item actions.
export const reportThisListing = "Report this listing";
export const thisListing = "this listing";

// Settings page.
export const siteSettings = "Site settings";
