import { lazyPart } from "../../ui/lazy-part.tsx";

export { BlockedUsers } from "./blocked-users.tsx";
export { BlockDialog, ReportDialog } from "./dialogs.ts";
export { ReportButton } from "./report-button.tsx";
export { SafetyTip } from "./safety-tip.tsx";

/** Rarely used, so its code loads after the page. */
export const UserMenu = lazyPart(() => import("./user-menu.tsx"));
