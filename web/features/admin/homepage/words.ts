import type { Kind } from "./home-values.ts";

export const KIND_LABELS: Record<Kind, string> = {
  categories: "Categories",
  featured: "Featured listings",
  sold: "Recently sold",
  steps: "Steps",
  text: "Text",
  callout: "Callout",
};

/** Default titles of the marketplace's own rows. */
export const ROW_TITLES: Partial<Record<Kind, string>> = {
  categories: "What are you after?",
  featured: "Popular right now",
  sold: "Recently sold",
};

// The screen

export const homepageEditor = "Homepage Editor";
export const description = "The words of the home page, what stands on it, and in which order.";
export const homePage = "Home page";
export const loading = "Loading…";
export const homePageSaved = "Home page saved";
export const homePageSavedDescription = "Visitors see it with their next visit.";
export const notSaved = "Not saved";
export const correctMarkedFields = "Please correct the marked fields.";
export const topOfThePage = "Top of the page";
export const sections = "Sections";
export const sectionsDescription = "From the top. What is switched off stays here and is not shown.";
export const saveFailed = "The home page was not saved";
export const saveHomePage = "Save home page";
export const undoChanges = "Undo changes";
export const restoreDefaults = "Restore defaults";
export const restoringHint = "Restoring fills in the form. Nothing changes until it is saved.";
export const earlierVersions = "Earlier versions";
export const earlierVersionsDescription = "The last ones are kept. Putting one back fills in the form.";
export const preview = "Preview";
export const previewCaption = "Preview, with the listings of this moment";
export const pageLabel = "The page";
export const previewFailed = "The preview didn't load";

// The top of the page

export const headline = "Headline";
export const text = "Text";
export const firstButton = "First button";
export const secondButton = "Second button";
export const buttonSays = (button: string) => `${button} says`;
export const buttonLeadsTo = (button: string) => `${button} leads to`;

// The sections

export const addPart = (kind: Kind) => `Add ${KIND_LABELS[kind].toLowerCase()}`;
export const moveUp = (name: string) => `Move ${name} up`;
export const moveDown = (name: string) => `Move ${name} down`;
export const remove = (name: string) => `Remove ${name}`;
export const show = (name: string) => `Show ${name}`;
export const shown = "Shown";
export const title = "Title";
export const steps = "Steps";
export const points = "Points";
export const titleOf = (number: number) => `Title of ${number}`;
export const textOf = (number: number) => `Text of ${number}`;
export const removePoint = (number: number) => `Remove point ${number}`;
export const addAPoint = "Add a point";
export const button = "Button";

// Chosen listings

export const listings = "Listings";
export const noneChosen = "None chosen: what is popular stands here.";
export const noLongerForSale = "No longer for sale";
export const moveUpInRow = (name: string) => `Move ${name} up in the row`;
export const takeOut = (name: string) => `Take ${name} out`;
export const rowFull = "That is as many as the row holds.";
export const findListing = "Find a listing to show";
export const noOtherMatches = "No other listing matches.";
export const searchFailed = "The search didn't work. Please try again.";
