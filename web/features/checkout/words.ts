// Checkout screen.
export const checkout = "Checkout";
export const nothingToCheckOut = "Nothing to check out";
export const chooseItemFirstThenPress = "Choose an item first, then press Buy Now.";
export const backToMarketplace = "Back to Marketplace";
export const backToItem = "Back to the item";

// Checkout state.
export const collectionRequired = "Collection Required";
export const paymentMethodRequired = "Payment Method Required";
export const bankDetailsNeeded =
  "The seller's bank details are needed to go on. Choose another method or try again later.";

// Crypto state.
export const cryptocurrencyRequired = "Cryptocurrency Required";
export const transactionHashRequired = "Transaction Hash Required";
export const checkTransactionHash = "Check the Transaction Hash";

// Hold announcements.
export const heldFiveMinutes = "This item is held for you for 5 more minutes.";
export const heldTwoMinutes = "This item is held for you for 2 more minutes.";
export const heldOneMinute = "This item is held for you for 1 more minute.";
export const heldTwentySeconds = "20 seconds left to hold this item.";
export const yourReservationHasEnded = "Your reservation has ended.";

// Hold status.
export const heldForYouFor = "Held for you for";

// Refusals.
export const loginRequired = "Login Required";
export const pleaseLogInToMake = "Please log in to make a purchase.";
export const itemSold = "Item Sold";
export const itemNotAvailable = "Item Not Available";
export const error = "Error";

// Bank step.
export const bankDetailsDidntLoad = "The bank details didn't load";
export const nothingIsLostPleaseTry = "Nothing is lost. Please try again.";
export const loadingBankDetails = "Loading the bank details…";
export const settlePaymentFirst = "Settle a payment first";
export const bankDetailsFrom = (when: string) =>
  `The seller has changed their bank details. To protect you both they can be paid to from ${when}. Go back for another method, or come back then.`;
export const bankDetailsRemoved =
  "The seller has removed their bank details in the meantime. Go back for another method, or check again later.";
export const yourReferenceHasChanged = "Your reference has changed.";
export const referenceReplaced = (referenceNumber: string, replacedReference: string) =>
  `Use ${referenceNumber} from now on. If a transfer with ${replacedReference} is already on its way, let the seller know.`;
export const accountName = "Account name";
export const accountNumber = "Account number";
export const putReference =
  "Put the reference on your transfer: the seller finds your payment by it. You can also transfer later. Your order keeps these details and shows the deadline.";
export const checkAgain = "Check again";

// Card step.
export const useAnotherCard = "Use another card";
export const yourCardIsCharged = "Your card is charged when you complete the purchase, not before.";

// Coin step.
export const chooseCryptocurrency = "Choose a cryptocurrency";

// Confirm step.
export const paymentMethod = "Payment method";
export const youSent = "You sent";
export const paymentStatus = "Payment status";
export const freeMeans = "It's free: there is nothing to pay. The item is yours once you complete.";
export const transactionHash = "Transaction hash";
export const notChargedYet = "Not charged yet";
export const pending = "Pending";
export const iveSentTransfer = (amount: string, referenceNumber: string) =>
  `I've sent the transfer of ${amount} with reference ${referenceNumber}`;
export const sellerWillBeAsked = "The seller will be asked to look for it and to confirm.";
export const notYetLeaveThisUnticked =
  "Not yet? Leave this unticked: the order waits for your payment and shows its deadline.";
export const somethingChangedPleaseCheck = "Something changed. Please check before you go on.";

// Crypto step.
export const sendOnly = {
  before: "Send only ",
  between: " on the ",
  after: ". Anything sent on another network is lost.",
};
export const destinationTagIsNeededToo =
  "The destination tag is needed too: without it the seller may never receive it.";
export const walletAddress = "Wallet address";
export const destinationTag = "Destination tag";
export const amountIn = (symbol: string) => `Amount in ${symbol}`;
export const amountHasEnded = "This amount has expired";
export const amountHasEndedMeans =
  "Not paid yet? Get the amount of now first. Already paid? Enter your transaction hash below: it still counts.";
export const getNewAmount = "Get a new amount";
export const rateOf = (amount: string, rate: string, symbol: string) => `${amount} at ${rate} for 1 ${symbol}`;
export const estimate = "Estimate";
export const lockedFor = "Locked for";
export const hashHint = "Your wallet shows it once you have sent the payment. The seller checks your payment by it.";
export const loadingPaymentDetails = "Loading the payment details…";
export const paymentDetailsDidntLoad = "The payment details didn't load";

