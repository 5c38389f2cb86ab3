// Rating dialog.
export const thankYouForYourRating = "Thank you for your rating";
export const nowShows = (person: string) => `It now shows on ${person}'s profile.`;
export const alreadyRated = "Already rated";
export const sellerRated = "Seller Rated";
export const rate = (person: string) => `Rate ${person}`;
export const howDidSwapGo = "How did the swap go?";
export const howDidItGo = (itemTitle: string) => `How did it go with “${itemTitle}”?`;
export const howDidDealGo = "How did the deal go?";
export const cancel = "Cancel";
export const submitRating = "Submit Rating";
export const yourRating = "Your rating";
export const comment = "Comment";
export const everybodyCanRead = "Everybody can read this, with your first name. It can't be changed later.";
export const cameOnTimePaid = "Came on time, paid at once…";
export const asDescribedEasyToArrange = "As described, easy to arrange…";

// Rate button.
export const rated = "Rated";
export const rateBuyer = "Rate buyer";
export const rateSeller = "Rate seller";

// Order ratings panel.
export const rating = "Rating";
export const youRated = (person: string) => `You rated ${person}`;
export const howWasItWith = (person: string) => `How was it with ${person}?`;
export const ratingHelps = (trade: boolean, rates: string) =>
  `Your rating helps the next ${trade ? "person" : rates === "seller" ? "buyer" : "seller"} decide.`;
export const ratedYou = (person: string) => `${person} rated you`;

// Star input.
export const veryGood = "Very good";
export const chooseRating = "Choose a rating";

// Stars.
export const outOf5Stars = (score: number) => `${score} out of 5 stars`;

// Rating.
export const noRatingsYet = "No ratings yet";
export const outOf = "out of 5,";

// Star input.
export const poor = "Poor";
export const fair = "Fair";
export const good = "Good";
export const excellent = "Excellent";
