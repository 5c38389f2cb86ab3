import { Ellipsis, Package, Pencil, Plus, Trash2 } from "lucide-react";
import type { OwnBundle } from "#contract/selling/my-items";
import { formatDateTime } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { QueryState } from "../../../ui/placeholders.tsx";
import { Price } from "../../../ui/price.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useDeleteBundle, type useOwnBundles } from "./api.ts";
import { refusalOr } from "./bulk-result.ts";

const PREVIEW = 3;

/** The Bundles tab: up to fifty bundles, newest first. */
export function BundleList({
  bundles,
  onCreate,
  onEdit,
}: {
  bundles: ReturnType<typeof useOwnBundles>;
  onCreate: () => void;
  onEdit: (bundle: OwnBundle) => void;
}) {
  const removal = useDeleteBundle();
  if (!bundles.data) {
    return (
      <QueryState query={bundles} title="Your bundles didn't load" className="grid gap-4">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-28 rounded-lg" />
        ))}
      </QueryState>
    );
  }
  if (bundles.data.items.length === 0) {
    return (
      <EmptyState
        icon={<Package className="size-7" />}
        title="No bundles yet"
        description="Sell 2 or more items together for less than they cost separately."
        action={
          <Button icon={<Plus className="size-5" />} onClick={onCreate}>
            Create Bundle
          </Button>
        }
      />
    );
  }
  const remove = (bundle: OwnBundle) => {
    // A browser confirmation, as specified.
    if (!window.confirm(`Delete the bundle "${bundle.title}"? Its items stay on sale.`)) return;
    removal.mutate(bundle, {
      onSuccess: () => toast({ title: "Bundle deleted", description: bundle.title }),
      onError: (error) =>
        toast({
          title: "Delete Failed",
          description: refusalOr(error, "Failed to delete bundle"),
          variant: "destructive",
        }),
    });
  };
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {bundles.data.items.map((bundle) => (
        <BundleRow key={bundle.id} bundle={bundle} onEdit={onEdit} onDelete={remove} />
      ))}
    </ul>
  );
}

function StateBadge({ bundle }: { bundle: OwnBundle }) {
  if (bundle.status === "sold") return <Badge tone="ink">Sold</Badge>;
  if (bundle.status === "pending") return <Badge tone="wattle">Being bought</Badge>;
  return bundle.available ? <Badge tone="brand">On sale</Badge> : <Badge tone="wattleSoft">Not on sale</Badge>;
}

function BundleRow({
  bundle,
  onEdit,
  onDelete,
}: {
  bundle: OwnBundle;
  onEdit: (bundle: OwnBundle) => void;
  onDelete: (bundle: OwnBundle) => void;
}) {
  const { bundle_items: items } = bundle;
  const icon = "size-4.5";
  return (
    <li className="min-w-0 rounded-lg bg-surface p-4">
      <article>
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <StateBadge bundle={bundle} />
            <h2 dir="auto" className="mt-1.5 line-clamp-2 text-lg font-bold">
              {bundle.title}
            </h2>
          </div>
          {bundle.editable ? (
            <Menu
              trigger={
                <IconButton label={`Actions for ${bundle.title}`} className="-mr-2">
                  <Ellipsis className="size-5" />
                </IconButton>
              }
              entries={[
                {
                  label: "Edit",
                  icon: <Pencil className={icon} />,
                  onSelect: () => onEdit(bundle),
                },
                {
                  label: "Delete",
                  icon: <Trash2 className={icon} />,
                  danger: true,
                  separated: true,
                  onSelect: () => onDelete(bundle),
                },
              ]}
            />
          ) : null}
        </div>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Price price={bundle.bundle_price} previous={bundle.savings > 0 ? bundle.individual_total : null} badge />
        </p>
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <ul className="flex gap-1.5" aria-label="Items">
            {items.slice(0, PREVIEW).map((item) => (
              <li key={item.item_id}>
                <PhotoImg
                  photo={item.image}
                  alt={item.title}
                  sizes="56px"
                  className={item.status === "active" ? "size-14 rounded-sm" : "size-14 rounded-sm opacity-60"}
                />
              </li>
            ))}
            {items.length > PREVIEW ? (
              <li className="flex size-14 items-center justify-center rounded-sm bg-raised text-sm font-semibold text-muted">
                +{items.length - PREVIEW}
              </li>
            ) : null}
          </ul>
          <p className="min-w-0 text-sm text-muted">
            {items.length} items
            {bundle.collection_date === null
              ? null
              : ` · Pickup ${formatDateTime(bundle.collection_date, bundle.collection_zone)}`}
          </p>
        </div>
        {bundle.problem === null ? null : <p className="mt-3 text-sm font-medium">{bundle.problem}</p>}
      </article>
    </li>
  );
}
