import { useStore } from "zustand";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { DraftSync } from "./draft-sync.ts";

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
  if (state.at === "conflict") {
    return (
      <Notice kind="warning" title="This draft was changed on another device">
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
    const listed = state.itemId !== null;
    return (
      <Notice kind="warning" title={`This draft was ${listed ? "listed" : "discarded"} on another device`}>
        <div className="mt-2.5 flex flex-wrap gap-2">
          {listed ? (
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
