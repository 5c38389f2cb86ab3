export const openToOffers = "Open to offers";
export const makeOffer = "Make an offer";
export const whoAnswers = "Knowzee, an automatic assistant, answers for the seller";
