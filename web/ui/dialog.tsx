import { lazyDialog } from "./lazy-dialog.tsx";

/** Bottom sheet on phones, centred window from 640 px up. Traps the focus and restores it. */
export const Dialog = lazyDialog(() => import("./dialog-popup.tsx"));
