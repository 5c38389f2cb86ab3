export const loading = (what: string) => `Loading ${what}…`;
export const didNotLoad = (what: string) => `The ${what} didn't load`;

export const opensInANewTab = "(opens in a new tab)";

export const noName = "No name";
