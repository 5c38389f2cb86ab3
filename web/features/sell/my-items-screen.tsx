import { Plus } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import type { ItemCard } from "#contract/items";
import { useSession } from "../../lib/session.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { PageBody, PageHeader } from "../../ui/layout.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { type MineStatus, useMyItems } from "./api.ts";
import { DraftRows } from "./draft-rows.tsx";
import { GUEST } from "./drafts.ts";
import { MyItemRow } from "./my-item-row.tsx";

type TabName = "all" | MineStatus;

const TABS: readonly { value: TabName; label: string }[] = [
  { value: "all", label: "All" },
  { value: "active", label: "Active" },
  { value: "sold", label: "Sold" },
  { value: "inactive", label: "Inactive" },
];

const EMPTY: Record<TabName, { title: string; description: string }> = {
  all: { title: "No listings yet", description: "Somebody nearby may be looking for what you no longer need." },
  active: { title: "No active listings", description: "What is on sale right now appears here." },
  sold: { title: "Nothing sold yet", description: "Items appear here once their buyer has paid." },
  inactive: { title: "No inactive listings", description: "Listings you take off sale wait here." },
};

/** /MyItems: the seller's own listings, and the drafts of this browser. The tab stands in the address. */
export default function MyItemsScreen() {
  const { user, profile } = useSession();
  const owner = user?.id ?? GUEST;
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find(({ value }) => value === search.get("tab"))?.value ?? "all";
  const items = useMyItems(tab === "all" ? null : tab);
  return (
    <PageBody>
      <PageHeader
        title="My Items"
        actions={
          <LinkButton to="/AddItem" icon={<Plus className="size-5" aria-hidden="true" />}>
            Add New Item
          </LinkButton>
        }
      />
      {profile?.account_restricted ? (
        <Notice kind="warning" title="A buyer waits for your answer" className="mb-5">
          <p>Say whether the payment arrived, and you can list and buy again.</p>
          <LinkButton to="/PaymentConfirmations" size="sm" className="mt-2.5">
            Payment Confirmations
          </LinkButton>
        </Notice>
      ) : null}
      <Tabs
        label="Show listings"
        tabs={TABS}
        value={tab}
        onChange={(value) => setSearch(value === "all" ? {} : { tab: value }, { replace: true })}
      >
        <div className="pt-5">
          {tab === "all" ? <DraftRows key={owner} owner={owner} /> : null}
          <Listings tab={tab} items={items} />
        </div>
      </Tabs>
    </PageBody>
  );
}

function Listings({ tab, items }: { tab: TabName; items: ReturnType<typeof useMyItems> }) {
  if (items.isPending) {
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">Loading…</span>
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-24" />
        ))}
      </div>
    );
  }
  if (items.isError) {
    return <ErrorState title="Failed to load your items." error={items.error} onRetry={() => void items.refetch()} />;
  }
  if (items.data.length === 0) {
    return (
      <EmptyState
        {...EMPTY[tab]}
        action={tab === "all" ? <LinkButton to="/AddItem">List your first item</LinkButton> : null}
      />
    );
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {items.data.map((item: ItemCard) => (
          <MyItemRow key={item.id} item={item} />
        ))}
      </ul>
      {items.hasNextPage ? (
        <div className="mt-6 flex justify-center">
          <Button variant="secondary" loading={items.isFetchingNextPage} onClick={() => void items.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </>
  );
}
