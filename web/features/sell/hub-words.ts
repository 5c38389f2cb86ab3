// Hub money.
export const paidNotCollectedYet = "Paid, not collected yet";
export const yoursAfterCollection = "Yours after collection";
export const readyToBeSent = "Ready to be sent";
export const withNextPayout = "With the next payout";
export const waitsForYourPayouts = "Waits for your payouts";
export const sentTo = "Sent to you";
export const allCardSalesSoFar = "All card sales so far";
export const adCredit = "Ad credit";
export const forPromotingItems = "For promoting items";
export const money = "Money";
export const cardSalesArePaidThrough =
  "Card sales are paid through us. Bank transfers and crypto go from the buyer straight to you.";
export const cardSalesKeep = (site: string, rate: string) =>
  `${site} keeps ${rate} of the price of each card sale. The amounts here are what you get.`;
export const setUpPayouts = "Set up payouts";
export const tellOurCardProvider =
  "Tell our card provider who you are and where to send your money. It takes about five minutes, and your bank details never pass through us.";
export const payoutsAreNotFinished = "Payouts are not finished";
export const payoutsUnfinishedMeans = "The card provider still needs something from you before it can send you money.";
export const payoutsAccountClosed = "Your payout account is closed";
export const payoutsClosedMeans =
  "The card provider has closed it or turned it down, so it can't receive money. Open another one to get paid for card sales.";
export const openAnotherAccount = "Open another account";
export const payoutsAreSetUp = "Payouts are set up";
export const payoutsAre = "Payouts are on";
export const weSendYourShare = "We send your share once the goods have changed hands.";
export const isWaiting = (ready: string, text: string) => `${ready} is waiting for you. ${text}`;
export const ready = "Ready";
export const sent = "Sent";
export const beingTakenBack = "Being taken back";
export const refundedToBuyer = "Refunded to buyer";
export const onHold = "On hold";
export const payoutsDidntLoad = {
  before: "The list of payouts didn't load. ",
  button: "Retry",
};
export const payouts = "Payouts";
export const dueSince = (created: string) => `Due since ${created}`;
export const sentAt = (sent: string) => `Sent ${sent}`;

// Hub sales.
export const howItGoes = "How it goes";
export const yourSalesDidntLoad = "Your sales didn't load";
export const soldThisMonth = "Sold this month";
export const revenueThisMonth = "Revenue this month";
export const listedNow = "Listed now";
export const soldSoFar = "Sold so far";
export const lastMonth = (was: string) => `${was} last month`;

// Hub screen.
export const checkThatPaymentHasArrived = "Check that the payment has arrived";
export const handItOverAndEnter = "Hand it over and enter the buyer's code";
export const buyerReportsProblem = "The buyer reports a problem";
export const sellerHub = "Seller Hub";
export const yourOrdersYourMoney = "Your orders, your money and your store in one place.";
export const myItems = "My Items";
export const addItem = "Add Item";
export const ordersAndMoneyDidntLoad = "Your orders and money didn't load";
export const toDo = "To do";
export const forBuyerToPay = (waiting: number) =>
  `${waiting} ${waiting === 1 ? "order waits" : "orders wait"} for the buyer to pay.`;
export const nothingWaits = "Nothing waits for you";
export const paymentsToConfirmAndItems = "Payments to confirm and items to hand over appear here.";
export const allMySales = "All my sales";
export const by = (due: string) => `by ${due}`;
export const loadingSellerHub = "Loading the Seller Hub…";

// Hub store.
export const yourStorePage = "Your store page";
export const whatBuyersSee = "What buyers see when they look at everything you sell.";
export const viewMyStore = "View my store";
export const sayInFewSentencesWhat = "Say in a few sentences what you sell, and add a picture.";
export const editStorePage = "Edit store page";
export const yourStorePageDidntLoad = "Your store page didn't load";

// Hub money.
export const continueIt = "Continue";

// Hub sales.
export const forIt = (itemsSold: number, revenue: string) => `${itemsSold} for ${revenue}`;
/** Labels below a number, without the number. */
export const paymentsToConfirm = (count: number) => (count === 1 ? "payment to confirm" : "payments to confirm");
export const itemsToHandOver = (count: number) => (count === 1 ? "item to hand over" : "items to hand over");
export const problemsReported = (count: number) => (count === 1 ? "problem reported" : "problems reported");
