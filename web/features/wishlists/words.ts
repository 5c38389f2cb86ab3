// Screen

export const wishLists = "Wish Lists";
export const description =
  "What you have your eye on. We tell you when a price drops, when something is for sale again, and when your searches find something new.";
export const wishListsAndSavedSearches = "Wish lists and saved searches";
export const savedItems = "Saved items";
export const savedSearches = "Saved searches";

// Saved items

/** Screen reader text after the number on a list's button. */
export const listingsCounted = (count: number) => (count === 1 ? "listing" : "listings");
export const yourListsDidntLoad = "Your lists didn't load";
export const listDeleted = "List deleted";
export const theListWasntDeleted = "The list wasn't deleted";
export const yourLists = "Your lists";
export const newList = "New list";
export const actionsFor = (name: string) => `Actions for the list ${name}`;
export const renameList = "Rename list";
export const deleteList = "Delete list";
export const name = "Name";
export const rename = "Rename";
export const createList = "Create list";
export const deleteQuestion = (name: string) => `Delete “${name}”?`;
export const deleteDescription =
  "What is in this list alone is no longer saved. What is on another list too stays there.";
export const keepIt = "Keep it";
export const thisListDidntLoad = "This list didn't load";
export const loading = "Loading…";
export const nothingSaved = "Nothing saved here yet";
export const nothingSavedDescription = "Press the heart on any listing to keep it here and hear of lower prices.";
export const browseTheMarketplace = "Browse the marketplace";
export const listed = "listings";

// Price changes

export const lessThanWhenSaved = (difference: string) => `${difference} less than when you saved it`;
export const savedAt = (age: string, price: string | null) => `Saved ${age}${price === null ? "" : ` at ${price}`}`;
export const changeListOf = (title: string) => `Change list: ${title}`;

// Name dialog

export const cancel = "Cancel";
export const nameMissing = "Please give it a name.";

// Saved searches

export const tellMeAtOnce = "Tell me at once";
export const tellMeOnceADay = "Tell me once a day";
export const dontTellMe = "Don't tell me";
export const yourSearchesDidntLoad = "Your searches didn't load";
export const noSavedSearchesYet = "No saved searches yet";
export const noSavedSearchesYetDescription =
  "Search or filter the marketplace, then press Save search. We tell you when something new fits.";
export const goToTheMarketplace = "Go to the marketplace";
export const searchNotChanged = "That didn't change";
export const searchDeleted = "Search deleted";
export const theSearchWasntDeleted = "The search wasn't deleted";
export const renameSearch = "Rename search";
export const deleteSearchQuestion = "Delete this search?";
export const deleteSearchDescription = (name: string | undefined) => `You hear nothing more about ${name ?? "it"}.`;
export const deleteSearch = "Delete search";
export const nothingNewYet = "Nothing new yet";
export const lastNotice = (age: string) => `Last notice ${age}`;
export const searchSaved = (age: string) => `saved ${age}`;
export const howSoonFor = (name: string) => `How soon to tell you about ${name}`;
export const searchActions = (name: string) => `Actions for ${name}`;
