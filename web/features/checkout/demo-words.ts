// Demo screen.
export const lampFor = "A lamp for $45.50";
export const cardBankTransferAndCrypto = "Card, bank transfer and crypto, all to the end.";
export const freeChair = "A free chair";
export const twoStepsNothingToPay = "Two steps, nothing to pay.";
export const holdEnds = "The hold ends";
export const after20SecondsInstead = "After 20 seconds.";
export const priceChanges = "The price changes";
export const whileBuyerIsAbout = "While the buyer is about to complete.";
export const purchaseIsRefused = "The purchase is refused";
export const atLastStep = "At the last step.";
export const heldByAnother = "Somebody else holds it";
export const itDoesNotEvenBegin = "It does not even begin.";
export const paymentWizardDemo = "Payment wizard demo";
export const wizardBuyersGoThrough =
  "The wizard buyers go through, with an item that does not exist. Nothing is held, ordered or charged.";
export const whatWouldYouLike = "What would you like to see?";
export const startDemo = "Start the demo";
export const thisIsDemonstration = "This is a demonstration";
export const accountWalletsAndReference =
  "The account, the wallets and the reference are made up: never pay to them. For a card use a test number, for a transaction hash any 64 digits.";
export const endDemo = "End the demo";

// Sandbox.
export const gardenChairDemo = "Garden chair (demo)";
export const brassReadingLampDemo = "Brass reading lamp (demo)";
export const samDemo = "Sam Demo";
export const brunswickMelbourne = "Brunswick, Melbourne";
export const yourReservationHasEnded = "Your reservation has ended.";
export const thisIsRefusalYouAsked = "This is the refusal you asked for: nothing was ordered.";
export const somethingHasChangedSince = "Something has changed since you opened this. Please check it.";
export const somebodyElseHoldsIt = "Somebody else holds it.";
export const demoDoNotPay = "Demo, do not pay";
