/** What the row of an item that is open to offers says. */
export const openToOffers = "Open to offers";
export const makeOffer = "Make an offer";
export const whoAnswers = "Knowzee, an automatic assistant, answers for the seller";
