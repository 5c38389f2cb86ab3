import { ArrowLeftRight, History, Inbox } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import { LinkButton } from "../../ui/button.tsx";
import { PageBody, PageHeader } from "../../ui/layout.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { type TradeBox, useTrades, useTradeUpdates } from "./api.ts";
import { TradeCard } from "./trade-card.tsx";
import { TradeDetail } from "./trade-detail.tsx";
import * as words from "./trade-words.ts";

const TABS = [
  { value: "incoming", label: words.incoming },
  { value: "outgoing", label: words.outgoing },
  { value: "history", label: words.history },
] as const satisfies readonly { value: TradeBox; label: string }[];

/** /TradeOffers: incoming, outgoing and past trades. With `?id=`, one of them. */
export default function TradeOffersScreen() {
  const [query, setQuery] = useSearchParams();
  useTradeUpdates();
  const tab = TABS.find(({ value }) => value === query.get("tab"))?.value ?? "incoming";
  const id = query.get("id");
  if (id) return <TradeDetail id={id} tab={query.get("tab")} />;
  return (
    <PageBody width="form">
      <PageHeader title={words.tradeOffers} description={words.description} />
      <Tabs
        label={words.tradeOffers}
        tabs={TABS}
        value={tab}
        onChange={(value) => setQuery(value === "incoming" ? {} : { tab: value }, { replace: true })}
      >
        <TradeList box={tab} />
      </Tabs>
    </PageBody>
  );
}

function TradeList({ box }: { box: TradeBox }) {
  const trades = useTrades(box);
  if (trades.isPending) return <ListSkeleton />;
  if (!trades.data) {
    return (
      <ErrorState title={words.yourTradeOffersDidntLoad} error={trades.error} onRetry={() => void trades.refetch()} />
    );
  }
  const items = trades.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <Nothing box={box} />;
  return (
    <>
      <ul className="divide-y divide-line">
        {items.map((trade) => (
          <li key={trade.id}>
            <TradeCard trade={trade} tab={box} />
          </li>
        ))}
      </ul>
      {trades.hasNextPage ? (
        <LoadMore
          what={words.listed}
          loading={trades.isFetchingNextPage}
          failed={trades.isFetchNextPageError}
          onLoad={() => void trades.fetchNextPage()}
        />
      ) : null}
    </>
  );
}

function Nothing({ box }: { box: TradeBox }) {
  switch (box) {
    case "incoming":
      return (
        <EmptyState
          icon={<Inbox className="size-7" />}
          title={words.noneIncoming}
          description={words.noneIncomingDescription}
          action={<LinkButton to="/MyItems">{words.myItems}</LinkButton>}
        />
      );
    case "outgoing":
      return (
        <EmptyState
          icon={<ArrowLeftRight className="size-7" />}
          title={words.noneOutgoing}
          description={words.noneOutgoingDescription}
          action={<LinkButton to="/Marketplace">{words.browseTheMarketplace}</LinkButton>}
        />
      );
    case "history":
      return (
        <EmptyState
          icon={<History className="size-7" />}
          title={words.nothingHereYet}
          description={words.nothingHereYetDescription}
        />
      );
  }
}

function ListSkeleton() {
  return (
    <div role="status" className="grid gap-4 pt-6">
      <span className="sr-only">{words.loadingTradeOffers}</span>
      <Skeleton className="h-52" />
      <Skeleton className="h-52" />
    </div>
  );
}
