// Wish heart.
export const signInToSave = "Sign in to save this";
export const yourWishListsAreKept = "Your wish lists are kept in your account.";
export const undo = "Undo";
export const itWasntPutBack = "It wasn't put back";
export const removedFromYourWishLists = "Removed from your wish lists";
export const itIsStill = "It is still on your wish list";
export const chooseList = "Choose list";
export const wellTellYouWhenPrice = "We'll tell you when the price drops.";
export const savedToYourWishList = "Saved to your wish list";
export const itWasntSaved = "It wasn't saved";
export const saveToWishList = (title: string) => `Save to wish list: ${title}`;
