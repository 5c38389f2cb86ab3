// Payment return.
export const paymentWasCancelled = "Payment was cancelled. You can try again anytime.";
export const paymentSuccessful = "Payment successful! The seller will contact you soon.";
export const onceItIsConfirmedOrder = {
  before: "Once it is confirmed, the order appears under ",
  link: "My Orders",
};
export const weAreConfirmingYourPayment = "We are confirming your payment";
export const close = "Close";
