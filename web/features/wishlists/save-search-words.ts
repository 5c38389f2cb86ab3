export const searchSaved = "Search saved";
export const signInToSave = "Sign in to save this search";
export const signInToSaveDescription = "Then we tell you when something new is listed.";
export const searchSavedDescription = "We'll tell you when something new is listed.";
export const theSearchWasntSaved = "The search wasn't saved";
export const saveSearch = "Save search";
