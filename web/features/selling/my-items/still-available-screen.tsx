import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LogIn, MailX } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import type { StillAvailableAnswer } from "#contract/selling/still-available";
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

/**
 * /StillAvailable: the question about an old listing (D59). With `token`, the target of the link in an email, it works
 * without a session; with `item`, the target of a notification, for the signed-in seller.
 */
export default function StillAvailableScreen() {
  const [search] = useSearchParams();
  const [token, item] = [search.get("token"), search.get("item")];
  const about = token !== null ? { token } : { item: item ?? "" };
  const asked = token ?? item ?? "";
  const { signedIn } = useSession();
  const client = useQueryClient();
  const key = ["still-available", asked];
  const listing = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => unwrap(api.api["still-available"].$get({ query: about }, { init: { signal } })),
    enabled: asked !== "",
  });
  const change = useMutation({
    mutationFn: (answer: StillAvailableAnswer) =>
      unwrap(api.api["still-available"].$post({ query: about, json: { answer } })),
    onSuccess: (view) => client.setQueryData(key, view),
  });
  if (listing.error instanceof ApiError && listing.error.status === 401) {
    const here = encodeURIComponent(`/StillAvailable?item=${asked}`);
    return (
      <EmptyState
        page
        icon={<LogIn className="size-7" />}
        title="Sign in to answer"
        description="Is your listing still for sale? Sign in and let us know."
        action={<LinkButton to={`/SignIn?returnUrl=${here}`}>Sign in</LinkButton>}
      />
    );
  }
  if (asked === "" || (listing.error instanceof ApiError && listing.error.status === 404)) {
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
  if (listing.isError) return <ErrorState query={listing} />;
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
