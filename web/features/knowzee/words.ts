// Chat panel.
export const loginRequired = "Login Required";
export const pleaseLogInToMake = "Please log in to make an offer.";
export const negotiation = "Negotiation";
export const closeChat = "Close chat";
export const continueChat = "Continue chat";
export const knowzee = "Knowzee";
export const itemUnavailable = "Item Unavailable";
export const error = "Error";
export const exampleOnly = "This is an example, so nothing can be bought.";
export const makeOfferFor = (title: string) => `Make an offer: ${title}`;
export const automaticAssistantOfSeller = "Automatic assistant of the seller";
export const onTable = (amount: string, timeLeft: string) => `${amount} on the table for ${timeLeft}`;
export const agreedAt = (amount: string) => `Agreed at ${amount}`;
export const offerExpired = "Offer expired";
export const wouldYouTake = (low: number) => `Would you take $${low}?`;
export const canYouDoBetterPrice = "Can you do a better price?";
export const whatCondition = "What condition is it in?";

// Composer.
export const messageToKnowzee = "Message to Knowzee";
export const askOrMakeOffer = "Ask, or make an offer…";
export const send = "Send";

// Negotiation log.
export const conversationWithKnowzee = "Conversation with Knowzee";
export const greeting = (title: string) =>
  `G'day, I'm Knowzee, an automatic assistant. I negotiate “${title}” for its seller. Ask me about it, or make me an offer.`;
export const youSay = "You: ";
export const knowzeeSays = "Knowzee: ";
export const knowzeeIsTyping = "Knowzee is typing…";

// Offer card.
export const yoursAtThisPrice = (until: string) => `Yours at this price until ${until}`;
export const buyNow = (amount: string) => `Buy Now at ${amount}`;
export const askKnowzeeWhetherItStill = "Ask Knowzee whether it still holds.";
export const accept = (amount: string) => `Accept ${amount}`;
export const askAgain = (amount: string) => `Ask again for ${amount}`;
export const iWouldTake = (amount: string) => `I would take it for ${amount}`;
export const timeLeftToAccept = "Time left to accept";
export const offerEnds = (left: string) => `Offer ends in ${left}`;

// Offer.
export const firstCounterOffer = "First counter offer";
export const movingCloserToDeal = "Moving closer to a deal...";
export const finalOffer = "FINAL OFFER";
export const knowzeeSaysYes = "Knowzee says yes to your offer";
export const confirmToBuy = "Confirm to buy at this price";
export const lessThanMinuteLeft = "Less than a minute left to accept.";
export const twoMinutesLeftToAccept = "Two minutes left to accept.";
export const fiveMinutesLeftToAccept = "Five minutes left to accept.";

// Use negotiation.
export const sorry = "Sorry, there was an error. Please try again.";

// Offer.
export const offer = "Offer";
