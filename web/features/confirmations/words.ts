// Confirmation card.
export const waiting = "Waiting";
export const received = "Received";
export const notReceived = "Not received";
export const overdue = "Overdue";
export const until = (deadline: string) => `(until ${deadline})`;
export const overdueSince = (deadline: string) => `Overdue since ${deadline}`;
export const confirmWithin = "Confirm within";
export const noTimeLeft = "no time left";
export const reference = "Reference to look for";
export const paymentReceived = "Payment received";
export const amountIn = (symbol: string) => `Amount in ${symbol}`;
export const transactionHash = "Transaction hash";
export const lookItUp = {
  before: (network: string) => `Look it up on the ${network}`,
  spoken: "(opens in a new tab)",
};
export const paidBy = (amount: string, fullName: string, dateTime: string) =>
  `${amount} from ${fullName} · ${dateTime}`;

// Confirmations screen.
export const paymentConfirmations = "Payment confirmations";
export const buyersWhoHaveSent =
  "Buyers who have sent their payment wait here for your answer. Check that it has arrived before you confirm.";
export const answerOverdue = "Answer the overdue payments to trade again";
export const restrictedUntilAnswered =
  "A buyer told you their transfer was sent and had no answer in time, so your account is restricted. Confirm the payment if it has arrived. If it has not, our team is already looking into it.";
export const loadingPaymentConfirmations = "Loading payment confirmations…";
export const nothingToConfirm = "Nothing to confirm";
export const whenBuyerSaysTheirPayment = "When a buyer says their payment is on its way, you confirm it here.";
export const viewYourSales = "View your sales";
export const waitingFor = (count: number) => `Waiting for you (${count})`;
export const paymentConfirmed = "Payment confirmed";
export const canNowCollect = (fullName: string) => `${fullName} can now collect the item.`;
export const buyerInformed = "Buyer informed";
export const theyHaveADay = "They have 24 hours to sort out the payment.";
export const yourAnswerWasntSaved = "Your answer wasn't saved";
export const hasArrived = (amount: string) => `Has ${amount} arrived?`;
export const confirmOnlyWhenSeen = (crypto: boolean, referenceNumber: string | null, fullName: string) =>
  `Confirm only when you see it in your ${crypto ? "wallet" : "account"}${referenceNumber ? ` with reference ${referenceNumber}` : ""}. ${fullName} then gets the collection details. This can't be undone.`;
export const notReceivedYet = "Not received yet?";
export const cryptoTakes = "Crypto takes 10-30 minutes. Look the transaction up before you answer.";
export const transfersTake = "Transfers take 1-2 business days, so please wait that long before you answer.";
export const whatHappens = "What happens then";
export const isTold = (fullName: string, crypto: boolean) =>
  `${fullName} is told and has 24 hours to sort out the ${crypto ? "payment" : "transfer"}.`;
export const staysReserved = "The item stays reserved for them, and they can tell you again that it is sent.";
export const afterADay = "After 24 hours without that the order ends and your item is on offer again.";
export const settled = "Settled";

// Confirmation card.
export const buyer = "Buyer";
