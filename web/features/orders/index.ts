export { addressWords, agreement } from "./collection-address.ts";
export { usePendingConfirmations } from "./confirmations/use-pending-confirmations.ts";
export { OrderRatingsPanel } from "./ratings/order-ratings-panel.tsx";
export { RateButton } from "./ratings/rate-button.tsx";
