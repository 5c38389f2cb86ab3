import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { BellPlus, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { SavedSearchesReply, SavedSearchView } from "#contract/wishlists";
import { ALERT_FREQUENCIES, type AlertFrequency, SEARCH_NAME_MAX } from "#domain/wishlists/wish-lists";
import { formatAge } from "../../lib/format.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { LinkButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { QueryState } from "../../ui/placeholders.tsx";
import { Select } from "../../ui/select.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { NameDialog, useSearchCommand } from "../wishlists/index.ts";

const FREQUENCY_LABELS: Record<AlertFrequency, string> = {
  instant: "Tell me straight away",
  daily: "Tell me once a day",
  off: "Don't tell me",
};

/** The viewer's saved searches with their notification interval. */
export function SavedSearches({ searches }: { searches: UseQueryResult<SavedSearchesReply> }) {
  const [asking, setAsking] = useState<{ what: "rename" | "delete"; search: SavedSearchView } | null>(null);
  const command = useSearchCommand();
  if (!searches.data) {
    return (
      <QueryState query={searches} title="Your searches didn't load" className="grid gap-3">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-24" />
        ))}
      </QueryState>
    );
  }
  if (searches.data.items.length === 0) {
    return (
      <EmptyState
        icon={<BellPlus className="size-7" />}
        title="No saved searches yet"
        description="Search or filter the marketplace, then tap Save search. We'll tell you about new matches."
        action={<LinkButton to="/Marketplace">Browse the marketplace</LinkButton>}
      />
    );
  }
  const close = () => setAsking(null);
  const ask = (what: "rename" | "delete", search: SavedSearchView) => {
    command.reset();
    setAsking({ what, search });
  };
  const change = (search: SavedSearchView, frequency: AlertFrequency) =>
    command.mutate(
      { kind: "change", id: search.id, frequency },
      {
        onError: toastError("Your change wasn't saved"),
      },
    );
  const remove = (search: SavedSearchView) =>
    command.mutate(
      { kind: "delete", id: search.id },
      {
        onSuccess: () => toast({ title: "Search deleted", description: search.name }),
        onError: toastError("The search wasn't deleted"),
        onSettled: close,
      },
    );
  return (
    <>
      <ul className="grid gap-3">
        {searches.data.items.map((search) => (
          <SearchRow
            key={search.id}
            search={search}
            onChange={(frequency) => change(search, frequency)}
            onAsk={(what) => ask(what, search)}
          />
        ))}
      </ul>
      {asking?.what === "rename" ? (
        <NameDialog
          key={asking.search.id}
          open
          title="Rename search"
          label="Name"
          name={asking.search.name}
          max={SEARCH_NAME_MAX}
          submitLabel="Rename"
          loading={command.isPending}
          error={command.error}
          onClose={close}
          onSubmit={(name) => command.mutate({ kind: "change", id: asking.search.id, name }, { onSuccess: close })}
        />
      ) : null}
      <ConfirmDialog
        open={asking?.what === "delete"}
        onClose={close}
        onConfirm={() => asking && remove(asking.search)}
        title="Delete this search?"
        description={`We'll stop telling you about ${asking?.search.name ?? "it"}.`}
        confirmLabel="Delete search"
        cancelLabel="Keep search"
        danger
        loading={command.isPending}
      />
    </>
  );
}

function SearchRow({
  search,
  onChange,
  onAsk,
}: {
  search: SavedSearchView;
  onChange: (frequency: AlertFrequency) => void;
  onAsk: (what: "rename" | "delete") => void;
}) {
  const lastNoticeAt = search.last_notice_at;
  const client = useQueryClient();
  // Drop cached results, so that listings found since then appear.
  const removeCachedLists = () => void client.invalidateQueries({ queryKey: ["items", "list"] });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-surface p-4 sm:flex-nowrap sm:p-5">
      <div className="min-w-0 flex-1 basis-full sm:basis-auto">
        <h2 className="text-lg font-bold wrap-break-word">
          <Link dir="auto" to={search.link} onClick={removeCachedLists} className="underline-offset-4 hover:underline">
            {search.name}
          </Link>
        </h2>
        {search.name === search.description ? null : (
          <p dir="auto" className="wrap-break-word">
            {search.description}
          </p>
        )}
        <p className="mt-0.5 text-sm text-muted">
          {lastNoticeAt === null ? "Nothing new yet" : `Last alert ${formatAge(lastNoticeAt, serverNow())}`}
          {` · saved ${formatAge(search.created_at, serverNow())}`}
        </p>
      </div>
      <Select
        aria-label={`How often to tell you about ${search.name}`}
        className="min-w-0 flex-1 sm:w-56 sm:flex-none"
        shape="pill"
        value={search.frequency}
        onChange={(event) => {
          const wanted = ALERT_FREQUENCIES.find((frequency) => frequency === event.target.value);
          if (wanted) onChange(wanted);
        }}
        options={ALERT_FREQUENCIES.map((value) => ({ value, label: FREQUENCY_LABELS[value] }))}
      />
      <Menu
        trigger={
          <IconButton label={`Actions for ${search.name}`}>
            <Ellipsis className="size-5" />
          </IconButton>
        }
        entries={[
          {
            label: "Rename search",
            icon: <Pencil className="size-4.5" />,
            onSelect: () => onAsk("rename"),
          },
          {
            label: "Delete search",
            icon: <Trash2 className="size-4.5" />,
            danger: true,
            onSelect: () => onAsk("delete"),
          },
        ]}
      />
    </li>
  );
}
