import { lazy } from "react";

/** How a free item is given away, on its page. */
export const GiveawayPanel = lazy(() => import("./giveaway-panel.tsx"));
export { GivingFields } from "./giving-fields.tsx";
