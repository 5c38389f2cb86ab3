import { clsx } from "clsx";
import {
  BadgeCheck,
  Check,
  Ellipsis,
  Eye,
  EyeOff,
  Heart,
  Megaphone,
  Package,
  Pencil,
  Percent,
  RotateCcw,
  Trash2,
} from "lucide-react";
import { memo } from "react";
import { Link } from "react-router-dom";
import type { OwnItemRow } from "#contract/selling/my-items";
import { CATEGORY_LABELS, CONDITION_LABELS } from "#domain/items/catalogue";
import { formatAge, formatDollars } from "../../../lib/format.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Countdown } from "../../../ui/countdown.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, type MenuEntry } from "../../../ui/menu.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { Price } from "../../../ui/price.tsx";
import { RateButton } from "../../orders/index.ts";
import { canBeMarkedSold } from "./row-state.ts";
import { Sparkline } from "./sparkline.tsx";

const listed = (categoryLabels: string, conditionLabels: string, created: string) =>
  `${categoryLabels} · ${conditionLabels} · Listed ${created}`;

/** A free item that is not simply for the first who claims it (D57). */
const GIVING_LABELS = { draw: "Draw open", pick: "You pick" } as const;

function StatusBadge({ item }: { item: OwnItemRow }) {
  switch (item.status) {
    case "active":
      return <Badge tone="brand">{item.giveaway === null ? "Active" : GIVING_LABELS[item.giveaway]}</Badge>;
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
      return <Badge tone="wattle">In a trade</Badge>;
    case "pending_payment":
      return <Badge tone="wattle">Payment in progress</Badge>;
    case "sold":
      if (item.sale?.disputed === "bank") return <Badge tone="hot">Payment disputed</Badge>;
      if (item.sale?.disputed === "problem") return <Badge tone="wattle">Under review</Badge>;
      return <Badge tone="ink">Sold</Badge>;
    case "inactive":
      if (item.review === "open") return <Badge tone="wattleSoft">In review</Badge>;
      return item.review === "refused" ? <Badge tone="hotSoft">Not approved</Badge> : <Badge>Inactive</Badge>;
  }
}

/** Actions of a row, carried out by the screen. */
export interface RowActions {
  /** Takes the listing off sale. */
  onHide: (item: OwnItemRow) => void;
  /** Puts the listing back on sale, or an active one back to the top of the newest. */
  onRelist: (item: OwnItemRow) => void;
  onDelete: (item: OwnItemRow) => void;
  onPrice: (item: OwnItemRow) => void;
  onSold: (item: OwnItemRow) => void;
  onUndoSold: (item: OwnItemRow) => void;
  onRated: () => void;
  onToggle: (id: string, range: boolean) => void;
}

interface MyItemRowProps {
  item: OwnItemRow;
  actions: RowActions;
  /** A request about this item is pending. */
  busy: boolean;
  /** Null outside bulk-select mode. */
  chosen: boolean | null;
}

function entriesOf(item: OwnItemRow, actions: RowActions, busy: boolean): MenuEntry[] {
  const icon = "size-4.5 text-muted";
  const entries: MenuEntry[] = [{ label: "View", icon: <Eye className={icon} />, to: `/ItemDetail/${item.id}` }];
  // Sold items cannot be changed, nor items that are being paid for.
  if (!canBeMarkedSold(item)) return entries;
  const inactive = item.status === "inactive";
  entries.push({ label: "Edit", icon: <Pencil className={icon} />, to: `/EditItem/${item.id}` });
  if (item.price > 0) {
    entries.push({
      label: "Adjust price",
      icon: <Percent className={icon} />,
      disabled: busy || item.status === "reserved",
      onSelect: () => actions.onPrice(item),
    });
  }
  if (item.status === "active") {
    entries.push({
      label: "Promote",
      icon: <Megaphone className={icon} />,
      to: `/PromoteItem?item=${item.id}`,
    });
  }
  entries.push(
    {
      label: "Mark as sold",
      icon: <BadgeCheck className={icon} />,
      disabled: busy || item.review !== null,
      onSelect: () => actions.onSold(item),
    },
    ...(item.relistable
      ? [
          {
            label: inactive ? "Put on sale" : "Move to the top",
            icon: <RotateCcw className={icon} />,
            disabled: busy,
            onSelect: () => actions.onRelist(item),
          },
        ]
      : []),
    ...(inactive
      ? []
      : [
          {
            label: "Take off sale",
            icon: <EyeOff className={icon} />,
            disabled: busy,
            onSelect: () => actions.onHide(item),
          },
        ]),
    {
      label: "Delete",
      icon: <Trash2 className="size-4.5" />,
      danger: true,
      separated: true,
      disabled: busy,
      onSelect: () => actions.onDelete(item),
    },
  );
  return entries;
}

const count = (n: number, one: string, many: string) => `${n.toLocaleString("en-AU")} ${n === 1 ? one : many}`;

