import { lazyPart, missingPart } from "../../ui/lazy-part.tsx";

export const PaymentQueueScreen = lazyPart(() => import("./payment-queue/payments-screen.tsx"), missingPart);
export const SiteSettingsScreen = lazyPart(() => import("./site-settings/site-settings-screen.tsx"), missingPart);
