// Add to cart.
export const pleaseSignIn = "Please Sign In";
export const mustBeSignedIn = "You must be signed in to purchase items";
export const itemReserved = "Item Reserved";
export const heldInCart = (length: string) => `We're holding it for you for ${length}. It's in your cart.`;
export const viewCart = "View Cart";
export const addToCart = "Add to Cart";
export const itemNotAvailable = "Item Not Available";
export const itemSold = "Item Sold";
export const error = "Error";
export const failedToAddItem = (reason: string) => `Failed to add item to cart.${reason}`;

// Copy row.
export const copiedToClipboard = "Copied to clipboard";
export const couldntCopy = "Couldn't copy";
export const selectTextAndCopy = "Select the text and copy it by hand.";
export const copy = (name: string) => `Copy ${name}`;

// Dialog popup.
export const close = "Close";

// Item picker.
export const chosen = (count: number) => `${count} chosen`;
export const searchYourItems = "Search your items";
export const nothingMatches = (search: string) => `Nothing matches “${search}”.`;
export const showMore = "Show more";

// Password input.
export const showPassword = "Show password";

// Place input.
export const cityStateOrPostcode = "City, state or postcode";

// Reach chart.
export const reachInWords = (from: string, to: string, best: string, impressions: number) =>
  `Impressions by day, ${from} to ${to}; most on ${best}: ${impressions}`;

// Save error.
export const somebodyElseHasSavedSince = "Somebody else has saved since";
export const showNewest = "Show the newest";

// Stepper.
export const stepOf = (current: number, count: number) => `Step ${current} of ${count}:`;

// Toaster.
export const dismiss = "Dismiss";

// Version list.
export const nothingHasBeenSavedYet = "Nothing has been saved yet.";
export const version = (version: number) => `Version ${version}`;
export const inForce = "In force";
export const whatServiceStarts = "What the service starts with";
export const anonymous = "Anonymous";
export const takeVersion = (version: number) => `Use version ${version}`;

// Confirm dialog.
export const cancel = "Cancel";
