import { lazyPart, missingPart } from "../../ui/lazy-part.tsx";

/** The buyer's offer on the item page. */
export const OfferPanel = lazyPart(() => import("./offer-panel.tsx"), missingPart);
/** Sends the seller what Knowzee could not settle. */
export const SendToSeller = lazyPart(() => import("./send-to-seller.tsx"), missingPart);
/** The answers to an offer, below its last event in the thread. */
export const OfferEvent = lazyPart(() => import("./offer-event.tsx"), missingPart);
