import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { type ComponentType, useEffect } from "react";
import { Link, useLocation, useNavigate, useParams } from "react-router-dom";
import type { ItemDetail } from "#contract/items";
import { bootReply } from "../../lib/boot.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { fetchItem, isGone } from "./api.ts";
import { ItemView } from "./item-view.tsx";
import type { LiveState } from "./live-item.ts";
import * as words from "./words.ts";

/** The checkout wizard as this page needs it. Which one it is, the app decides: features do not know each other. */
export interface CheckoutSlot {
  Dialog: ComponentType<{ itemId: string; open: boolean; onClose: () => void }>;
  preload: () => void;
}

/** The negotiation of an item that is open to offers. `onBuy` opens the checkout, for an item held at the agreed price. */
export type ChatSlot = ComponentType<{ item: ItemDetail; onBuy: () => void }>;

/** The other things a reader can do with the item, for everybody but its owner. Status and price are the live ones. */
export interface ItemActionsProps {
  item: ItemDetail;
  status: ItemDetail["status"];
  price: number;
  live: LiveState;
  /** Something of the reader's own doing has changed the state. */
  onChanged: () => void;
}
export type ActionsSlot = ComponentType<ItemActionsProps>;

interface ItemDetailScreenProps {
  checkout: CheckoutSlot;
  chat: ChatSlot;
  actions?: ActionsSlot;
}

/** /ItemDetail/{id}. */
export default function ItemDetailScreen({ checkout, chat, actions }: ItemDetailScreenProps) {
  const { id = "" } = useParams();
  const client = useQueryClient();
  const leave = useLeaveMissing();
  const boot = bootReply<Awaited<ReturnType<typeof fetchItem>>>(`/api/items/${id}`);
  const query = useQuery({
    queryKey: ["items", "detail", id],
    queryFn: ({ signal }) => fetchItem(id, signal),
    initialData: boot?.reply,
    initialDataUpdatedAt: boot?.at,
    // Availability comes live; a poll that replaced the words under a reader's eyes would help nobody.
    refetchOnWindowFocus: false,
  });
  const missing = isGone(query.error);

  useEffect(() => {
    if (missing) leave();
  }, [missing, leave]);

  return (
    <div className="mx-auto w-full max-w-page px-4 pt-3 pb-28 sm:px-6 sm:pt-5">
      <BackToMarketplace />
      {query.data ? (
        <ItemView
          key={query.data.id}
          item={query.data}
          checkout={checkout}
          chat={chat}
          actions={actions}
          onGone={leave}
          onStale={() => void client.invalidateQueries({ queryKey: ["items", "detail", id] })}
        />
      ) : query.error && !missing ? (
        <ErrorState title={words.thisItemDidntLoad} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ItemSkeleton />
      )}
    </div>
  );
}

/** A missing item leads to the marketplace (D15), saying why. */
function useLeaveMissing(): () => void {
  const navigate = useNavigate();
  return () => {
    toast({
      title: words.listingGone,
      description: words.listingGoneMeans,
    });
    void navigate("/Marketplace", { replace: true });
  };
}

/** Back to where one was in the list, filters and place included; from anywhere else, to the marketplace. */
function BackToMarketplace() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const cameFromList = typeof state === "object" && state !== null && "fromMarketplace" in state;
  return (
    <Link
      to="/Marketplace"
      onClick={(event) => {
        if (!cameFromList || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(-1);
      }}
      className="-ml-2 mb-2 inline-flex min-h-11 items-center gap-1.5 rounded-full px-2 font-semibold text-muted hover:text-ink"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      {words.backToMarketplace}
    </Link>
  );
}

function ItemSkeleton() {
  return (
    <div role="status" className="grid gap-y-6 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:gap-x-8 lg:gap-x-12">
      <span className="sr-only">{words.loadingItem}</span>
      <Skeleton className="aspect-[4/3] rounded-lg max-sm:-mx-4 max-sm:rounded-none" />
      <div>
        <Skeleton className="h-7 w-40" />
        <Skeleton className="mt-4 h-8 w-4/5" />
        <Skeleton className="mt-3 h-5 w-1/2" />
        <Skeleton className="mt-6 h-9 w-32" />
        <Skeleton className="mt-6 h-13 rounded-full" />
        <Skeleton className="mt-8 h-44" />
      </div>
    </div>
  );
}
