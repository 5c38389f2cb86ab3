import type { UseQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Ellipsis, Heart, Pencil, Plus, Trash2 } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import type { SavedItemView, WishListsReply, WishListView } from "#contract/wishlists";
import { WISH_LIST_NAME_MAX, WISH_LISTS_MAX } from "#domain/wishlists/wish-lists";
import { newIdempotencyKey } from "../../lib/api-client.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { Menu } from "../../ui/menu.tsx";
import { CardSkeletons, gridClass, Loading, Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { ItemCard, type ListedItem, PopularItems, useGridStatus } from "../items/index.ts";
import { ListChooser, NameDialog, useListCommand, useListItems } from "../wishlists/index.ts";
import { PriceChangeNote } from "./wish-note.tsx";

interface SavedItemsProps {
  lists: UseQueryResult<WishListsReply>;
  chosen: string | null;
  onChoose: (id: string | null) => void;
}

/** The viewer's wish lists, and the items of the open one. */
export function SavedItems({ lists, chosen, onChoose }: SavedItemsProps) {
  const all = lists.data?.items;
  // Falls back to the first list if the one in the URL was deleted or belongs to another user.
  const list = all?.find(({ id }) => id === chosen) ?? all?.[0];
  if (lists.isError && !all) {
    return <ErrorState title="Your lists didn't load" query={lists} />;
  }
  return (
    <>
      <ListBar lists={all ?? []} open={list} onChoose={onChoose} />
      <ListItems list={list} />
    </>
  );
}

type Asking = { what: "create" | "rename" | "delete"; key: string } | null;

function ListBar({
  lists,
  open,
  onChoose,
}: {
  lists: readonly WishListView[];
  open: WishListView | undefined;
  onChoose: (id: string | null) => void;
}) {
  const [asking, setAsking] = useState<Asking>(null);
  // Keeps the dialog's text while it closes.
  const [last, setLast] = useState<NonNullable<Asking>>({ what: "create", key: "none" });
  const command = useListCommand();
  const ask = (what: NonNullable<Asking>["what"]) => {
    command.reset();
    const next = { what, key: newIdempotencyKey() };
    setLast(next);
    setAsking(next);
  };
  const close = () => setAsking(null);
  const naming = last.what !== "delete";
  function submit(name: string) {
    if (last.what === "rename" && open) {
      command.mutate({ kind: "rename", id: open.id, name }, { onSuccess: close });
    } else {
      command.mutate(
        { kind: "create", name, key: last.key },
        {
          onSuccess: (made) => {
            close();
            if ("id" in made) onChoose(made.id);
          },
        },
      );
    }
  }
  function remove() {
    if (!open) return;
    command.mutate(
      { kind: "delete", id: open.id },
      {
        onSuccess: () => {
          close();
          onChoose(null);
          toast({ title: "List deleted", description: open.name });
        },
        onError: (error) => {
          close();
          toastError("The list wasn't deleted")(error);
        },
      },
    );
  }
  return (
    <div className="mb-5 flex items-start justify-between gap-3">
      <ul aria-label="Your lists" className="flex min-h-11 min-w-0 flex-wrap gap-2">
        {lists.length === 0 ? (
          <li>
            <Skeleton className="h-11 w-28 rounded-full" />
          </li>
        ) : null}
        {lists.map((list) => (
          <li key={list.id} className="min-w-0">
            <button
              type="button"
              aria-pressed={list.id === open?.id}
              onClick={() => onChoose(list.is_default ? null : list.id)}
              className={clsx(
                "flex min-h-11 max-w-full items-center gap-2 rounded-full px-4 font-semibold transition-colors duration-150",
                list.id === open?.id ? "bg-brand-soft text-brand-ink" : "bg-surface hover:bg-brand-soft",
              )}
            >
              <span dir="auto" className="truncate">
                {list.name}
              </span>{" "}
              <span className="text-sm tabular-nums">{list.count}</span>{" "}
              <span className="sr-only">{list.count === 1 ? "listing" : "listings"}</span>
            </button>
          </li>
        ))}
        {lists.length > 0 && lists.length < WISH_LISTS_MAX ? (
          <li>
            <Button variant="ghost" icon={<Plus className="size-5" />} onClick={() => ask("create")}>
              New list
            </Button>
          </li>
        ) : null}
      </ul>
      {open ? (
        <Menu
          trigger={
            <IconButton label={`Actions for the list ${open.name}`} variant="quiet">
              <Ellipsis className="size-5" />
            </IconButton>
          }
          entries={[
            {
              label: "Rename list",
              icon: <Pencil className="size-4.5" />,
              onSelect: () => ask("rename"),
            },
            ...(open.is_default
              ? []
              : [
                  {
                    label: "Delete list",
                    icon: <Trash2 className="size-4.5" />,
                    danger: true,
                    onSelect: () => ask("delete"),
                  },
                ]),
          ]}
        />
      ) : null}
      <NameDialog
        key={last.key}
        open={asking !== null && naming}
        title={last.what === "rename" ? "Rename list" : "New list"}
        label="Name"
        name={last.what === "rename" ? (open?.name ?? "") : ""}
        max={WISH_LIST_NAME_MAX}
        submitLabel={last.what === "rename" ? "Rename" : "Create list"}
        loading={command.isPending}
        error={command.error}
        onClose={close}
        onSubmit={submit}
      />
      <ConfirmDialog
        open={asking?.what === "delete"}
        onClose={close}
        onConfirm={remove}
        title={`Delete “${open?.name ?? ""}”?`}
        description="Items only in this list will no longer be saved. Items in your other lists stay there."
        confirmLabel="Delete list"
        cancelLabel="Keep list"
        danger
        loading={command.isPending}
      />
    </div>
  );
}

function ListItems({ list }: { list: WishListView | undefined }) {
  const wishes = useListItems(list?.id);
  const grid = useGridStatus();
  // Here instead of in the card, because removing the item from this list unmounts the card while the dialog is open.
  const [choosing, setChoosing] = useState<{ item: SavedItemView["item"]; open: boolean } | null>(null);
  const choose = useCallback((item: SavedItemView["item"]) => setChoosing({ item, open: true }), []);
  const pages = wishes.data?.pages;
  const shown = useMemo(() => {
    const byId = new Map<string, { wish: SavedItemView; listed: ListedItem }>();
    for (const { items, server_now } of pages ?? []) {
      for (const wish of items) {
        if (!byId.has(wish.item.id)) byId.set(wish.item.id, { wish, listed: { item: wish.item, at: server_now } });
      }
    }
    return [...byId.values()];
  }, [pages]);

  if (wishes.isError && !pages) {
    return <ErrorState title="This list didn't load" query={wishes} />;
  }
  if (!pages) {
    return (
      <Loading>
        <div className={gridClass}>
          <CardSkeletons count={4} />
        </div>
      </Loading>
    );
  }
  return (
    <>
      <h2 dir="auto" className="sr-only">
        {list?.name}
      </h2>
      {shown.length === 0 ? (
        <>
          <EmptyState
            icon={<Heart className="size-7" />}
            title="Nothing saved here yet"
            description="Tap the heart to save an item and get price-drop alerts."
            action={<LinkButton to="/Marketplace">Browse the marketplace</LinkButton>}
          />
          <PopularItems />
        </>
      ) : (
        <ul className={gridClass}>
          {shown.map(({ wish, listed }, index) => (
            <ItemCard
              key={wish.item.id}
              listed={listed}
              grid={grid}
              eager={index < 4}
              elsewhere
              below={<PriceChangeNote wish={wish} at={listed.at} grid={grid} onChoose={choose} />}
            />
          ))}
        </ul>
      )}
      <LoadMore what="listings" list={wishes} />
      {choosing ? (
        <ListChooser
          key={choosing.item.id}
          item={choosing.item}
          open={choosing.open}
          onClose={() => setChoosing({ ...choosing, open: false })}
        />
      ) : null}
    </>
  );
}
