import { Package, Pencil, Plus, Trash2 } from "lucide-react";
import type { OwnBundle } from "#contract/selling/my-items";
import { formatDateTime } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { QueryState } from "../../../ui/placeholders.tsx";
import { Price } from "../../../ui/price.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { GroupCard, GroupPhotos } from "../goods-group.tsx";
import { useDeleteBundle, type useOwnBundles } from "./api.ts";
import { refusalOr } from "./bulk-result.ts";

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
  const pickup =
    bundle.collection_date === null
      ? ""
      : ` · Pickup ${formatDateTime(bundle.collection_date, bundle.collection_zone)}`;
  return (
    <GroupCard
      title={bundle.title}
      state={<StateBadge bundle={bundle} />}
      entries={
        bundle.editable
          ? [
              { label: "Edit", icon: <Pencil className="size-4.5" />, onSelect: () => onEdit(bundle) },
              {
                label: "Delete",
                icon: <Trash2 className="size-4.5" />,
                danger: true,
                separated: true,
                onSelect: () => onDelete(bundle),
              },
            ]
          : []
      }
      about={
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Price price={bundle.bundle_price} previous={bundle.savings > 0 ? bundle.individual_total : null} badge />
        </p>
      }
      photos={<GroupPhotos items={items} idOf={(item) => item.item_id} max={3} large />}
      note={`${items.length} items${pickup}`}
    >
      {bundle.problem === null ? null : <p className="mt-3 text-sm font-medium">{bundle.problem}</p>}
    </GroupCard>
  );
}
