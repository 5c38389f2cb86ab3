import type { PromotionState } from "#domain/selling/promotions";

export const STATE_WORDS: Record<PromotionState, { label: string; tone: "brand" | "neutral" | "wattleSoft" }> = {
  running: { label: "Running", tone: "brand" },
  upcoming: { label: "Starts soon", tone: "wattleSoft" },
  stopped: { label: "Not shown", tone: "wattleSoft" },
  ended: { label: "Ended", tone: "neutral" },
  cancelled: { label: "Cancelled", tone: "neutral" },
};

// Promote form.
export const nothingToPromoteYet = "Nothing to promote yet";
export const listSomethingFirst = "List something first; then you can put it in front of everybody nearby.";
export const addNewItem = "Add New Item";
export const pleaseChooseItem = "Please choose an item.";
export const promotionBooked = "Promotion booked";
export const spentAndLeft = (amount: string, balance: string) => `${amount} spent, ${balance} left.`;
export const item = "Item";
export const where = "Where";
export const aDay = (label: string, dollars: string) => `${label}, ${dollars} a day`;
export const firstDay = "First day";
export const lastDay = "Last day";
export const upToDaysByCalendar = (promotionDaysMax: number) =>
  `Up to ${promotionDaysMax} days, by the calendar of Sydney.`;
export const sponsored = "Sponsored";
export const yourItem = "Your item";
export const yourAdCredit = "Your ad credit";
export const leftAfter = "Left after this";
export const addFunds = "Add funds";
export const promoteFor = (amount: string) => `Promote for ${amount}`;
export const promote = "Promote";
export const severalSellersInOnePlace =
  "Several sellers in one place take turns. Cancel any time: days that haven't begun are given back, also when the item sells.";

// Promote screen.
export const promoteItems = "Promote Items";
export const putListingWhereEverybodyLooks =
  "Put a listing where everybody looks. It is paid with ad credit and labelled Sponsored.";
export const adCredit = (balance: string) => `Ad credit ${balance}`;
export const adCreditAddFunds = (balance: string) => `Ad credit ${balance}, add funds`;
export const youOwe = (amount: string) => `You owe ${amount} of ad credit`;
export const topUpTakenBack =
  "Your bank took back a top-up after you'd spent some of it. Add that much to promote items again: it's paid from your next top-up. If your bank lets the payment stand, you get it back.";
export const thisPageDidntLoad = "This page didn't load";
export const loading = "Loading…";
export const promotionCancelled = "Promotion cancelled";
export const givenBack = (refunded: string) => `${refunded} given back.`;
export const nothingWasLeftToGive = "Nothing was left to give back.";
export const itWasntCancelled = "It wasn't cancelled";
export const yourPromotions = "Your promotions";
export const cancelThisPromotion = "Cancel this promotion?";
export const stopsWithRefund = (refundable: string) =>
  `It stops now. ${refundable} for the days that haven't begun go back to your ad credit.`;
export const stopsWithoutRefund = "It stops now. No whole day is left to give back.";
export const cancelPromotion = "Cancel promotion";
export const keepIt = "Keep it";

// Promotion card.
export const itsReachIsDrawnHere = "Its reach is drawn here once it runs.";
export const cancel = "Cancel";
export const cancelPromotionOf = (title: string) => `Cancel the promotion of ${title}`;
export const notForSale = (paid: string) => `${paid}. The item is no longer for sale, so it isn't shown.`;
export const putBackOnSale = (paid: string) => `${paid}. Put the item back on sale and it is shown again.`;

// Promote form.
export const beingBought = "being bought";

// Promotion card.
export const ofAdCredit = (amount: string) => `${amount} of ad credit`;
export const paidAndGivenBack = (paid: string, refunded: string) => `${paid}, ${refunded} given back`;
