import { useState } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { useLast } from "../use-last.ts";

const VIEWS = [
  { value: "html", label: "Message" },
  { value: "text", label: "Plain text" },
] as const;

interface Shown {
  subject: string;
  text: string;
  html: string;
  to?: string;
}

/**
 * The email in a sandboxed frame without scripts or access to this page; links open in a new tab. The frame is white in
 * both themes, like mail clients.
 */
export function OutboxEmailDialog({ mail, onClose }: { mail: Shown | null; onClose: () => void }) {
  const [view, setView] = useState<"html" | "text">("html");
  const last = useLast(mail);
  return (
    <Dialog
      open={mail !== null}
      onClose={onClose}
      title={last?.subject}
      description={last?.to === undefined ? "Preview" : `To ${last.to}`}
      size="lg"
    >
      {last ? (
        <Tabs label="View" tabs={VIEWS} value={view} onChange={setView} className="mb-4">
          {view === "html" ? (
            <iframe
              title={last.subject}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              srcDoc={`<base target="_blank">${last.html}`}
              className="h-[min(520px,60dvh)] w-full rounded-md bg-white"
            />
          ) : (
            <textarea
              readOnly
              aria-label="Plain text"
              value={last.text}
              className="h-[min(520px,60dvh)] w-full resize-none rounded-md bg-surface p-4"
            />
          )}
        </Tabs>
      ) : null}
    </Dialog>
  );
}
