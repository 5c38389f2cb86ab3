import { ShoppingBag, Tag } from "lucide-react";
import { useLocation, useSearchParams } from "react-router-dom";
import { Button, LinkButton } from "../../ui/button.tsx";
import { PageBody, PageHeader } from "../../ui/layout.tsx";
import { RowSkeletons } from "../../ui/placeholders.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { PopularItems } from "../items/index.ts";
import { type OrderRole, useOrders } from "./api.ts";
import { OrderCard } from "./order-card.tsx";

const TABS = [
  { value: "buyer", label: "Buying" },
  { value: "seller", label: "Selling" },
] as const satisfies readonly { value: OrderRole; label: string }[];

/** /MyOrders and /MyPurchases: the viewer's purchases and sales. */
export default function OrdersScreen() {
  const { pathname } = useLocation();
  const [query, setQuery] = useSearchParams();
  const role: OrderRole = query.get("tab") === "selling" ? "seller" : "buyer";
  const purchases = /^\/+mypurchases/i.test(pathname);
  return (
    <PageBody>
      <PageHeader title={purchases ? "My purchases" : "My orders"} />
      <Tabs
        label="Orders"
        tabs={TABS}
        value={role}
        onChange={(value) => setQuery(value === "seller" ? { tab: "selling" } : {}, { replace: true })}
      >
        <OrderList role={role} />
      </Tabs>
    </PageBody>
  );
}

function OrderList({ role }: { role: OrderRole }) {
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useOrders(role);
  if (isPending) return <ListSkeleton />;
  if (!data) return <ErrorState title="Your orders didn't load" query={{ error, refetch }} />;
  const orders = data.pages.flatMap((page) => page.items);
  if (orders.length === 0) return <NoOrders role={role} />;
  return (
    <>
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <li key={order.id}>
            <OrderCard order={order} />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <div className="mt-4 text-center">
          <Button variant="secondary" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </>
  );
}

function NoOrders({ role }: { role: OrderRole }) {
  return role === "buyer" ? (
    <>
      <EmptyState
        icon={<ShoppingBag className="size-7" />}
        title="No purchases yet"
        description="Everything you buy or get for free will show up here, with payment and pickup details."
        action={<LinkButton to="/Marketplace">Browse the marketplace</LinkButton>}
      />
      <PopularItems />
    </>
  ) : (
    <EmptyState
      icon={<Tag className="size-7" />}
      title="No sales yet"
      description="When someone buys one of your items, the order will show up here."
      action={<LinkButton to="/AddItem">List an item</LinkButton>}
    />
  );
}

function ListSkeleton() {
  return (
    <Loading what="orders">
      <RowSkeletons />
    </Loading>
  );
}
