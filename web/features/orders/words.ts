// Handover check.
export const thatIsntGoodstreetCollection = "That isn't a Goodstreet collection code.";
export const thatCodeIsForAnother = "That code is for another order. Ask the buyer to open this one.";
export const thatCodeIsNotRight = (displayName: string) =>
  `That code is not right. Ask ${displayName} to reload their page.`;

// Handover code.
export const collectionCode = "Collection code";
export const collectionCodeSpoken = (value: string) => `Collection code: ${value}`;
export const onlyOnceYouHaveItem = "Only once you have the item: with this code the seller completes the order.";
export const qrCodeOfCollectionCode = "QR code of the collection code";

// Handover entry.
export const verified = "Verified";
export const codeIsRight = "The code is right. It will be sent when you're back online.";
export const codeHasSixDigits = "The code has six digits.";
export const scannedCodeWasNotAccepted = "The scanned code was not accepted";
export const tryAgain = "Try again";
export const typeCode = "Type the code";
export const sixDigitsOnBuyersOrder = "Six digits on the buyer's order page.";
export const handOver = "Hand over";
export const scanQr = "Scan the QR";

// Handover queue.
export const handoverWasNotAccepted = "The handover was not accepted.";

// Hash form.
export const pleaseEnterTransactionHash = "Please enter the transaction hash.";
export const thatTransactionHash = "That transaction hash is not valid.";
export const sellerHasBeenTold = "The seller has been told";
export const theyLookForYourPayment = "They look for your payment and confirm it.";
export const transactionHash = "Transaction hash";
export const yourWalletShowsItAfter = "Your wallet shows it after sending.";
export const iveSentPayment = "I've sent the payment";

// Order card.
export const noTimeLeft = "no time left";
export const viewOrder = "View order";

// Item of an undone order.
export const yourItemIsOffSale = "Your item is off sale.";
export const listItAgain = "List it again in My Items";

// Order exceptions.
export const somethingElse = "Something else?";
export const cantTakeCode = (displayName: string) => `${displayName} can't take the code?`;
export const cancelOrder = "Cancel order";
export const itemGoesBackOnOffer = "The item goes back on offer.";
export const somethingIsWrong = "Something is wrong";
export const itemIsntThereOrIsnt = "The item isn't there, or isn't what was described.";
export const refundBuyer = "Refund the buyer";
export const givesBackAndEndsOrder = (amount: string) => `Gives ${amount} back and ends the order.`;
export const callOff = "Call off";
export const cantCollect = "You can't collect it after all.";
export const cantGiveAway = "You can't give it away after all.";
export const callOffGiveaway = "Call off this giveaway?";
export const callOffMeans = (other: string, own: boolean) =>
  `${own ? "Your item" : "The item"} is listed again and ${other} is told. It does not count against you.`;
export const giveawayCalledOff = "Giveaway called off";
export const wasntCalledOff = "The giveaway wasn't called off";
export const theyWereTold = (other: string) => `We've let ${other} know.`;
export const nobodyCame = "Nobody came";
export const nobodyWasThere = "Nobody was there";
export const collectionTimeHasPassed = "The collection time has passed.";
export const reportMissedCollection = "Report a missed collection?";
export const reportMissedMeans = (other: string) =>
  `The order ends and the item is listed again. We record that ${other} did not come; they have 48 hours to contest it.`;
export const report = "Report";
export const collectionReported = "Missed collection reported";
export const wasntReported = "The collection wasn't reported";
export const anythingElseAboutThisOrder = "Anything else about this order?";
export const orderCancelled = "Order cancelled";
export const nothingIsOwed = "Nothing is owed.";
export const orderWasntCancelled = "The order wasn't cancelled";
export const cancelThisOrder = "Cancel this order?";
export const itemGoesBackOnOfferAndOthers =
  "The item goes back on offer and others can take it. If you have already sent the money, tell the seller instead of cancelling.";
