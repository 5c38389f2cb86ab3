import { ArrowLeftRight, History, Inbox } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import { LinkButton } from "../../ui/button.tsx";
import { PageBody, PageHeader } from "../../ui/layout.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { type TradeBox, useTrades, useTradeUpdates } from "./api.ts";
import { useWaitingCircles } from "./circles/api.ts";
import { CircleDetail } from "./circles/circle-detail.tsx";
import { CircleList } from "./circles/circle-list.tsx";
import { TradeCard } from "./trade-card.tsx";
import { TradeDetail } from "./trade-detail.tsx";

const TABS = [
  { value: "incoming", label: "Incoming" },
  { value: "outgoing", label: "Outgoing" },
  { value: "circles", label: "Circles" },
  { value: "history", label: "History" },
] as const satisfies readonly { value: TradeBox | "circles"; label: string }[];

/** /TradeOffers: incoming, outgoing and past trades, and swap circles. With `?id=` or `?circle=`, one of them. */
export default function TradeOffersScreen() {
  const [query, setQuery] = useSearchParams();
  useTradeUpdates();
  const waiting = useWaitingCircles();
  const tab = TABS.find(({ value }) => value === query.get("tab"))?.value ?? "incoming";
  const id = query.get("id");
  if (id) return <TradeDetail id={id} tab={query.get("tab")} />;
  const circle = query.get("circle");
  if (circle) return <CircleDetail id={circle} />;
  return (
    <PageBody width="form">
      <PageHeader title="Trade offers" description="Swap items with other people, with or without cash on top." />
      <Tabs
        label="Trade offers"
        tabs={TABS.map((one) => (one.value === "circles" && waiting > 0 ? { ...one, count: waiting } : one))}
        value={tab}
        onChange={(value) => setQuery(value === "incoming" ? {} : { tab: value }, { replace: true })}
      >
        {tab === "circles" ? <CircleList /> : <TradeList box={tab} />}
      </Tabs>
    </PageBody>
  );
}

function TradeList({ box }: { box: TradeBox }) {
  const trades = useTrades(box);
  if (trades.isPending) return <ListSkeleton />;
  if (!trades.data) {
    return <ErrorState title="Your trade offers didn't load" query={trades} />;
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
      <LoadMore what="offers" list={trades} />
    </>
  );
}

function Nothing({ box }: { box: TradeBox }) {
  switch (box) {
    case "incoming":
      return (
        <EmptyState
          icon={<Inbox className="size-7" />}
          title="No offers for your items"
          description="When someone wants to swap for one of your items, their offer will show up here."
          action={<LinkButton to="/TradeOffers?tab=outgoing">Offers you sent</LinkButton>}
        />
      );
    case "outgoing":
      return (
        <EmptyState
          icon={<ArrowLeftRight className="size-7" />}
          title="You haven't offered a trade"
          description="Open an item, tap Propose Trade and choose what to offer."
          action={<LinkButton to="/Marketplace">Browse the marketplace</LinkButton>}
        />
      );
    case "history":
      return (
        <EmptyState
          icon={<History className="size-7" />}
          title="Nothing here yet"
          description="Your finished trades will show up here."
        />
      );
  }
}

function ListSkeleton() {
  return (
    <Loading what="trade offers" className="grid gap-4 pt-6">
      <Skeleton className="h-52" />
      <Skeleton className="h-52" />
    </Loading>
  );
}
