import { useQueryClient } from "@tanstack/react-query";
import { Wallet } from "lucide-react";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { PromotionView } from "#contract/selling/promotions";
import { newIdempotencyKey } from "../../../lib/api-client.ts";
import { formatDollars } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { PageBody, PageHeader, Section } from "../../../ui/layout.tsx";
import { LoadMore } from "../../../ui/load-more.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { toast, toastError } from "../../../ui/toast.tsx";
import { TopUpDialog } from "../../payments/index.ts";
import { useOwnListings } from "../own-listings.ts";
import { PROMOTIONS_KEY, usePromotionCommand, usePromotions } from "./api.ts";
import { PromoteForm } from "./promote-form.tsx";
import { PromotionCard } from "./promotion-card.tsx";

/** /PromoteItem: buys promotions with ad credit and shows their reach. `?item` preselects an item. */
export default function PromoteScreen() {
  const [query] = useSearchParams();
  const client = useQueryClient();
  const [addingFunds, setAddingFunds] = useState(false);
  const addFunds = () => setAddingFunds(true);
  const promotions = usePromotions();
  const listings = useOwnListings();
  // The session's balance, as in the top bar, because top-ups, promotions and cancellations update it there.
  const balance = useSession().profile?.seller_balance ?? 0;
  const [terms] = promotions.data?.pages ?? [];
  const retry = () => {
    void promotions.refetch();
    void listings.refetch();
  };
  const failed = (promotions.isError && !promotions.data) || (listings.isError && !listings.data);
  return (
    <PageBody>
      <PageHeader
        title="Promote Items"
        description="Get your listing seen by more people. Paid for with ad credit and labelled Sponsored."
        actions={
          terms ? (
            <Button
              variant="secondary"
              icon={<Wallet className="size-4.5" />}
              aria-label={`Ad credit ${formatDollars(balance)}, add funds`}
              aria-haspopup="dialog"
              onClick={addFunds}
            >
              Ad credit {formatDollars(balance)}
            </Button>
          ) : null
        }
      />
      {terms && listings.data ? (
        <>
          {terms.owed > 0 ? (
            <Notice kind="warning" title={`You owe ${formatDollars(terms.owed)} in ad credit`} className="mb-6">
              <p>
                Your bank took back a top-up after you'd spent some of it. Add that much to promote items again. We'll
                take it from your next top-up. If your bank lets the payment stand, you'll get it back.
              </p>
              <Button size="sm" variant="secondary" className="mt-3" aria-haspopup="dialog" onClick={addFunds}>
                Add funds
              </Button>
            </Notice>
          ) : null}
          <PromoteForm
            key={query.get("item")}
            listings={{ ...listings, data: listings.data }}
            terms={terms}
            balance={balance}
            itemId={query.get("item")}
            onAddFunds={addFunds}
          />
          <Promotions promotions={promotions} />
        </>
      ) : failed ? (
        <ErrorState
          title="This page didn't load"
          query={{ error: promotions.error ?? listings.error, refetch: retry }}
        />
      ) : (
        <Loading className="grid gap-y-7 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:gap-x-8 lg:gap-x-12">
          <Skeleton className="h-64" />
          <Skeleton className="h-64" />
        </Loading>
      )}
      <TopUpDialog
        open={addingFunds}
        onClose={() => {
          setAddingFunds(false);
          void client.invalidateQueries({ queryKey: PROMOTIONS_KEY });
        }}
      />
    </PageBody>
  );
}

function Promotions({ promotions }: { promotions: ReturnType<typeof usePromotions> }) {
  const [cancelling, setCancelling] = useState<PromotionView | null>(null);
  const key = useRef(newIdempotencyKey());
  const command = usePromotionCommand();
  const all = promotions.data?.pages.flatMap((page) => page.items) ?? [];
  if (all.length === 0) return null;
  const cancel = (promotion: PromotionView) =>
    command.mutate(
      { kind: "cancel", id: promotion.id, key: key.current },
      {
        onSuccess: ({ promotion: ended }) =>
          toast({
            title: "Promotion cancelled",
            description:
              ended.refunded > 0
                ? `We refunded ${formatDollars(ended.refunded)}.`
                : "There was nothing left to refund.",
          }),
        onError: toastError("The promotion wasn't cancelled"),
        onSettled: () => {
          key.current = newIdempotencyKey();
          setCancelling(null);
        },
      },
    );
  return (
    <Section title="Your promotions" className="mt-12">
      <ul className="divide-y divide-line">
        {all.map((promotion) => (
          <PromotionCard key={promotion.id} promotion={promotion} onCancel={() => setCancelling(promotion)} />
        ))}
      </ul>
      <LoadMore what="promotions" list={promotions} />
      <ConfirmDialog
        open={cancelling !== null}
        onClose={() => setCancelling(null)}
        onConfirm={() => cancelling && cancel(cancelling)}
        title="Cancel this promotion?"
        description={
          cancelling && cancelling.refundable > 0
            ? `It stops now. We'll refund ${formatDollars(cancelling.refundable)} to your ad credit for days that haven't begun.`
            : "It stops now. There are no full days left to refund."
        }
        confirmLabel="Cancel promotion"
        cancelLabel="Keep promotion"
        danger
        loading={command.isPending}
      />
    </Section>
  );
}
