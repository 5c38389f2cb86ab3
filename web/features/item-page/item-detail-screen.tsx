import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useEffect } from "react";
import { Link, useLocation, useNavigate, useParams } from "react-router-dom";
import { bootReply } from "../../lib/boot.ts";
import { useRecent } from "../../lib/recent-store.ts";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { fetchItem, isMissing } from "./api.ts";
import { ItemView } from "./item-view.tsx";

/** /ItemDetail/{id}. */
export default function ItemDetailScreen() {
  const { id = "" } = useParams();
  const client = useQueryClient();
  const leave = useLeaveMissing();
  const boot = bootReply<Awaited<ReturnType<typeof fetchItem>>>(`/api/items/${id}`);
  const query = useQuery({
    queryKey: ["items", "detail", id],
    queryFn: ({ signal }) => fetchItem(id, signal),
    initialData: boot?.reply,
    initialDataUpdatedAt: boot?.at,
    // Availability is updated live; a refetch would only replace the texts while the viewer reads.
    refetchOnWindowFocus: false,
  });
  const missing = isMissing(query.error);

  useEffect(() => {
    if (missing) leave();
  }, [missing, leave]);

  const addViewed = useRecent((recent) => recent.addItem);
  const item = query.data;
  useEffect(() => {
    if (item && !("minimum_price" in item)) addViewed(item);
  }, [item, addViewed]);

  return (
    <div className="mx-auto w-full max-w-page px-4 pt-3 pb-28 sm:px-6 sm:pt-5">
      <BackToMarketplace />
      {query.data ? (
        <ItemView
          key={query.data.id}
          item={query.data}
          onGone={leave}
          onStale={() => void client.invalidateQueries({ queryKey: ["items", "detail", id] })}
        />
      ) : query.error && !missing ? (
        <ErrorState title="This item didn't load" query={query} />
      ) : (
        <ItemSkeleton />
      )}
    </div>
  );
}

/** Redirects from a missing item to the marketplace (D15) with a toast. */
function useLeaveMissing(): () => void {
  const navigate = useNavigate();
  return () => {
    toast({
      title: "This listing is no longer available",
      description: "It may have been sold or removed. Here's what else is for sale.",
    });
    void navigate("/Marketplace", { replace: true });
  };
}

/** Goes back to the list with its filters and scroll position; from any other page, to the marketplace. */
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
      <ArrowLeft className="size-4" />
      Back to Marketplace
    </Link>
  );
}

function ItemSkeleton() {
  return (
    <Loading what="item" className="grid gap-y-6 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:gap-x-8 lg:gap-x-12">
      <Skeleton className="aspect-[4/3] rounded-lg max-sm:-mx-4 max-sm:rounded-none" />
      <div>
        <Skeleton className="h-7 w-40" />
        <Skeleton className="mt-4 h-8 w-4/5" />
        <Skeleton className="mt-3 h-5 w-1/2" />
        <Skeleton className="mt-6 h-9 w-32" />
        <Skeleton className="mt-6 h-13 rounded-full" />
        <Skeleton className="mt-8 h-44" />
      </div>
    </Loading>
  );
}
