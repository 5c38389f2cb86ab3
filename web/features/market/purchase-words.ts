// Purchase dialog.
export const viewDetails = "View Details";
export const buyNow = "Buy Now";
export const pleaseSignIn = "Please Sign In";
export const mustBeSignedIn = "You must be signed in to purchase items";
export const thisItemHasBeenSold = "This item has been sold";
export const thisItemIsCurrentlyReserved = "This item is currently reserved";
export const paymentIsBeingProcessed = "Payment is being processed";
export const locationTba = "Location TBA";
export const notSet = "Not set";
export const collectionFrom = "Collection from";
export const collectionDate = "Collection date";

// Purchase dialog.
export const condition = "Condition";
export const kmAway = (place: string, distanceKm: number) => `${place} (${distanceKm} km away)`;
export const seller = "Seller";
