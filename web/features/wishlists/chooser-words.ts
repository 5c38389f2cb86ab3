export const listsNotChanged = "Your lists didn't change";
export const chooseLists = "Choose lists";
export const done = "Done";
export const yourWishLists = "Your wish lists";
export const yourListsDidntLoad = "Your lists didn't load";
export const loading = "Loading…";
export const newList = "New list";
export const add = "Add";
