// The page

export const everythingFree = "Everything free";
export const forACause = "For a cause";
export const switchedOff = "Donations are switched off at the moment";
export const switchedOffDescription = "Things people give away are still on the marketplace.";
export const toTheMarketplace = "To the marketplace";
export const donations = "Donations";
export const description = "Things people give away for nothing, some of them for a charity or a cause.";
export const giveForACause = "Give for a cause";
export const listSomethingFree = "List something free";
export const signInToGive = "Sign in to give";
export const goodsOnly = {
  before:
    "Goods only: Goodstreet never asks for money for a cause, and neither may anybody in a listing or a message. A charity is named with its ABN by the giver; check it at",
  link: "acnc.gov.au",
  after: "before you rely on it.",
};
export const whichGiveaways = "Which giveaways";
export const loadingGiveaways = "Loading giveaways…";
export const theGiveawaysDidntLoad = "The giveaways didn't load";
export const noCauses = "Nothing given for a cause right now";
export const nothingFree = "Nothing to give away right now";
export const noCausesDescription = "When somebody gives a listing for a charity or a cause, it's shown here.";
export const nothingFreeDescription = "Things listed with the price Free are shown here.";
export const givenForACause = "Given for a cause";
export const freeThings = "Free things";
export const listed = "giveaways";
export const forCause = (cause: string) => `For ${cause}`;

// The dialog

export const giveSomething = "Give something for a cause";
export const giveSomethingDescription = "Goods only: Goodstreet never collects money for anybody's cause.";
export const nothingListed = "Nothing free listed yet";
export const nothingListedDescription = "List it with the price Free, then come back and name the cause.";
export const aRegisteredCharity = "A registered charity";
export const aRegisteredCharityDescription = "Named with its ABN, so that anybody can look it up.";
export const aCause = "A cause";
export const aCauseDescription = "Flood relief, the school fete, a family starting again.";
export const chooseAListing = "Please choose a listing.";
export const thankYou = "Thank you";
export const shownAsGivenFor = (name: string) => `Everybody sees that ${name} gets it.`;
export const causeRemoved = "Cause removed";
export const causeRemovedDescription = "The listing stays free for everybody.";
export const yourFreeListings = "Your free listings";
export const itemGivenFor = (item: string, cause: string) => `${item} (for ${cause})`;
export const givenFor = "Given for";
export const nameOfTheCharity = "Name of the charity";
export const nameOfTheCause = "Name of the cause";
export const itsAbn = "Its ABN";
export const itsAbnHint = "On the charity's website, or in the public register at acnc.gov.au.";
export const cancel = "Cancel";
export const save = "Save";
export const removeTheCause = "Remove the cause";
