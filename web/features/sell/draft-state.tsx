import { useEffect } from "react";
import { useStore } from "zustand";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.tsx";
import type { DraftSync, SyncState } from "./draft-sync.ts";

/** Where the words are kept that are being typed. */
export function DraftStatus({ sync }: { sync: DraftSync }) {
  const { at } = useStore(sync.store);
  switch (at) {
    case "account":
      return "Draft saved to your account.";
    case "saving":
      return "Saving draft…";
    case "browser":
      return "What you type is kept in this browser.";
    default:
      return "What you type here is kept in this browser only.";
  }
}

/** The draft was changed, listed or discarded on another device: says so and lets the author choose. Nothing is lost. */
export function DraftTrouble({
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
  // The notice stands at the end of a long form; who is typing at its beginning has to hear of it too.
  useEffect(() => {
    if (title) toast({ title, description: "Choose at the end of the page how to go on." });
  }, [title]);
  if (title === null) return null;
  if (state.at === "conflict") {
    return (
      <Notice kind="warning" title={title}>
        <p>Choose which one to go on with.</p>
        <div className="mt-2.5 flex flex-wrap gap-2">
          <Button size="sm" onClick={() => onKeepMine(state.version)}>
            Keep what is here
          </Button>
          <Button size="sm" variant="secondary" onClick={onTakeTheirs}>
            Use the other one
          </Button>
          <Button size="sm" variant="ghost" onClick={onKeepAsNew}>
            Keep both
          </Button>
        </div>
      </Notice>
    );
  }
  if (state.at === "gone") {
    return (
      <Notice kind="warning" title={title}>
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
      </Notice>
    );
  }
  return null;
}

function titleOf(state: SyncState): string | null {
  if (state.at === "conflict") return "This draft was changed on another device";
  if (state.at !== "gone") return null;
  return `This draft was ${state.itemId === null ? "discarded" : "listed"} on another device`;
}
