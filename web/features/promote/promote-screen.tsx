import { Wallet } from "lucide-react";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { PromotionView } from "#contract/selling/promotions";
import { errorMessage, newIdempotencyKey } from "../../lib/api-client.ts";
import { formatDollars } from "../../lib/format.ts";
import { useOwnListings } from "../../lib/own-listings.ts";
import { useSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { PageBody, PageHeader, Section } from "../../ui/layout.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { usePromotionCommand, usePromotions } from "./api.ts";
import { PromoteForm } from "./promote-form.tsx";
import { PromotionCard } from "./promotion-card.tsx";
import * as words from "./words.ts";

/** /PromoteItem: buys promotions with ad credit and shows their reach. `?item` preselects an item. */
export default function PromoteScreen({ onAddFunds }: { onAddFunds: () => void }) {
  const [query] = useSearchParams();
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
        title={words.promoteItems}
        description={words.putListingWhereEverybodyLooks}
        actions={
          terms ? (
            <Button
              variant="secondary"
              icon={<Wallet className="size-4.5" aria-hidden="true" />}
              aria-label={words.adCreditAddFunds(formatDollars(balance))}
              aria-haspopup="dialog"
              onClick={onAddFunds}
            >
              {words.adCredit(formatDollars(balance))}
            </Button>
          ) : null
        }
      />
      {terms && listings.data ? (
        <>
          {terms.owed > 0 ? (
            <Notice kind="warning" title={words.youOwe(formatDollars(terms.owed))} className="mb-6">
              <p>{words.topUpTakenBack}</p>
              <Button size="sm" variant="secondary" className="mt-3" aria-haspopup="dialog" onClick={onAddFunds}>
                {words.addFunds}
              </Button>
            </Notice>
          ) : null}
          <PromoteForm
            key={query.get("item")}
            listings={{ ...listings, data: listings.data }}
            terms={terms}
            balance={balance}
            itemId={query.get("item")}
            onAddFunds={onAddFunds}
          />
          <Promotions promotions={promotions} />
        </>
      ) : failed ? (
        <ErrorState title={words.thisPageDidntLoad} error={promotions.error ?? listings.error} onRetry={retry} />
      ) : (
        <div role="status" className="grid gap-y-7 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:gap-x-8 lg:gap-x-12">
          <span className="sr-only">{words.loading}</span>
          <Skeleton className="h-64" />
          <Skeleton className="h-64" />
        </div>
      )}
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
            title: words.promotionCancelled,
            description:
              ended.refunded > 0 ? words.givenBack(formatDollars(ended.refunded)) : words.nothingWasLeftToGive,
          }),
        onError: (error) =>
          toast({ title: words.itWasntCancelled, description: errorMessage(error), variant: "destructive" }),
        onSettled: () => {
          key.current = newIdempotencyKey();
          setCancelling(null);
        },
      },
    );
  return (
    <Section title={words.yourPromotions} className="mt-12">
      <ul className="divide-y divide-line">
        {all.map((promotion) => (
          <PromotionCard key={promotion.id} promotion={promotion} onCancel={() => setCancelling(promotion)} />
        ))}
      </ul>
      {promotions.hasNextPage ? (
        <LoadMore
          what="promotions"
          loading={promotions.isFetchingNextPage}
          failed={promotions.isFetchNextPageError}
          onLoad={() => void promotions.fetchNextPage()}
        />
      ) : null}
      <ConfirmDialog
        open={cancelling !== null}
        onClose={() => setCancelling(null)}
        onConfirm={() => cancelling && cancel(cancelling)}
        title={words.cancelThisPromotion}
        description={
          cancelling && cancelling.refundable > 0
            ? words.stopsWithRefund(formatDollars(cancelling.refundable))
            : words.stopsWithoutRefund
        }
        confirmLabel={words.cancelPromotion}
        cancelLabel={words.keepIt}
        danger
        loading={command.isPending}
      />
    </Section>
  );
}
