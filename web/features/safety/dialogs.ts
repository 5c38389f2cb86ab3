/** The dialogs to report something and to block a user; their code loads when they first open. */
import { lazyDialog } from "../../ui/lazy-dialog.tsx";

export const ReportDialog = lazyDialog(() => import("./report-dialog.tsx"));
export const BlockDialog = lazyDialog(() => import("./block-dialog.tsx"));
