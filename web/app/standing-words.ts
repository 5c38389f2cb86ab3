// Account status notice.
export const itStaysInPlace = "It stays in place until we have looked at your account.";
export const yourSuspensionHasEndedPlease = "Your suspension has ended. Please refresh the page to carry on.";
export const timeRemaining = "Time remaining:";
export const accountBanned = "Account banned";
export const accountSuspended = "Account suspended";
export const youCanNoLongerBuy = "You can no longer buy or sell on Goodstreet.";
export const logOut = "Log Out";
export const appeal = "Appeal";
export const youCanStillPay = "You can still pay for, confirm and collect what you have already agreed to.";
export const myOrders = "My Orders";
export const orWrite = "Or write to";

// Account status evidence.
export const whatThisIsAbout = "What this is about";
export const orderedNotPaid = (placed: string, missed: string) => `Ordered ${placed}, not paid by ${missed}`;

// Account status frame.
export const youCanStillFinish = ": you can still finish your open orders.";
export const seeWhy = "See why";

// Restricted notice.
export const accountRestricted = "Account restricted";
export const yourAccountIsRestricted = "Your account is restricted";
export const buyersPaymentIsWaiting = "A buyer's payment is waiting for your answer. Confirm it to trade again.";
export const restrictedSince = (date: string) => `Restricted since ${date}`;
export const viewConfirmations = "View Confirmations";

// Appeal form.
export const whyIsThisMistake = "Why is this a mistake?";
export const personReadsThisTogether = "A person reads this together with what stands above and writes back to you.";
export const cancel = "Cancel";
export const sendAppeal = "Send Appeal";
export const weHaveYourAppeal = "We have your appeal";
export const sentWeWillAnswer = (created: string) => `Sent ${created}. We will answer by e-mail and on this page.`;
export const yourAppealWasSuccessful = "Your appeal was successful";
export const yourAppealWasNotSuccessful = "Your appeal was not successful";

// Impersonation bar.
export const youAreStillViewing = "You are still viewing";
export const viewingAsSomebodyElse = "Viewing as somebody else";
export const youSeeGoodstreetAsNothing = {
  before: "You see Goodstreet as ",
  between: ". Nothing can be changed. ",
  after: " left",
};
export const over = "Over.";
export const backToMyAccount = "Back to my account";
export function hoursAndMinutes(hours: number, minutes: number): string {
  const hourText = hours === 1 ? "1 hour" : `${hours} hours`;
  const minuteText = minutes === 1 ? "1 minute" : `${minutes} minutes`;
  if (hours === 0) return minuteText;
  return minutes === 0 ? hourText : `${hourText} and ${minuteText}`;
}
