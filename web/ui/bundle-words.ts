// Bundle card.
export const off = (savingsPercentage: number) => `${savingsPercentage}% off`;
export const more = (more: number) => `+${more} more`;
export const items = (count: number, displayName: string) => `${count} items · ${displayName}`;
export const notAvailableRightNow = "Not available right now";
export const viewBundle = "View bundle";

// Bundle dialog.
export const buyBundle = (bundlePrice: string) => `Buy bundle for ${bundlePrice}`;
export const save = (savings: string, savingsPercentage: number) => `Save ${savings} (${savingsPercentage}%)`;
export const oneOfTheseItems = "One of these items can't be bought right now, so neither can the bundle.";
export const itemsInThisBundle = (count: number) => `${count} items in this bundle`;
export const boughtOneByOne = "Bought one by one";
export const collectionDate = "Collection date";
export const notSet = "Not set";
export const collectionFrom = "Collection from";
export const pleaseSignIn = "Please Sign In";
export const mustBeSignedIn = "You must be signed in to purchase items";
export const sold = "Sold";
export const reserved = "Reserved";
export const inPayment = "In payment";

// Bundle dialog.
export const seller = "Seller";
