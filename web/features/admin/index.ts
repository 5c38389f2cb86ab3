import { lazy } from "react";

export const PaymentQueueScreen = lazy(() => import("./payment-queue/payments-screen.tsx"));
export const SiteSettingsScreen = lazy(() => import("./site-settings/site-settings-screen.tsx"));
