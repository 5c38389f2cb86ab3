// Admins only.
export const backToMarketplace = "Back to Marketplace";
export const staffPage = "This page is for the people who run the marketplace.";

// Item actions.
export const reportThisListing = "Report this listing";
export const thisListing = "this listing";

// Settings page.
export const siteSettings = "Site settings";
