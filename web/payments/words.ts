// Card entry.
export const cardPaymentsAreNotAvailable = "Card payments are not available right now. Please choose another method.";
export const loadingCardForm = "Loading the card form…";

// Card number.
export const paymentSucceeds = "Payment succeeds";
export const insufficientFunds = "Insufficient funds";
export const paymentSucceedsMastercard = "Payment succeeds (Mastercard)";
export const expiredCard = "Expired card";
export const wrongCvc = "Wrong CVC";
export const processingError = "Processing error";
export const lostCard = "Lost card";
export const stolenCard = "Stolen card";
export const succeedsThenDisputed = "Succeeds, then disputed";
export const enterCardNumber = "Enter the card number.";
export const yourCardNumberIsInvalid = "Your card number is invalid. Please check it.";
export const onlyTestCards = "This is a test: only the test card numbers below work. Never enter a real card here.";
export const enterExpiryAsMonth = "Enter the expiry as month and year, MM / YY.";
export const yourCardsExpiry = "Your card's expiry is in the past.";
export const enterCvc = "Enter the 3 digits from the back.";

// Card payment.
export const paymentSuccessful = "Payment Successful!";
export const sellerHasBeenTold = "The seller has been told.";

// Card payment view.
export const paid = (amount: string) => `${amount} paid`;
export const completed = "Completed";
export const partlyGone = (dollars: string) =>
  `Part of it had gone in the meantime. ${dollars} is being refunded to your card.`;
export const moneyComesBack = "Your money is on its way back";
export const arrivedTooLate = (dollars: string) =>
  `The payment arrived after the item had gone. ${dollars} is being refunded to your card.`;
export const anotherAmountArrived = (dollars: string) =>
  `The amount that arrived was not the one you asked to add, so your balance stays as it was. ${dollars} is being refunded to your card.`;
export const thisPaymentWasCancelled = "This payment was cancelled";
export const yourCardHasNotBeen = "Your card has not been charged.";
export const notSure = "We don't know yet if your card was charged";
export const checkBeforePaying =
  "We didn't get an answer about your payment. Please don't pay again: check first. If your card was charged, we'll finish your payment.";
export const stillNoAnswer = "Still no answer. Please wait a moment, then check again.";
export const checkAgain = "Check again";
export const payingWith = (label: string) => `Paying with ${label}`;
export const confirmingYourPayment = "Confirming your payment";
export const thisIsTakingLonger =
  "This is taking longer than usual. Please don't pay again: it is confirmed here as soon as the bank has answered.";
export const pleaseKeepThisOpen = "Please keep this open for a moment.";
export const processing = "Processing";
export const pay = (amount: string) => `Pay ${amount}`;

// Emulator card form.
export const card = "Card";
export const cardNumber = "Card number";
export const expiry = "Expiry";
export const mmYy = "MM / YY";
export const testCards = "Test cards";
export const moreTestCards = "More test cards";

// Stripe card form.
export const cardFormDidNotLoad = "The card form didn't load";
export const cardFormNeedsStripe =
  "Check your connection. If you use a content blocker, allow stripe.com on this page.";
export const tryAgain = "Try again";
export const cardFormIsStillLoading = "The card form is still loading. Please try again in a moment.";
/** Card brands by the payment provider's names. */
export const BRANDS: Readonly<Record<string, string>> = {
  amex: "American Express",
  diners: "Diners Club",
  eftpos_au: "eftpos",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};
export const WALLETS: Readonly<Record<string, string>> = { apple_pay: "Apple Pay", google_pay: "Google Pay" };

// Test payments.
export const testPaymentsNoMoneyMoves = {
  strong: "Test payments.",
  after: " No money moves. Never enter a real card.",
};

// Card number.
export const declined = "Declined";
export const threeDSecureCheck = "3-D Secure check";
export const threeDSecureCheckOnFirst = "3-D Secure check on the first payment";
