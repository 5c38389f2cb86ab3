// Cart group.
export const fromSeller = (displayName: string) => `From ${displayName}`;
export const from = "From";
export const takeThese = "Take these";
export const buyThese = (total: string) => `Buy these for ${total}`;
export const stillInYourCart = "Still in your cart";
export const insteadOf = "instead of";
export const collect = (collectionDate: string, collectionDate2: string, collectionSummary: string) =>
  `Collect ${collectionDate}, ${collectionDate2} · ${collectionSummary}`;
export const holdAgain = "Hold again";
export const remove = (title: string) => `Remove ${title}`;
export const heldForYou = "Held for you:";
export const noLongerHeld = "No longer held: the time is up";
export const somebodyElseIsHolding = "Somebody else is holding it";
export const availableIn = ". Available in";
export const noLongerAvailable = "No longer available";

// Cart screen.
export const cart = "Cart";
export const yourCartDidntLoad = "Your cart didn't load";
export const yourCartIsEmpty = "Your cart is empty";
export const addSomethingToHold = (length: string) => `Add something to hold it for ${length} while you look around.`;
export const browseMarketplace = "Browse the marketplace";
export const eachItemIsHeld = (length: string) => `Each item is held for you for ${length}, then others can take it.`;
export const someHeld = (held: number, count: number) => `${held} of ${count} ${count === 1 ? "item" : "items"} held`;
export const sellersAsk = "Sellers ask";
export const takeItAll = "Take it all";
export const buyItAll = "Buy it all";
export const nothingIsHeld = "Nothing is held for you right now. Hold an item again to buy it.";
export const allOrNothing = "All or nothing: if one item is gone by then, nothing is bought.";
export const notInOneGo = "These sellers can't be paid in one go. Buy from one seller at a time.";
export const notTogether =
  "This seller can't be paid for these items together. Open an item to see how it can be paid for.";

// Purchase page.
export const yourPurchase = "Your purchase";
export const myOrders = "My orders";
export const keepBrowsing = "Keep browsing";
export const payByCard = "Pay by card";
export const waitingForYourPayment = "Waiting for your payment";
export const sellerIsCheckingYourPayment = "The seller is checking your payment";
export const itsAllYours = "It's all yours";
export const paymentComplete = "Payment complete";
export const thisPurchaseWasCancelled = "This purchase was cancelled";
export const nothingToPay = "Nothing to pay";
export const paid = (amount: string) => `${amount} paid`;
export const detailsInEachOrder = "You will find the collection details and your code in each order.";
export const payBy = (deadline: string) => `Pay by ${deadline}`;
export const accountName = "Account name";
export const accountNumber = "Account number";
export const oneTransferPays =
  'One transfer pays for everything. Put the reference on it: the seller finds your payment by it. Then press "I\'ve sent the transfer" in each order.';
export const collectLine = (amount: string, displayName: string, collectionDate: string) =>
  `${amount} · ${displayName} · collect ${collectionDate}`;
export const paidTitle = "Paid";

// Purchase wizard.
export const bankTransfer = "Bank transfer";
export const collectionRequired = "Collection Required";
export const paymentMethodRequired = "Payment Method Required";
export const itemNotAvailable = "Item Not Available";
export const paymentFailed = "Payment Failed";
export const back = "Back";
export const completePurchase = "Complete Purchase";
export const next = "Next";
export const whenAndWhereYouCollect = "When and where you collect";
export const howWouldYouLike = "How would you like to pay?";
export const everythingOnceMore = "Everything once more";
export const notPayableTogether = "These items can't be paid for together.";
export const nothingCharged = "Nothing has been charged. Buy from one seller at a time, or one item at a time.";
export const instant = "Instant";
export const bankTransferTakes = "1-2 business days, no fees";
export const paymentMethod = "Payment method";
export const thereIsNothingToPay = "There is nothing to pay. The items are yours once you complete.";
export const nextCard = (amount: string) => `Next you enter your card and pay ${amount} in one payment.`;
export const nextBankDetails =
  "Next you see the seller's bank details. One transfer with one reference pays for everything.";

// Wizards.
export const backToCart = "Back to the cart";
export const checkout = "Checkout";
export const nothingHeldTitle = "Nothing is held for you right now";
export const timeIsOver = "Your time is up. Hold the items again to buy them.";
export const buy1Item = "Buy 1 item";
export const buyItems = (count: number) => `Buy ${count} items`;
export const backToBundles = "Back to bundles";
export const thisBundleCantBeBought = "This bundle can't be bought right now";
export const buyItemsTogether = (count: number) => `Buy ${count} items together`;

// Purchase wizard.
export const card = "Card";
export const free = "Free";
export const total = "Total";

// Loading state.
export const loadingYourCart = "Loading your cart…";
