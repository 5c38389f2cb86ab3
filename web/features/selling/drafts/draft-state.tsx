import { type ReactNode, useEffect, useRef } from "react";
import { useStore } from "zustand";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast.tsx";
import type { DraftSync, SyncState } from "./draft-sync.ts";

/** Where the draft is stored: in this browser or in the account. */
export function DraftStatus({ sync }: { sync: DraftSync }) {
  const { at } = useStore(sync.store);
  switch (at) {
    case "account":
      return "Draft saved to your account.";
    case "saving":
      return "Saving draft…";
    case "browser":
      return "Draft saved on this device.";
    default:
      return "Draft saved on this device only.";
  }
}

/**
 * Shown when the draft was changed, published or deleted in another tab or on another device. The user chooses which
 * version to keep.
 */
export function DraftConflict({
  sync,
  onKeepMine,
  onTakeTheirs,
  onKeepAsNew,
}: {
  sync: DraftSync;
  onKeepMine: (version: number) => void;
  onTakeTheirs: () => void;
  onKeepAsNew: () => void;
}) {
  const state = useStore(sync.store);
  const title = titleOf(state);
  if (title === null) return null;
  if (state.at === "conflict") {
    return (
      <Choice title={title}>
        <p>Choose which version to keep.</p>
        <div className="mt-2.5 flex flex-wrap gap-2">
          <Button size="sm" onClick={() => onKeepMine(state.version)}>
            Keep this version
          </Button>
          <Button size="sm" variant="secondary" onClick={onTakeTheirs}>
            Use the other version
          </Button>
          <Button size="sm" variant="ghost" onClick={onKeepAsNew}>
            Keep both
          </Button>
        </div>
      </Choice>
    );
  }
  if (state.at === "gone") {
    return (
      <Choice title={title}>
        <div className="mt-2.5 flex flex-wrap gap-2">
          {state.itemId !== null ? (
            <LinkButton size="sm" to={`/ItemDetail/${state.itemId}`}>
              View listing
            </LinkButton>
          ) : null}
          <Button size="sm" variant="secondary" onClick={onKeepAsNew}>
            Keep this as a new draft
          </Button>
        </div>
      </Choice>
    );
  }
  return null;
}

/** The notice is below a long form, so it scrolls into view and shows a toast. */
function Choice({ title, children }: { title: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: "center" });
    toast({ title, description: "Choose which version to keep." });
  }, [title]);
  return (
    <div ref={box}>
      <Notice kind="warning" title={title}>
        {children}
      </Notice>
    </div>
  );
}

function titleOf(state: SyncState): string | null {
  if (state.at === "conflict") return "This draft was changed in another tab or on another device";
  if (state.at !== "gone") return null;
  return `This draft was ${state.itemId === null ? "discarded" : "listed"} in another tab or on another device`;
}
