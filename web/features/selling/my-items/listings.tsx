import { useQueryClient } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import type { OwnItemRow } from "#contract/selling/my-items";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { LoadMore } from "../../../ui/load-more.tsx";
import { QueryState, RowSkeletons } from "../../../ui/placeholders.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { type MineStatus, refreshListings, type useMyItems } from "../listing-form/api.ts";
import { useListingDelete, useListingRelist, useListingStatus, useSoldUndo } from "./listing-actions.ts";
import { MyItemRow, type RowActions } from "./my-item-row.tsx";
import type { Selection } from "./use-selection.ts";

export type ListTab = "all" | MineStatus;

const EMPTY: Record<ListTab, { title: string; description: string }> = {
  all: { title: "No listings yet", description: "Someone nearby may want what you no longer need." },
  active: { title: "No active listings", description: "Items you have on sale will show up here." },
  sold: { title: "Nothing sold yet", description: "Items will show up here once they're paid for or marked as sold." },
  inactive: { title: "No inactive listings", description: "Listings you take off sale will show up here." },
};

/**
 * The rows of a tab, loaded page by page near the end; in bulk-select mode a press selects a row instead of opening it.
 */
export function Listings({
  tab,
  items,
  selection,
  keys,
  onPrice,
  onSold,
}: {
  tab: ListTab;
  items: ReturnType<typeof useMyItems>;
  selection: Selection;
  /** Whether the keys of bulk-select mode are active: no dialog is open. */
  keys: boolean;
  onPrice: (item: OwnItemRow) => void;
  onSold: (item: OwnItemRow) => void;
}) {
  const client = useQueryClient();
  const status = useListingStatus();
  const relisting = useListingRelist();
  const removal = useListingDelete();
  const sale = useSoldUndo();
  useSelectionKeys(selection, keys);

  // Callbacks in a ref, so that the memoised rows do not render again with the list.
  const latest = useRef({ onPrice, onSold, toggle: selection.toggle });
  useEffect(() => {
    latest.current = { onPrice, onSold, toggle: selection.toggle };
  });
  const { mutate: changeStatus } = status;
  const { mutate: putBack } = relisting;
  const { confirmAndDelete } = removal;
  const { undo } = sale;
  const actions = useMemo<RowActions>(
    () => ({
      onHide: ({ id, title }) => changeStatus({ id, title, status: "inactive" }),
      onRelist: ({ id, title }) => putBack({ id, title }),
      onDelete: (item) => void confirmAndDelete(item),
      onPrice: (item) => latest.current.onPrice(item),
      onSold: (item) => latest.current.onSold(item),
      onUndoSold: undo,
      onRated: () => refreshListings(client),
      onToggle: (id, range) => latest.current.toggle(id, range),
    }),
    [changeStatus, putBack, confirmAndDelete, undo, client],
  );
  const busy = new Set(
    [status, relisting, removal, sale].flatMap((mutation) => (mutation.isPending ? [mutation.variables.id] : [])),
  );

  if (!items.data) {
    return (
      <QueryState query={items} title="Failed to load your items.">
        <RowSkeletons count={4} />
      </QueryState>
    );
  }
  const rows = items.data;
  if (rows.length === 0) {
    return (
      <EmptyState
        {...EMPTY[tab]}
        action={tab === "all" ? <LinkButton to="/AddItem">List your first item</LinkButton> : null}
      />
    );
  }
  return (
    <>
      <div className="-mt-2 mb-1 flex min-h-10 items-center justify-between gap-4">
        <p className="text-sm text-muted">
          {selection.active ? (
            <span className="max-sm:hidden">Shift selects a range, Ctrl+A selects all, Esc cancels.</span>
          ) : (
            "Newest first"
          )}
        </p>
        <Button
          size="sm"
          variant="ghost"
          aria-pressed={selection.active}
          icon={<ListChecks className="size-4.5" />}
          onClick={selection.active ? selection.stop : selection.start}
        >
          {selection.active ? "Done" : "Select"}
        </Button>
      </div>
      <ul className={selection.active ? "grid grid-cols-1 gap-1" : "divide-y divide-line"}>
        {rows.map((item) => (
          <MyItemRow
            key={item.id}
            item={item}
            actions={actions}
            busy={busy.has(item.id)}
            chosen={selection.active ? selection.has(item.id) : null}
          />
        ))}
      </ul>
      <LoadMore what="items" list={items} auto />
    </>
  );
}

/**
 * Keyboard control of bulk-select mode: up and down move between checkboxes, Ctrl+A (or Cmd+A) selects all, Escape ends
 * the mode. Checkboxes handle Space and Shift+Space. Keys typed into a text input are ignored.
 */
function useSelectionKeys(selection: Selection, enabled: boolean): void {
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  });
  const listening = selection.active && enabled;
  useEffect(() => {
    if (!listening) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      const box = target?.closest<HTMLInputElement>("input[data-row]") ?? null;
      if (!box && target?.closest("input, textarea, select, [role=menu], [role=dialog]")) return;
      if (event.key === "Escape") latest.current.stop();
      else if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey)) latest.current.all();
      else if (box && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
        const boxes = [...document.querySelectorAll<HTMLInputElement>("input[data-row]")];
        boxes[boxes.indexOf(box) + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
      } else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [listening]);
}
