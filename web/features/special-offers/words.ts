// Offer editor.
export const percentageOff = "Percentage off";
export const eachItemCostsLess = "Each item costs less";
export const buySomeGetSomeFree = "Buy some, get some free";
export const cheapestOfSetIsFree = "The cheapest of a set is free";
export const bulkDiscount = "Bulk discount";
export const offFromNumberOfItems = "Off from a number of items on";
export const bundle = "Bundle";
export const onePriceForAll = "One price for all of them";
export const offerSaved = "Offer saved";
export const offerIs = "Offer is on";
export const errorSavingSettingsPleaseTry = "Error saving settings. Please try again.";
export const changeOffer = "Change offer";
export const newOffer = "New offer";
export const specialOffers = "Special Offers";
export const yourItemsDidntLoad = "Your items didn't load";
export const kindOfOffer = "Kind of offer";
export const forTheseItems = "For these items";
export const title = "Title";
export const buyersSeeItOnItems = "Buyers see it on the item's page.";
export const movingHouse = "Moving house";
export const description = "Description";
export const lastDay = "Last day";
export const leaveItEmpty = "Left empty, it runs until you stop it.";
export const saveOffer = "Save offer";
export const startOffer = "Start offer";
export const cancel = "Cancel";
export const preview = "Preview";
export const whatItDoes = "What it does";
export const ofSeveralOffersOnItem =
  "Of several offers on an item the best one counts; they do not add up. Who holds an item already keeps the price they were shown.";

// Offer numbers.
export const buy = "Buy";
export const getFree = "Get free";
export const fromHowManyItems = "From how many items";
export const takeOff = "Take off";
export const aPercentage = "A percentage";
export const dollarsOnce = "Dollars, once";
export const amount = "Amount";
export const priceOfAllOfThem = "Price of all of them together";
export const percentage = "Percentage";

// Offer preview.
export const fillInNumbersToSee = "Fill in the numbers to see what your offer does.";
export const chooseToSeeWhat = (missing: number, count: number) =>
  `Choose ${missing} ${count > 0 ? "more " : ""}${missing === 1 ? "item" : "items"} to see what it does.`;
export const whatEachItemCosts = "What each item costs:";
export const ifSomebodyBuys = (count: number) => `If somebody buys ${count === 2 ? "both" : `these ${count}`}:`;
export const insteadOf = "instead of";
export const andMore = (count: number) => `and ${count} more`;
export const together = "Together";
export const itTakesNothingOffThese = "It takes nothing off these prices.";
export const offIfAll = (cents: string) => `${cents} off if all of it is sold.`;
export const youTakeOff = (cents: string, before: string) => `You take ${cents} off ${before}.`;

// Offer values.
export const pleaseGiveYourOfferTitle = "Please give your offer a title.";
export const chooseItems = "Choose the items it is for.";

// Special offers screen.
export const takeSomethingOffSome =
  "Take something off some of your items. Buyers see it on each of them, and it comes off at checkout.";
export const yourOffersDidntLoad = "Your offers didn't load";
export const loading = "Loading…";
export const noOffersYet = "No offers yet";
export const percentageOffOneFree =
  "A percentage off, one free with two, less from three on, or one price for a set: whatever clears the shelf.";
export const makeOffer = "Make an offer";
export const offerPaused = "Offer paused";
export const offerDidntStart = "The offer didn't start";
export const offerIsStill = "The offer is still on";
export const offerDeleted = "Offer deleted";
export const offerWasntDeleted = "The offer wasn't deleted";
export const deleteThisOffer = "Delete this offer?";
export const yourItemsGoBack =
  "Your items go back to their own prices. Who holds one now keeps the price they were shown.";
export const deleteOffer = "Delete offer";
export const keepIt = "Keep it";
export const running = "Running";
export const notShown = "Not shown";
export const paused = "Paused";
export const ended = "Ended";
export const actionsFor = (title: string) => `Actions for ${title}`;
export const change = "Change";
export const startAgain = "Start again";
export const pause = "Pause";
export const deleteIt = "Delete";
export const items = "Items";
export const sold = (title: string) => `${title}, sold`;
export const tooFewOfItsItems = "Too few of its items are for sale, so buyers don't see it.";
export const untilYouStop = "Until you stop it";

// Offer editor.
export const alreadyFree = "already free";

// Special offers screen.
export const endedAt = (last: string | null) => `Ended ${last}`;
export const until = (last: string) => `Until ${last}`;