export const keepIt = "Keep it";
export const refundStarted = "Refund started";
export const buyerGetsFullAmountBack = "The buyer gets the full amount back.";
export const refundDidntStart = "The refund didn't start";
export const refund = (amount: string) => `Refund ${amount}?`;
export const getsFullAmountBack = (displayName: string) =>
  `${displayName} gets the full amount back on their card, the order ends and your item is on offer again. This can't be undone.`;
export const keepOrder = "Keep the order";
export const thankYouForTellingUs = "Thank you for telling us";
export const ourTeamLooksInto = "Our team looks into it and writes to you.";
export const thatWasntSent = "That wasn't sent";

// Order screen.
export const order = (title: string) => `Order: ${title}`;
export const orderTitle = "Order";
export const weCantFindThisOrder = "We can't find this order";
export const itMayBelongToAnother = "It may belong to another account.";
export const myOrders = "My orders";
export const whatHasHappened = "What has happened";
export const item = (title: string) => `Item: ${title}`;
export const until = (at: string) => `until ${at}`;
export const viewTrade = "View trade";
export const collectionTitle = "Collection";
export const addToCalendar = "Add to calendar";
export const inIt = "In";
export const aMoment = "a moment";
export const paymentMethod = "Payment method";

// Order step.
export const viewConfirmations = "View Confirmations";
export const payNow = "Pay now";
export const theyLookForYourTransfer = "They look for your transfer and confirm it.";
export const paymentError = "Payment Error";
export const thatDidntGoThrough = "That didn't go through";
export const iveSentTransfer = "I've sent the transfer";
export const orderCompleted = "Order completed";
export const thanksForChoosingSecondHand = "Thanks for choosing second-hand.";
export const iveCollected = "I've collected it";
export const doYouHaveItem = "Do you have the item?";
export const thisCompletesOrderPress = "This completes the order. Press it only once the item is in your hands.";
export const notYet = "Not yet";

// Orders screen.
export const buying = "Buying";
export const selling = "Selling";
export const myPurchases = "My purchases";
export const orders = "Orders";
export const showMore = "Show more";
export const ordersDidntLoad = "Your orders didn't load";
export const noPurchasesYet = "No purchases yet";
export const whatYouBuyOrTake = "What you buy or take for free appears here, with its payment and collection.";
export const browseMarketplace = "Browse the marketplace";
export const noSalesYet = "No sales yet";
export const whenSomebodyBuysOne = "When somebody buys one of your items, the order appears here.";
export const listItem = "List an item";
export const loadingOrders = "Loading orders…";

// Payment details.
export const bankTransfer = "Bank transfer";
export const putReferenceOnYourTransfer = "Put the reference on your transfer: the seller finds it by that.";
export const compareYourTransfer = "This is what your transfer should say. Check it against your bank's record.";
export const accountName = "Account name";
export const accountNumber = "Account number";
export const payment = (name: string) => `${name} payment`;
export const sendOnOnly = (network: string) => `Send on the ${network} only.`;
export const amountIn = (symbol: string) => `Amount in ${symbol}`;
export const walletAddress = "Wallet address";
export const destinationTag = "Destination tag";
export const qrCodeOfWalletAddress = "QR code of the wallet address";
export const lookPaymentUpOpens = {
  before: "Look the payment up",
  spoken: "(opens in a new tab)",
};

// Use handover.
export const handedOver = "Handed over";
export const orderIsCompleteThank = "The order is complete. Thank you!";
export const typingCodeNeedsConnection = "Typing the code needs a connection. Scanning the QR works without one.";

// Order screen.
export const date = "Date";
export const place = "Place";
export const seller = "Seller";
export const buyer = "Buyer";
export const amount = "Amount";
export const fee = (site: string) => `${site} fee`;
export const youGet = "You get";
export const reference = "Reference";
export const ordered = "Ordered";
export const orderNumber = "Order number";

// Offline.
export const doThisOnline = "You can do this once you are back online.";
export const tellSellerOnline = "You can tell the seller once you are back online.";
export const saySoOnline = "You can say so once you are back online.";
