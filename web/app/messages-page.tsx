import { type ComponentProps, lazy, Suspense } from "react";
import MessagesScreen from "../features/messages/messages-screen.tsx";

const ReportDialog = lazy(() => import("../features/safety/report-dialog.tsx"));
const BlockDialog = lazy(() => import("../features/safety/block-dialog.tsx"));

/** Opened rarely, so each dialog has its own Suspense boundary and the screen does not wait for it. */
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

/** Messages with the report and block dialogs. Features do not import each other, so they are combined here. */
export default function MessagesPage() {
  return <MessagesScreen safety={safety} />;
}
