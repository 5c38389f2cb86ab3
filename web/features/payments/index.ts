export { AddFunds, BalanceButton, BalanceEntry, TopUpDialog } from "./balance.tsx";
export { fetchIntent } from "./card/api.ts";
export { CardEntry } from "./card/card-entry.tsx";
export { CardPayment } from "./card/card-payment.tsx";
export type { CardEntryHandle, ReadyCard } from "./card/confirm-card.ts";
export { TooLateToPay } from "./too-late-to-pay.tsx";

import { lazy } from "react";

export const PaymentScreen = lazy(() => import("./payment-screen.tsx"));
