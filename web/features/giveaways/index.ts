import { lazyPart, missingPart } from "../../ui/lazy-part.tsx";

/** How a free item is given away, on its page. */
export const GiveawayPanel = lazyPart(() => import("./giveaway-panel.tsx"), missingPart);
export { GivingFields } from "./giving-fields.tsx";
