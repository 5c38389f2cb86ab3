// Bundle form dialog.
export const errorSavingSettingsPleaseTry = "Error saving settings. Please try again.";
export const editBundle = "Edit bundle";
export const createBundle = "Create Bundle";
export const severalOfYourItems = "Several of your items for one price. They stay on sale by themselves, too.";
export const cancel = "Cancel";
export const saveBundle = "Save bundle";
export const failedToLoadYourItems = "Failed to load your items.";
export const loading = "Loading…";
export const itemsYouHaveOnSale = "Items you have on sale appear here. A bundle needs at least two.";
export const nothingToBundleYet = "Nothing to bundle yet";
export const items = "Items";
export const title = "Title";
export const deskSetTableChair = "Desk set: table, chair and lamp";
export const bundlePriceInAud = "Bundle price in AUD";
export const description = "Description";
export const collectionDateAndTime = "Collection date and time";
export const upToDaysAhead = (collectionMaxDays: number, zoneName: string | undefined) =>
  `Up to ${collectionMaxDays} days ahead${zoneName ? `, ${zoneName} time` : ""}.`;
export const collectionAddress = "Collection address";
export const privateOnlyBuyer = "Private. Only a buyer who has paid sees it, from 24 hours before the collection date.";
export const streetAndNumber = "Street and number";
export const thisBundleWasChangedElsewhere = "This bundle was changed elsewhere meanwhile";
export const itIsNow = (title: string, cents: string) => `It is now “${title}” for ${cents}.`;
export const saveMine = "Save mine";
export const useOtherVersion = "Use the other version";
export const singlePrices = "Single prices";
export const saves = (savings: string, savingsPercentage: number) => `Saves ${savings} (${savingsPercentage}%)`;
export const noSavingsYet = "No savings yet";

// Bundle values.
export const bundleHasAtMostItems = (bundleItemsMax: number) => `A bundle has at most ${bundleItemsMax} items.`;
export const invalidBundle = "Invalid Bundle";

// Bundle form dialog.
export const inBundle = (title: string) => `in the bundle “${title}”`;
export const sold = "sold";
export const beingBought = "being bought";
export const notOnSale = "not on sale";
