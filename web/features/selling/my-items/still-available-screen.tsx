import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MailX } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import type { StillAvailableAnswer, StillAvailableView } from "#contract/selling/still-available";
import { ApiError, api, errorMessage, unwrap } from "../../../lib/api-client.ts";
import { useSession } from "../../../lib/session.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PhotoImg } from "../../../ui/photo-img.tsx";
import { Price } from "../../../ui/price.tsx";
import { PageSkeleton } from "../../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../../ui/states.tsx";

const DONE: Record<StillAvailableAnswer, string> = {
  yes: "Thanks. It's listed, and buyers can see it.",
  sold: "Marked as sold. If that was a mistake, you can undo it in My Items for a few minutes.",
  remove: "Removed. Nobody can see it any more.",
};

/** /StillAvailable?token=: target of the link in emails about old listings. Works without a session (D59). */
export default function StillAvailableScreen() {
  const token = useSearchParams()[0].get("token") ?? "";
  const { signedIn } = useSession();
  const client = useQueryClient();
  const key = ["still-available", token];
  const listing = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => unwrap(api.api["still-available"].$get({ query: { token } }, { init: { signal } })),
    enabled: token !== "",
  });
  const change = useMutation({
    mutationFn: (answer: StillAvailableAnswer): Promise<StillAvailableView> =>
      unwrap(api.api["still-available"].$post({ query: { token }, json: { answer } })),
    onSuccess: (view) => client.setQueryData(key, view),
  });
  if (token === "" || (listing.error instanceof ApiError && listing.error.status === 404)) {
    return (
      <EmptyState
        page
        icon={<MailX className="size-7" />}
        title="This link doesn't work any more"
        description="You may have answered already. You'll find all your listings in My Items."
        action={<LinkButton to="/MyItems">My Items</LinkButton>}
      />
    );
  }
  if (listing.isPending) return <PageSkeleton />;
  if (listing.isError) return <ErrorState error={listing.error} onRetry={() => void listing.refetch()} />;
  const { item_id, title, photo, price, status } = listing.data;
  const open = status === "active" || status === "inactive";
  return (
    <PageBody width="narrow">
      <PageHeader
        title={open ? "Is it still for sale?" : title}
        description={open ? "Buyers trust listings that are up to date." : undefined}
      />
      <div className="mb-6 flex items-center gap-4">
        <PhotoImg photo={photo} alt="" sizes="96px" className="size-20 shrink-0 rounded-lg" />
        <div className="min-w-0">
          <p className="font-semibold">{title}</p>
          <Price price={price} className="mt-0.5" />
        </div>
      </div>
      <div role="status">
        {change.isSuccess ? (
          <Notice kind="success" className="mb-5">
            {DONE[change.variables]}
          </Notice>
        ) : null}
        {!open && !change.isSuccess ? (
          <Notice kind="info" className="mb-5">
            {status === "deleted"
              ? "This listing has been removed."
              : status === "sold"
                ? "This item is sold."
                : "Someone is buying this item right now."}
          </Notice>
        ) : null}
      </div>
      {change.isError ? (
        <Notice kind="error" className="mb-5">
          {errorMessage(change.error)}
        </Notice>
      ) : null}
      {open && !change.isSuccess ? (
        <div className="flex flex-wrap gap-2.5">
          <Button loading={change.isPending} onClick={() => change.mutate("yes")}>
            {status === "inactive" ? "Yes, put it back on sale" : "Yes, it's still for sale"}
          </Button>
          <Button variant="secondary" disabled={change.isPending} onClick={() => change.mutate("sold")}>
            It's sold
          </Button>
          <Button variant="ghost" disabled={change.isPending} onClick={() => change.mutate("remove")}>
            Remove it
          </Button>
        </div>
      ) : (
        <LinkButton
          to={status === "active" ? `/ItemDetail/${item_id}` : signedIn ? "/MyItems" : "/"}
          variant="secondary"
        >
          {status === "active" ? "View listing" : signedIn ? "My Items" : "Home"}
        </LinkButton>
      )}
    </PageBody>
  );
}
