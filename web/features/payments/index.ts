export { AddFunds, BalanceButton, BalanceEntry, TopUpDialog } from "./balance.tsx";
export { fetchIntent } from "./card/api.ts";
export { CardCheckout, CardPayment } from "./card/card-payment.tsx";
export type { CardEntryHandle, ReadyCard } from "./card/confirm-card.ts";

import { lazyPart, missingPart } from "../../ui/lazy-part.tsx";

export const PaymentScreen = lazyPart(() => import("./payment-screen.tsx"), missingPart);
