export { AddFunds, BalanceButton, BalanceEntry, TopUpDialog } from "./balance.tsx";
export { fetchIntent } from "./card/api.ts";
export { CardPayment } from "./card/card-payment.tsx";

import { lazy } from "react";

export const PaymentScreen = lazy(() => import("./payment-screen.tsx"));
