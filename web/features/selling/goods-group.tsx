/** What bundles, special offers and moving sales share: each is a group of the seller's items. */
import { Ellipsis, Plus } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import type { Photo } from "#contract/items";
import type { ApiForm } from "../../lib/use-api-form.ts";
import { useUnsavedGuard } from "../../lib/use-unsaved-guard.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { PageBody, PageHeader } from "../../ui/layout.tsx";
import { Menu, type MenuEntry } from "../../ui/menu.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { QueryState } from "../../ui/placeholders.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { ItemPicker, type PickableItem } from "../items/index.ts";
import type { useOwnListings } from "./own-listings.ts";

interface GroupCardProps {
  title: string;
  /** Above the title. */
  state: ReactNode;
  /** Without entries there is no menu. */
  entries: readonly MenuEntry[];
  /** Between the title and the photos. */
  about: ReactNode;
  photos: ReactNode;
  /** Beside the photos. */
  note: ReactNode;
  className?: string;
  children?: ReactNode;
}

/** A group in a list: its state, title, menu and photos. */
export function GroupCard({ title, state, entries, about, photos, note, className, children }: GroupCardProps) {
  return (
    <li className={`min-w-0 rounded-lg bg-surface p-4 ${className ?? ""}`}>
      <article>
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            {state}
            <h2 dir="auto" className="mt-1.5 line-clamp-2 text-lg font-bold">
              {title}
            </h2>
          </div>
          {entries.length > 0 ? (
            <Menu
              trigger={
                <IconButton label={`Actions for ${title}`} className="-mr-2">
                  <Ellipsis className="size-5" />
                </IconButton>
              }
              entries={entries}
            />
          ) : null}
        </div>
        {about}
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <ul className="flex gap-1.5" aria-label="Items">
            {photos}
          </ul>
          <p className="min-w-0 text-sm text-muted">{note}</p>
        </div>
        {children}
      </article>
    </li>
  );
}

interface GroupedItem {
  title: string;
  image: Photo | null;
  status: string;
}

interface GroupPhotosProps<Item> {
  items: readonly Item[];
  idOf: (item: Item, index: number) => string | undefined;
  /** How many are shown; the rest is a number. */
  max?: number;
  large?: boolean;
}

/** The first photos of a group. What is not for sale is pale. */
export function GroupPhotos<Item extends GroupedItem>({ items, idOf, max = 5, large }: GroupPhotosProps<Item>) {
  const size = large ? "size-14" : "size-12";
  return (
    <>
      {items.slice(0, max).map((item, index) => (
        <li key={idOf(item, index)}>
          <PhotoImg
            photo={item.image}
            alt={item.status === "sold" ? `${item.title}, sold` : item.title}
            sizes={large ? "56px" : "48px"}
            className={`${size} rounded-sm`}
            style={item.status === "active" ? undefined : { opacity: 0.5 }}
          />
        </li>
      ))}
      {items.length > max ? (
        <li
          className={`flex ${size} items-center justify-center rounded-sm bg-raised text-sm font-semibold text-muted`}
        >
          +{items.length - max}
        </li>
      ) : null}
    </>
  );
}

interface GroupsScreenProps<Group> {
  query: ComponentProps<typeof QueryState>["query"] & { data: { items: readonly Group[] } | undefined };
  /** Path of the screen; with `?edit=new` it is the form. */
  path: string;
  title: string;
  description: string;
  /** Title of the error. */
  failed: string;
  /** Label of the button above the list. */
  add: string;
  /** No more groups can be added. */
  full?: boolean;
  empty: { icon: ReactNode; title: string; description: string; add: string };
  card: (group: Group, askToEnd: () => void) => ReactNode;
  /** The question before a group is ended or deleted, and what is said afterwards. */
  question: { title: string; description: string; confirmLabel: string; cancelLabel: string };
  done: string;
  notDone: string;
  end: { run: (group: Group) => Promise<unknown>; busy: boolean };
  children?: ReactNode;
}

/** The list of one kind of group, with the button for a new one and the question before one ends. */
export function GroupsScreen<Group extends { id: string; title: string }>(props: GroupsScreenProps<Group>) {
  const { query, path, empty, question, end } = props;
  const [ending, setEnding] = useState<Group | null>(null);
  const items = query.data?.items;
  const newGroup = (label: string) => (
    <LinkButton to={`${path}?edit=new`} icon={<Plus className="size-5" />}>
      {label}
    </LinkButton>
  );
  const confirmed = (group: Group) =>
    void end
      .run(group)
      .then(() => toast({ title: props.done, description: group.title }), toastError(props.notDone))
      .finally(() => setEnding(null));
  return (
    <PageBody>
      <PageHeader
        title={props.title}
        description={props.description}
        actions={items && items.length > 0 && !props.full ? newGroup(props.add) : null}
      />
      {items === undefined ? (
        <QueryState query={query} title={props.failed} className="grid gap-4">
          <Skeleton className="h-28" />
          <Skeleton className="h-28" />
        </QueryState>
      ) : items.length === 0 ? (
        <EmptyState {...empty} action={newGroup(empty.add)} />
      ) : (
        <ul className="grid gap-4 lg:grid-cols-2">{items.map((group) => props.card(group, () => setEnding(group)))}</ul>
      )}
      <ConfirmDialog
        {...question}
        open={ending !== null}
        onClose={() => setEnding(null)}
        onConfirm={() => ending && confirmed(ending)}
        danger
        loading={end.busy}
      />
      {props.children}
    </PageBody>
  );
}

interface GroupItemsProps {
  listings: ReturnType<typeof useOwnListings>;
  items: readonly PickableItem[];
  chosen: readonly string[];
  onChange: (item_ids: string[]) => void;
  error: string | undefined;
}

/** The items of a group, as a part of its form. */
export function GroupItems({ listings, ...picker }: GroupItemsProps) {
  if (listings.isPending) return <Skeleton className="h-64" />;
  return <ItemPicker legend="Items" multiple {...picker} more={listings} />;
}

interface GroupFormProps {
  form: Pick<ApiForm<object>, "form" | "failure" | "busy" | "dirty">;
  submitLabel: string;
  onCancel: () => void;
  children: ReactNode;
}

/** The form of one group on its own page. It warns before unsaved values are left. */
export function GroupForm({ form, submitLabel, onCancel, children }: GroupFormProps) {
  useUnsavedGuard(form.dirty);
  return (
    <form {...form.form} className="grid gap-6">
      {children}
      {form.failure ? <Notice kind="error">{form.failure}</Notice> : null}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" size="lg" loading={form.busy}>
          {submitLabel}
        </Button>
        <Button variant="secondary" size="lg" disabled={form.busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Shown instead of the form when the seller's listings cannot be loaded. */
export function ListingsFailed({ listings }: { listings: ReturnType<typeof useOwnListings> }) {
  return <ErrorState title="Your items didn't load" query={listings} />;
}

/** Returns the selectable items: those for sale, and those the group already has, even if sold. */
export function choices(
  listed: readonly PickableItem[],
  grouped: readonly (PickableItem & { status: string })[],
  unfit: (item: PickableItem & { status?: string }) => string | null = () => null,
): PickableItem[] {
  const known = new Set(listed.map((item) => item.id));
  return [...listed, ...grouped.filter((item) => !known.has(item.id))].map((item) => {
    const { id, title, price, image } = item;
    const why = unfit(item);
    return { id, title, price, image, ...(why === null ? {} : { unfit: why }) };
  });
}
