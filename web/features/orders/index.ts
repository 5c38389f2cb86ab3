export { fetchOrder, reportPayment, submitProblem } from "./api.ts";
export { addressWords, agreement } from "./collection-address.ts";
export { CryptoDetails, TransferDetails } from "./payment-details.tsx";
export { OrderRatingsPanel } from "./ratings/order-ratings-panel.tsx";
export { RateButton } from "./ratings/rate-button.tsx";
export { RatingReply } from "./ratings/rating-reply.tsx";
export { useOrderUpdates } from "./use-order-updates.ts";
