export const loading = (what: string) => `Loading ${what}…`;
export const didNotLoad = (what: string) => `The ${what} didn't load`;

export const opensInANewTab = "(opens in a new tab)";

/** Shown when no decision was chosen. */
export const chooseWhatToDo = "Please choose what to do.";

export const noName = "No name";
