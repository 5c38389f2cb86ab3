import { type ComponentProps, lazy, Suspense } from "react";
import MessagesScreen from "../features/messages/messages-screen.tsx";

const ReportDialog = lazy(() => import("../ui/report-dialog.tsx"));
const BlockDialog = lazy(() => import("../ui/block-dialog.tsx"));

/** Opened by few: without their own boundary the whole screen would wait for them. */
const safety = {
  Report: (props: ComponentProps<typeof ReportDialog>) => (
    <Suspense fallback={null}>
      <ReportDialog {...props} />
    </Suspense>
  ),
  Block: (props: ComponentProps<typeof BlockDialog>) => (
    <Suspense fallback={null}>
      <BlockDialog {...props} />
    </Suspense>
  ),
};

/** Messages with the ways to report and to block somebody: features do not know each other. */
export default function MessagesPage() {
  return <MessagesScreen safety={safety} />;
}
