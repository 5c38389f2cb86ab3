import { type ReactNode, useEffect, useRef } from "react";
import { useStore } from "zustand";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.tsx";
import type { DraftSync, SyncState } from "./draft-sync.ts";
import * as words from "./words.ts";

/** Where the words are kept that are being typed. */
export function DraftStatus({ sync }: { sync: DraftSync }) {
  const { at } = useStore(sync.store);
  switch (at) {
    case "account":
      return words.draftSavedToYourAccount;
    case "saving":
      return words.savingDraft;
    case "browser":
      return words.whatYouTypeIsKept;
    default:
      return words.whatYouTypeHere;
  }
}

/** The draft was changed, listed or discarded in another tab or on another device: the author chooses, and nothing is lost. */
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
  if (title === null) return null;
  if (state.at === "conflict") {
    return (
      <Choice title={title}>
        <p>{words.chooseWhichOneToGo}</p>
        <div className="mt-2.5 flex flex-wrap gap-2">
          <Button size="sm" onClick={() => onKeepMine(state.version)}>
            {words.keepWhatIsHere}
          </Button>
          <Button size="sm" variant="secondary" onClick={onTakeTheirs}>
            {words.useOtherOne}
          </Button>
          <Button size="sm" variant="ghost" onClick={onKeepAsNew}>
            {words.keepBoth}
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
              {words.viewListing}
            </LinkButton>
          ) : null}
          <Button size="sm" variant="secondary" onClick={onKeepAsNew}>
            {words.keepThisAsNewDraft}
          </Button>
        </div>
      </Choice>
    );
  }
  return null;
}

/** It stands at the end of a long form, whose author may be typing at the beginning: it is announced and brought into view. */
function Choice({ title, children }: { title: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: "center" });
    toast({ title, description: words.chooseWhichOneToGo });
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
  if (state.at === "conflict") return words.thisDraftWasChanged;
  if (state.at !== "gone") return null;
  return words.thisDraftWasOnAnother(state.itemId);
}
