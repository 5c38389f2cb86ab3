import { lazy } from "react";

/** The buyer's offer on the item page. */
export const OfferPanel = lazy(() => import("./offer-panel.tsx"));
/** Sends the seller what Knowzee could not settle. */
export const SendToSeller = lazy(() => import("./send-to-seller.tsx"));
/** The answers to an offer, below its last event in the thread. */
export const OfferEvent = lazy(() => import("./offer-event.tsx"));