// Method step.
export const bankTransfer = "Bank transfer";
export const noWayToPay = (sellerName: string) => `${sellerName} has not set up a way to be paid yet.`;
export const nothingCharged = "Nothing has been charged. Close this window to let others have the item, or try later.";
export const howWouldYouLike = "How would you like to pay?";

// Wallet qr.
export const qrCodeOfWalletAddress = "QR code of the wallet address";

// Use checkout.
export const answerNotSaved = "Your answer could not be saved. Please try again.";
export const itemReserved = "Item Reserved";
export const heldForAnother = (length: string) => `It is held for you for another ${length}.`;
export const paymentInitiated = "Payment Initiated";
export const itemIsYoursToCollect = "The item is yours to collect.";
export const yourOrderHasBeenPlaced = "Your order has been placed.";
export const paymentFailed = "Payment Failed";
export const paymentError = "Payment Error";
export const errorOccurredDuringPayment = "An error occurred during payment processing.";
export const heldFor = (length: string) => `It is held for you for ${length}.`;

// Wizard.
export const collectInPerson = "Collect in person";
export const howYouPay = "How you pay";
export const transferToSeller = "Transfer to the seller";
export const cryptoPayment = "Crypto payment";
export const checkAndComplete = "Check and complete";
export const payByCard = "Pay by card";
export const payFor = (title: string) => `Pay for ${title}`;
export const orderPlaced = "Order placed";
export const insteadOf = "instead of";
export const from = (sellerName: string) => `from ${sellerName}`;
export const close = "Close";
export const startAgain = "Start again";
export const keepBrowsing = "Keep browsing";
export const viewOrder = "View order";
export const holdItAgain = "Hold it again";
export const back = "Back";
export const completePurchase = "Complete Purchase";
export const next = "Next";
export const reservingItem = "Reserving the item for you…";
export const timeIsOver = "Your time is up";
export const holdAgainToCarryOn =
  "Others can take the item now. Hold it again to carry on where you stopped: everything you entered is still here.";
export const cardPayment = "Card payment";
export const isYours = (title: string, paymentDeadline: string) =>
  `${title} is yours once it is paid. Pay by ${paymentDeadline}.`;
export const itsYours = "It's yours";
export const sellerIsCheckingYourPayment = "The seller is checking your payment";
export const waitingForYourPayment = "Waiting for your payment";
export const paymentStatusDone = {
  before: "Payment status ",
  marked: "Completed",
};
export const payBy = (paymentDeadline: string) => `Pay by ${paymentDeadline}`;
export const paidAndTold = (amount: string, sellerName: string) =>
  `${amount} is paid and ${sellerName} has been told. You will find the collection details in your order.`;
export const sellerTold = (sellerName: string) =>
  `${sellerName} has been told. You will find the collection details in your order.`;
export const sellerAsked = (sellerName: string, crypto: boolean) =>
  `${sellerName} has been asked to confirm that the ${crypto ? "payment" : "transfer"} has arrived. We will keep your order up to date.`;
export const detailsInYourOrder = "You will find the payment details in your order.";
export const transferThenPress = (amount: string, referenceNumber: string) =>
  `Transfer ${amount} with reference ${referenceNumber}, then press "I've sent the transfer" in your order.`;

// Checkout state.
export const collection = "Collection";
export const payment = "Payment";
export const details = "Details";
export const crypto = "Crypto";
export const confirm = "Confirm";

// Collection step.
export const date = "Date";
export const place = "Place";

// Confirm step.
export const item = "Item";
export const price = "Price";
export const amount = "Amount";
export const priceWas = (now: string, before: string) => `Price: ${now} (was ${before})`;
export const collectionWas = (now: string, before: string) => `Collection: ${now} (was ${before})`;
export const placeWas = (now: string, before: string) => `Place: ${now} (was ${before})`;

// Method step.
export const card = "Card";
export const bankTransferTakes = "1-2 business days, no fees";
export const instant = "Instant";
export const cryptoTakes = "10-30 minutes";

// Wizard.
export const get = (title: string) => `Get ${title}`;
export const buy = (title: string) => `Buy ${title}`;
