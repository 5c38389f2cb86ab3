import { Ellipsis, Eye, EyeOff, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { Link } from "react-router-dom";
import type { ItemCard } from "#contract/items";
import { CATEGORY_LABELS, CONDITION_LABELS } from "#domain/catalogue";
import { formatAge } from "../../lib/format.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { Badge } from "../../ui/badge.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, type MenuEntry } from "../../ui/menu.tsx";
import { PhotoImg } from "../../ui/photo-img.tsx";
import { Price } from "../../ui/price.tsx";
import { useListingDelete, useListingStatus } from "./listing-actions.ts";

function StatusBadge({ item }: { item: ItemCard }) {
  switch (item.status) {
    case "active":
      return <Badge tone="brand">Active</Badge>;
    case "reserved":
      return (
        <Badge tone="wattleSoft">
          Reserved
          {item.reserved_until === null ? null : (
            <>
              {" "}
              for <Countdown until={item.reserved_until} />
            </>
          )}
        </Badge>
      );
    case "pending":
    case "pending_payment":
      return <Badge tone="wattle">Payment in progress</Badge>;
    case "sold":
      return <Badge tone="ink">Sold</Badge>;
    case "inactive":
      return <Badge>Inactive</Badge>;
  }
}

/** One listing of one's own. What the menu offers is what the listing's state allows. */
export function MyItemRow({ item }: { item: ItemCard }) {
  const status = useListingStatus();
  const removal = useListingDelete();
  const changing = status.isPending || removal.isPending;
  const changeable = item.status === "active" || item.status === "inactive" || item.status === "reserved";
  const inactive = item.status === "inactive";
  const views = `${item.views_count.toLocaleString("en-AU")} ${item.views_count === 1 ? "view" : "views"}`;
  const icon = "size-4.5 text-muted";

  const entries: MenuEntry[] = [
    { label: "View", icon: <Eye className={icon} aria-hidden="true" />, to: `/ItemDetail/${item.id}` },
  ];
  if (changeable) {
    entries.push(
      { label: "Edit", icon: <Pencil className={icon} aria-hidden="true" />, to: `/EditItem/${item.id}` },
      {
        label: inactive ? "Activate" : "Deactivate",
        icon: inactive ? (
          <RotateCcw className={icon} aria-hidden="true" />
        ) : (
          <EyeOff className={icon} aria-hidden="true" />
        ),
        disabled: changing,
        onSelect: () => status.mutate({ id: item.id, title: item.title, status: inactive ? "active" : "inactive" }),
      },
      {
        label: "Delete",
        icon: <Trash2 className="size-4.5" aria-hidden="true" />,
        danger: true,
        separated: true,
        disabled: changing,
        onSelect: () => void removal.confirmAndDelete(item),
      },
    );
  }

  return (
    <li className="relative flex items-center gap-4 py-3.5 first:pt-0" aria-busy={changing || undefined}>
      <PhotoImg
        photo={item.image}
        url={item.image_url}
        alt=""
        sizes="96px"
        className="size-20 shrink-0 rounded-lg sm:size-24"
      />
      <div className="min-w-0 flex-1 sm:grid sm:grid-cols-[1fr_auto] sm:items-center sm:gap-x-6">
        <div className="min-w-0">
          <Link to={`/ItemDetail/${item.id}`} className="block truncate font-semibold hover:underline">
            {item.title}
          </Link>
          <Price price={item.price} previous={item.previous_price} className="mt-0.5" />
          <p className="mt-0.5 truncate text-sm text-muted">
            <span className="max-sm:hidden">{CATEGORY_LABELS[item.category]} · </span>
            {CONDITION_LABELS[item.condition]}
            <span className="max-sm:hidden"> · Listed {formatAge(item.created_at, serverNow())}</span> · {views}
          </p>
        </div>
        <p className="mt-1.5 sm:mt-0">
          <StatusBadge item={item} />
        </p>
      </div>
      <Menu
        trigger={
          <IconButton label={`Actions for ${item.title}`}>
            <Ellipsis className="size-5" aria-hidden="true" />
          </IconButton>
        }
        entries={entries}
      />
    </li>
  );
}
