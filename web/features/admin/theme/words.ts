// The screen

export const light = "Light";
export const dark = "Dark";
export const themeSettings = "Theme Settings";
export const description =
  "Colours of the whole marketplace, for everybody. A saved change is on every open page within 30 seconds.";
export const loading = "Loading…";
export const themeSaved = "Theme saved";
export const themeSavedDescription = "Open pages show it within 30 seconds.";
export const notSaved = "Not saved";
export const correctMarkedColours = "Please correct the marked colours.";
export const scheme = "Scheme";
export const preview = "Preview";
export const onTheMarketplace = "On the marketplace";
export const categories = "Categories";
export const hardToRead = "Some texts are hard to read";
export const takeColour = (colour: string) => `Use ${colour}`;
export const takeColourFor = (part: string, scheme: string) => `for ${part}, ${scheme}`;
export const saveFailed = "The theme was not saved";
export const saveTheme = "Save theme";
export const undoChanges = "Undo changes";
export const resetToDefaults = "Reset to defaults";

// One part's colours

export const sample = "Sample";
export const background = "Background";
export const text = "Text";
export const defaultColours = "Default";
export const coloursFor = (part: string) => `colours for ${part}`;
export const notAColour = "Enter a colour such as #0b5d4b.";
export const pickColour = (part: string, ink: string) => `${part}: pick the ${ink.toLowerCase()}`;
export const easyToRead = (ratio: string) => `${ratio}:1, easy to read`;
export const needsContrast = (ratio: string, least: number) => `${ratio}:1, needs ${least}:1`;
export const takeForText = (colour: string) => `Use ${colour} for the text`;

// The preview and its samples

export const sampleAd = {
  title: "Corner Bakery",
  description: "Sourdough from seven in the morning, two streets from the station.",
};
export const sampleBundle = {
  title: "Whole kitchen corner",
  collection: "Collect in Newtown",
  table: "Table",
  chairs: "Chairs",
  lamp: "Lamp",
  seller: "Mia",
};
export const previewOf = (scheme: string) => `Preview, ${scheme}`;
export const trendingNow = "Trending Now";
export const sold = "Sold";
