import { CircleStop, Ellipsis, ExternalLink, Pencil, Plus, QrCode, Truck } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { OwnMovingSale } from "#contract/selling/moving-sales";
import { formatCollectionChoices } from "../../../lib/format.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { lazyDialog } from "../../../ui/lazy-dialog.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { QueryState } from "../../../ui/placeholders.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { toast, toastError } from "../../../ui/toast.tsx";
import { useEndSale, useOwnSales } from "./api.ts";
import { SaleEditor } from "./sale-editor.tsx";

const ShareDialog = lazyDialog(() => import("./share-dialog.tsx"));

const PHOTOS_SHOWN = 5;
const NEW_SALE = "/MovingSales?edit=new";

/** /MovingSales: the seller's sales; with `?edit` (`new`, or the id of a sale) the form of one. */
export default function OwnSalesScreen() {
  const [query, setQuery] = useSearchParams();
  const editing = query.get("edit");
  const sales = useOwnSales();
  const found = sales.data?.items.find((sale) => sale.id === editing && sale.state === "live") ?? null;
  const back = () => setQuery({}, { replace: true });
  const share = (sale: OwnMovingSale) => setQuery({ share: sale.id }, { replace: true });
  // The form of a new sale does not wait for the list; editing needs the sale.
  if (editing === "new") return <SaleEditor sale={null} onSaved={share} onCancel={back} />;
  if (editing !== null && found) return <SaleEditor key={found.id} sale={found} onSaved={back} onCancel={back} />;
  const shared = sales.data?.items.find((sale) => sale.id === query.get("share")) ?? null;
  const full = (sales.data?.items.filter((sale) => sale.state === "live").length ?? 0) >= (sales.data?.live_max ?? 1);
  return (
    <PageBody>
      <PageHeader
        title="Moving sales"
        description="One page for several of your items, with the same pickup times. The items stay listed individually too."
        actions={
          sales.data && sales.data.items.length > 0 && !full ? (
            <LinkButton to={NEW_SALE} icon={<Plus className="size-5" />}>
              New sale
            </LinkButton>
          ) : null
        }
      />
      {sales.data ? (
        <SaleList sales={sales.data.items} onShare={share} />
      ) : (
        <QueryState query={sales} title="Your sales didn't load" className="grid gap-4">
          {[0, 1].map((row) => (
            <Skeleton key={row} className="h-28" />
          ))}
        </QueryState>
      )}
      {shared ? <ShareDialog open onClose={back} sale={shared} /> : null}
    </PageBody>
  );
}

interface SaleListProps {
  sales: readonly OwnMovingSale[];
  onShare: (sale: OwnMovingSale) => void;
}

function SaleList({ sales, onShare }: SaleListProps) {
  const [ending, setEnding] = useState<OwnMovingSale | null>(null);
  const end = useEndSale();
  if (sales.length === 0) {
    return (
      <EmptyState
        icon={<Truck className="size-7" />}
        title="No moving sales yet"
        description="Moving or clearing out? Put your items on one page and share it with a link or a QR code."
        action={
          <LinkButton to={NEW_SALE} icon={<Plus className="size-5" />}>
            Start a sale
          </LinkButton>
        }
      />
    );
  }
  const confirmed = (sale: OwnMovingSale) =>
    end.mutate(sale.id, {
      onSuccess: () => toast({ title: "Sale ended", description: sale.title }),
      onError: toastError("The sale didn't end"),
      onSettled: () => setEnding(null),
    });
  return (
    <>
      <ul className="grid gap-4 lg:grid-cols-2">
        {sales.map((sale) => (
          <SaleCard key={sale.id} sale={sale} onShare={() => onShare(sale)} onEnd={() => setEnding(sale)} />
        ))}
      </ul>
      <ConfirmDialog
        open={ending !== null}
        onClose={() => setEnding(null)}
        onConfirm={() => ending && confirmed(ending)}
        title="End this sale?"
        description="The page says that the sale is over. Your items stay listed with these pickup times."
        confirmLabel="End sale"
        cancelLabel="Keep it going"
        danger
        loading={end.isPending}
      />
    </>
  );
}

const STATES = {
  live: { label: "Live", tone: "brand" },
  ended: { label: "Ended", tone: "neutral" },
  removed: { label: "Removed by our team", tone: "hotSoft" },
} as const;

function SaleCard({ sale, onShare, onEnd }: { sale: OwnMovingSale; onShare: () => void; onEnd: () => void }) {
  const { label, tone } = STATES[sale.state];
  const live = sale.state === "live";
  return (
    <li className="min-w-0 rounded-lg bg-surface p-4 sm:p-6">
      <article>
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <Badge tone={tone}>{label}</Badge>
            <h2 dir="auto" className="mt-1.5 line-clamp-2 text-lg font-bold">
              {sale.title}
            </h2>
          </div>
          {live ? (
            <Menu
              trigger={
                <IconButton label={`Actions for ${sale.title}`} className="-mr-2">
                  <Ellipsis className="size-5" />
                </IconButton>
              }
              entries={[
                {
                  label: "Open page",
                  icon: <ExternalLink className="size-4.5" />,
                  to: `/MovingSale/${sale.id}`,
                },
                {
                  label: "Edit",
                  icon: <Pencil className="size-4.5" />,
                  to: `/MovingSales?edit=${sale.id}`,
                },
                {
                  label: "End sale",
                  icon: <CircleStop className="size-4.5" />,
                  onSelect: onEnd,
                  danger: true,
                  separated: true,
                },
              ]}
            />
          ) : null}
        </div>
        <p className="mt-1 text-muted">{whatIsLeft(sale)}</p>
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <ul className="flex gap-1.5" aria-label="Items">
            {sale.items.slice(0, PHOTOS_SHOWN).map((item) => (
              <li key={item.id}>
                <PhotoImg
                  photo={item.image}
                  alt={item.status === "sold" ? `${item.title}, sold` : item.title}
                  sizes="48px"
                  className="size-12 rounded-sm"
                  style={item.status === "active" ? undefined : { opacity: 0.5 }}
                />
              </li>
            ))}
            {sale.items.length > PHOTOS_SHOWN ? (
              <li className="flex size-12 items-center justify-center rounded-sm bg-raised text-sm font-semibold text-muted">
                +{sale.items.length - PHOTOS_SHOWN}
              </li>
            ) : null}
          </ul>
          <p className="text-sm text-muted">{whenPickedUp(sale)}</p>
        </div>
        {live ? (
          <Button
            variant="secondary"
            size="sm"
            className="mt-3"
            icon={<QrCode className="size-4.5" />}
            onClick={onShare}
          >
            Share
          </Button>
        ) : null}
      </article>
    </li>
  );
}

/** "4 for sale, 1 on hold, 2 sold". */
function whatIsLeft({ items }: OwnMovingSale): string {
  const count = (...statuses: string[]) => items.filter(({ status }) => statuses.includes(status)).length;
  const [free, held, sold] = [count("active"), count("reserved", "pending", "pending_payment"), count("sold")];
  return [`${free} for sale`, ...(held ? [`${held} on hold`] : []), ...(sold ? [`${sold} sold`] : [])].join(", ");
}

function whenPickedUp({ collection_windows, collection_zone, ends_at }: OwnMovingSale): string {
  const open = collection_windows.filter(({ until }) => until > serverNow());
  return open.length > 0 ? `Pickup ${formatCollectionChoices(ends_at, open, collection_zone)}` : "Pickup is over";
}
