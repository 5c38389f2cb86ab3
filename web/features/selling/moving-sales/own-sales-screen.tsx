import { CircleStop, ExternalLink, Pencil, QrCode, Truck } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import type { OwnMovingSale } from "#contract/selling/moving-sales";
import { formatCollectionChoices } from "../../../lib/format.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { lazyDialog } from "../../../ui/lazy-dialog.tsx";
import { GroupCard, GroupPhotos, GroupsScreen } from "../goods-group.tsx";
import { useEndSale, useOwnSales } from "./api.ts";
import { SaleEditor } from "./sale-editor.tsx";

const ShareDialog = lazyDialog(() => import("./share-dialog.tsx"));

/** /MovingSales: the seller's sales; with `?edit` (`new`, or the id of a sale) the form of one. */
export default function OwnSalesScreen() {
  const [query, setQuery] = useSearchParams();
  const editing = query.get("edit");
  const sales = useOwnSales();
  const end = useEndSale();
  const found = sales.data?.items.find((sale) => sale.id === editing && sale.state === "live") ?? null;
  const back = () => setQuery({}, { replace: true });
  const share = (sale: OwnMovingSale) => setQuery({ share: sale.id }, { replace: true });
  // The form of a new sale does not wait for the list; editing needs the sale.
  if (editing === "new") return <SaleEditor sale={null} onSaved={share} onCancel={back} />;
  if (editing !== null && found) return <SaleEditor key={found.id} sale={found} onSaved={back} onCancel={back} />;
  const shared = sales.data?.items.find((sale) => sale.id === query.get("share")) ?? null;
  const full = (sales.data?.items.filter((sale) => sale.state === "live").length ?? 0) >= (sales.data?.live_max ?? 1);
  return (
    <GroupsScreen
      query={sales}
      path="/MovingSales"
      title="Moving sales"
      description="One page for several of your items, with the same pickup times. The items stay listed individually too."
      failed="Your sales didn't load"
      add="New sale"
      full={full}
      empty={{
        icon: <Truck className="size-7" />,
        title: "No moving sales yet",
        description: "Moving or clearing out? Put your items on one page and share it with a link or a QR code.",
        add: "Start a sale",
      }}
      card={(sale, onEnd) => <SaleCard key={sale.id} sale={sale} onShare={() => share(sale)} onEnd={onEnd} />}
      question={{
        title: "End this sale?",
        description: "The page says that the sale is over. Your items stay listed with these pickup times.",
        confirmLabel: "End sale",
        cancelLabel: "Keep it going",
      }}
      done="Sale ended"
      notDone="The sale didn't end"
      end={{ run: ({ id }) => end.mutateAsync(id), busy: end.isPending }}
    >
      {shared ? <ShareDialog open onClose={back} sale={shared} /> : null}
    </GroupsScreen>
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
    <GroupCard
      title={sale.title}
      className="sm:p-6"
      state={<Badge tone={tone}>{label}</Badge>}
      entries={
        live
          ? [
              { label: "Open page", icon: <ExternalLink className="size-4.5" />, to: `/MovingSale/${sale.id}` },
              { label: "Edit", icon: <Pencil className="size-4.5" />, to: `/MovingSales?edit=${sale.id}` },
              {
                label: "End sale",
                icon: <CircleStop className="size-4.5" />,
                onSelect: onEnd,
                danger: true,
                separated: true,
              },
            ]
          : []
      }
      about={<p className="mt-1 text-muted">{whatIsLeft(sale)}</p>}
      photos={<GroupPhotos items={sale.items} idOf={({ id }) => id} />}
      note={whenPickedUp(sale)}
    >
      {live ? (
        <Button variant="secondary" size="sm" className="mt-3" icon={<QrCode className="size-4.5" />} onClick={onShare}>
          Share
        </Button>
      ) : null}
    </GroupCard>
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
