// Payment screen.
export const cardPayment = "Card payment";
export const nothingToPayHere = "Nothing to pay here";
export const openOrderYouWant = "Open the order you want to pay for.";
export const notPaidByCard = "This order is not paid by card";
export const itsPageSaysHow = "Its own page says how to pay for it.";
export const myOrders = "My orders";
export const openTheOrder = "Open the order";
export const backToOrder = "Back to the order";
export const backToPurchase = "Back to the purchase";
export const addFunds = "Add funds";
export const back = "Back";

// Top up amount.
export const maximumAmount = (topupMaximumCents: string) => `Maximum amount is $${topupMaximumCents}.00`;
export const minimumAmount = "Minimum amount is $5.00";

// Top up dialog.
export const balancePays = (dollars: string) => `Your balance is ${dollars}. It pays for promoting your items.`;
export const amountLabel = "Amount in AUD";
export const amountHint = "At least $5.";
export const commonAmounts = "Common amounts";
export const continueToPayment = "Continue to payment";
export const youAreAdding = "You are adding";
export const changeAmount = "Change amount";
