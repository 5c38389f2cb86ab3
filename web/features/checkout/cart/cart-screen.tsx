import { ShoppingCart } from "lucide-react";
import { useNavigate, useSearchParams } from "react-router-dom";
import type { CartReply } from "#contract/checkout/cart";
import { useDocumentTitle } from "../../../lib/document-title.ts";
import { formatDollars, formatPrice } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { PageBody, PageHeader, Panel } from "../../../ui/layout.tsx";
import { RowSkeletons } from "../../../ui/placeholders.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../../ui/states.tsx";
import { PopularItems } from "../../items/index.ts";
import CheckoutDialog from "../checkout-dialog.tsx";
import { Sum } from "../steps/review-step.tsx";
import { useCart } from "./api.ts";
import { CartGroup } from "./cart-group.tsx";
import { PurchasePage } from "./purchase-page.tsx";

/**
 * /Cart: the cart. With `checkout` (`all`, or a seller id) the checkout of its items opens over it, with `bundle` that
 * of a bundle; with `purchase` it shows a purchase and its payment.
 */
export default function CartScreen() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const purchase = query.get("purchase");
  const bundle = query.get("bundle");
  const checkout = query.get("checkout");
  if (purchase) return <PurchasePage key={purchase} id={purchase} />;
  const leave = (to: string) => () => void navigate(to, { replace: true });
  return (
    <>
      <Cart />
      {bundle ? <CheckoutDialog bundleId={bundle} open onClose={leave("/Marketplace?tab=bundles")} /> : null}
      {checkout ? <CheckoutDialog cartOf={checkout === "all" ? null : checkout} open onClose={leave("/Cart")} /> : null}
    </>
  );
}

const COLUMNS = "grid grid-cols-1 gap-y-7 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:gap-x-8 lg:gap-x-12";

function Cart() {
  useDocumentTitle("Cart");
  const { data, error, refetch } = useCart();
  const { holdLength } = useSession();
  if (!data) {
    return error ? (
      <PageBody>
        <PageHeader title="Cart" />
        <ErrorState title="Your cart didn't load" query={{ error, refetch }} />
      </PageBody>
    ) : (
      <CartSkeleton />
    );
  }
  if (data.count === 0) {
    return (
      <PageBody>
        <PageHeader title="Cart" />
        <EmptyState
          icon={<ShoppingCart className="size-7" />}
          title="Your cart is empty"
          description={`Add an item and we'll hold it for ${holdLength} while you look around.`}
          action={<LinkButton to="/Marketplace">Browse the marketplace</LinkButton>}
        />
        <PopularItems />
      </PageBody>
    );
  }
  return (
    <PageBody>
      <PageHeader
        title="Cart"
        description={`We hold each item for you for ${holdLength}. After that, others can buy it.`}
      />
      <div className={COLUMNS}>
        <div className="flex flex-col gap-7">
          {data.groups.map((group) => (
            <CartGroup
              key={group.seller.id}
              group={group}
              only={data.groups.length === 1}
              onLapse={() => void refetch()}
            />
          ))}
        </div>
        <Summary cart={data} />
      </div>
    </PageBody>
  );
}

function CartSkeleton() {
  return (
    <PageBody>
      <PageHeader title="Cart" />
      <Loading what="your cart" className={COLUMNS}>
        <RowSkeletons />
        <Skeleton className="h-52" />
      </Loading>
    </PageBody>
  );
}

/** Total of all held entries, and the button to buy them together. */
function Summary({ cart }: { cart: CartReply }) {
  const { held_count: held, total, list_total: listed } = cart;
  const together = held > 0 && (total === 0 || cart.methods.length > 0);
  return (
    <div className="md:sticky md:top-24 md:self-start">
      <Panel>
        <h2 className="font-bold">
          {held} of {cart.count} {cart.count === 1 ? "item" : "items"} held
        </h2>
        <dl className="mt-3 grid gap-1.5">
          {listed > total ? (
            <>
              <Sum name="Subtotal" value={formatDollars(listed)} />
              <Sum name="Special offers" value={`−${formatDollars(Math.round((listed - total) * 100) / 100)}`} />
            </>
          ) : null}
          <Sum name="Total" value={held === 0 ? formatDollars(0) : formatPrice(total)} strong />
        </dl>
        {together ? (
          <LinkButton to="/Cart?checkout=all" size="lg" block className="mt-4">
            Check out
          </LinkButton>
        ) : null}
        <p className="mt-3 text-sm text-muted">{hint(cart, together)}</p>
      </Panel>
    </div>
  );
}

function hint(cart: CartReply, together: boolean): string {
  if (cart.held_count === 0) return "We're not holding anything for you right now. Hold an item again to buy it.";
  if (together) return "If any item is gone, we won't charge you for the rest.";
  return cart.groups.length > 1
    ? "You can't pay these sellers in one go. Check out from one seller at a time."
    : "You can't pay for these items in one go. Open an item to see its payment options.";
}