/** One listing of the seller, with a menu of the actions that its state allows. */
export const MyItemRow = memo(function MyItemRow({ item, actions, busy, chosen }: MyItemRowProps) {
  const selecting = chosen !== null;
  const recent = item.activity.reduce((sum, views) => sum + views, 0);
  const { sale, undo_until } = item;

  const row = (
    <>
      <PhotoImg
        photo={item.image}
        url={item.image_url}
        alt=""
        sizes="96px"
        className="size-20 shrink-0 rounded-lg sm:size-24"
      />
      <div className="my-facts min-w-0 flex-1">
        <div className="min-w-0">
          {selecting ? (
            <span dir="auto" className="block truncate font-semibold">
              {item.title}
            </span>
          ) : (
            <Link
              dir="auto"
              to={`/ItemDetail/${item.id}`}
              className="block truncate font-semibold hover:underline max-md:-my-3 max-md:py-3"
            >
              {item.title}
            </Link>
          )}
          <Price price={item.price} previous={item.previous_price} className="mt-0.5" />
          <p className="mt-0.5 truncate text-sm text-muted max-sm:hidden">
            {listed(
              CATEGORY_LABELS[item.category],
              CONDITION_LABELS[item.condition],
              formatAge(item.created_at, serverNow()),
            )}
          </p>
          {item.minimum_price === null ? null : (
            <p className="mt-0.5 truncate text-sm text-muted">Minimum price {formatDollars(item.minimum_price)}</p>
          )}
          {item.bundle === null ? null : (
            <p className="mt-0.5 flex items-center gap-1.5 text-sm text-muted">
              <Package className="size-3.5 shrink-0" />
              <span className="truncate">In the bundle “{item.bundle.title}”</span>
            </p>
          )}
        </div>
        <div className="my-views">
          <Sparkline values={item.activity} label={`${count(recent, "view", "views")} in the last 14 days`} />
          <p className="truncate text-sm text-muted tabular-nums">
            {count(item.views_count, "view", "views")}
            {item.interest === 0 ? null : (
              <span className="whitespace-nowrap">
                {" · "}
                <Heart className="-mt-0.5 mr-1 inline size-3.5" />
                {item.interest.toLocaleString("en-AU")}
                <span className="sr-only"> interested</span>
              </span>
            )}
          </p>
        </div>
        <div className="my-status">
          <StatusBadge item={item} />
          {sale === null ? null : <span className="text-sm text-muted">to {sale.buyer.display_name}</span>}
          {!sale?.disputed || selecting ? null : (
            <Link
              to={`/MyOrders/${sale.order_id}`}
              className="text-sm font-semibold underline max-md:-my-3.5 max-md:py-3.5"
            >
              View order
            </Link>
          )}
        </div>
      </div>
    </>
  );

  return (
    <li
      className={clsx("my-row relative", chosen && "bg-brand-soft", selecting && "-mx-3 rounded-lg px-3")}
      aria-busy={busy || undefined}
    >
      {selecting ? (
        <label className="my-choice flex cursor-pointer select-none items-center gap-4 py-3.5">
          <span className="relative size-5.5 shrink-0">
            <input
              type="checkbox"
              data-row={item.id}
              aria-label={`Select ${item.title}`}
              checked={chosen}
              onChange={(event) => actions.onToggle(item.id, shiftOf(event.nativeEvent))}
              className="peer size-5.5 cursor-[inherit] appearance-none rounded-[6px] border-[1.5px] border-field bg-page outline-none checked:border-brand checked:bg-brand"
            />
            <Check
              className="pointer-events-none absolute inset-0 m-auto size-4 text-on-brand opacity-0 peer-checked:opacity-100"
              strokeWidth={3}
            />
          </span>
          {row}
        </label>
      ) : (
        <div className="flex items-center gap-4 py-3.5">
          {row}
          <Menu
            trigger={
              <IconButton label={`Actions for ${item.title}`} className="my-menu">
                <Ellipsis className="size-5" />
              </IconButton>
            }
            entries={entriesOf(item, actions, busy)}
          />
        </div>
      )}
      {!selecting && (undo_until !== null || sale?.completed || item.unanswered) ? (
        <div className="my-after flex flex-wrap items-center gap-2.5">
          {item.unanswered ? (
            <>
              <span className="text-sm font-semibold">Still for sale?</span>
              <Button size="sm" variant="secondary" loading={busy} onClick={() => actions.onRelist(item)}>
                Yes
                <span className="sr-only">: {item.title}</span>
              </Button>
              <Button size="sm" variant="ghost" disabled={busy} onClick={() => actions.onSold(item)}>
                It's sold
                <span className="sr-only">: {item.title}</span>
              </Button>
            </>
          ) : null}
          {sale?.completed ? (
            <RateButton
              rated={sale.rated_by_you}
              rates="buyer"
              orderId={sale.order_id}
              person={sale.buyer.display_name}
              itemTitle={item.title}
              onRated={actions.onRated}
            />
          ) : null}
          {undo_until === null ? null : (
            <UndoSold until={undo_until} busy={busy} onUndo={() => actions.onUndoSold(item)} title={item.title} />
          )}
        </div>
      ) : null}
    </li>
  );
});

function UndoSold({ until, busy, onUndo, title }: { until: number; busy: boolean; onUndo: () => void; title: string }) {
  return (
    <Button size="sm" variant="secondary" loading={busy} onClick={onUndo} icon={<RotateCcw className="size-4" />}>
      Undo sale
      <span className="sr-only">: {title}</span>
      <span className="font-normal text-muted">
        <Countdown until={until} ended="0:00" />
      </span>
    </Button>
  );
}

/** Whether Shift was held. The change event of a clicked checkbox has the modifier keys; a scripted one does not. */
function shiftOf(event: Event): boolean {
  return "shiftKey" in event && event.shiftKey === true;
}
