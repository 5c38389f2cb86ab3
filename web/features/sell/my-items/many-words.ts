// Price adjust dialog.
export const decrease = "Decrease";
export const increase = "Increase";
export const noAdjustableItems = "No Adjustable Items";
export const noneCanBeChanged = "None of these prices can be changed.";
export const failedToUpdatePrices = "Failed to update prices";
export const updateFailed = "Update Failed";
export const adjustPrice = "Adjust price";
export const adjustPrices = "Adjust prices";
export const selected = (count: string) => `${count} selected`;
export const cancel = "Cancel";
export const updatePrice = "Update price";
export const updatePrices = (count: number) => `Update ${count} prices`;
export const direction = "Direction";
export const by = "By";
export const percentage = "Percentage";
export const percentageHint = "From 0.01 to 100.";
export const newPrices = "New prices";
export const from = "from";
export const to = "to";

// Bulk delete dialog.
export const pleaseConfirmThatYouWant = "Please confirm that you want to delete these items.";
export const pleaseTypeToConfirm = (word: string) => `Please type ${word} to confirm.`;
export const confirmationRequired = "Confirmation Required";
export const invalidConfirmation = "Invalid Confirmation";
export const failedToDeleteItems = "Failed to delete items";
export const deleteFailed = "Delete Failed";
export const deleteItems = "Delete items";
export const deleteQuestion = (count: string) => `Delete ${count}?`;
export const theyDisappearFromMarketplace = "They disappear from the marketplace. This cannot be undone.";
export const deleteLabel = "Delete";
export const deleteThese = (count: string) => `Delete ${count}`;
export const onlyActiveAndInactiveItems =
  "Only active and inactive items can be deleted. None of the selected ones is.";
export const skippedItems = (skipped: number) => `${skipped} reserved or sold item(s) will be skipped.`;
export const andMore = (count: string) => `and ${count} more`;
export const iUnderstandThatThisCannot = "I understand that this cannot be undone";
export const typeToConfirm = (word: string) => `Type ${word} to confirm`;

// Mark sold dialog.
export const errorUpdatingItemPleaseTry = "Error updating item. Please try again.";
export const orderedIt = "Ordered it";
export const heldIt = "Held it";
export const wasInTouchAbout = "Was in touch about it";
export const pleaseChooseWhoBought = "Please choose who bought it.";
export const soldToWhom = "Sold to whom?";
export const markAsSold = "Mark as sold";
export const loading = "Loading…";
export const buyer = "Buyer";
export const someoneElse = "Someone else";
export const soldOutsideGoodstreet = "Sold outside Goodstreet";
export const weCouldntLoad = "We couldn't load who was interested";
export const retry = "Retry";
export const itemLeavesMarketplace =
  "The item leaves the marketplace. You can take it back for 10 minutes. A buyer from Goodstreet is told, and you can rate each other.";
/** Why some of the selected items are excluded. */
export const excluded = {
  sold: (n: number) => `${n} sold item(s) will be excluded`,
  free: (n: number) => `${n} free item(s) will be excluded`,
  locked: (n: number) => `${n} reserved item(s) will be excluded`,
  minimum: (n: number) => `${n} item(s) would fall below their minimum price and will be excluded`,
  maximum: (n: number) => `${n} item(s) would go above the highest price and will be excluded`,
};
