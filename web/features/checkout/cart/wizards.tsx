import { useNavigate } from "react-router-dom";
import type { PurchaseMethod } from "#contract/checkout/purchases";
import { ApiError } from "../../../lib/api-client.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { PageSkeleton } from "../../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../../ui/states.tsx";
import { useBundleCheckout, useCart } from "./api.ts";
import { type PurchaseOffer, PurchaseWizard } from "./purchase-wizard.tsx";

const JOINT: readonly PurchaseMethod[] = ["bank_transfer", "stripe"];

/** Checkout of everything held in the cart, or of one seller's items. */
export function CartWizard({ sellerId }: { sellerId: string | null }) {
  const navigate = useNavigate();
  const { data, error, refetch } = useCart();
  const back = { to: "/Cart", label: "Back to cart" };
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const groups = data.groups.filter((group) => sellerId === null || group.seller.id === sellerId);
  const held = groups.flatMap((group) => group.lines.filter((line) => line.state === "held"));
  const whole = sellerId === null ? data : groups[0];
  if (held.length === 0 || !whole) {
    return (
      <PageBody width="form">
        <PageHeader title="Checkout" back={back} />
        <EmptyState
          title="We're not holding anything for you"
          description="Your time is up. Hold the items again to buy them."
          action={<LinkButton to="/Cart">Back to cart</LinkButton>}
        />
      </PageBody>
    );
  }
  const offer: PurchaseOffer = {
    title: held.length === 1 ? "Buy 1 item" : `Buy ${held.length} items`,
    lines: held,
    amount: whole.total,
    methods: JOINT.filter((method) => whole.methods.some((offered) => offered === method)),
    too_late: whole.too_late,
    until: Math.min(...held.map((line) => line.reserved_until ?? 0)),
    of: { kind: "cart", itemIds: held.map((line) => line.item_id) },
  };
  return (
    <PurchaseWizard
      offer={offer}
      back={back}
      refresh={() => refetch()}
      onGone={() => void navigate("/Cart", { replace: true })}
    />
  );
}

/** Checkout of a bundle. Nothing is held before the purchase, which takes all items or none. */
export function BundleWizard({ bundleId }: { bundleId: string }) {
  const navigate = useNavigate();
  const { data, error, refetch } = useBundleCheckout(bundleId, true);
  const back = { to: "/Marketplace?tab=bundles", label: "Back to bundles" };
  if (!data) {
    if (!error) return <PageSkeleton />;
    const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (!refused) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return (
      <PageBody width="form">
        <PageHeader title="Checkout" back={back} />
        <EmptyState
          title="You can't buy this bundle right now"
          description={error.message}
          action={<LinkButton to={back.to}>Back to bundles</LinkButton>}
        />
      </PageBody>
    );
  }
  const offer: PurchaseOffer = {
    title: `Buy ${data.items.length} items together`,
    lines: data.items,
    amount: data.amount,
    methods: data.methods,
    too_late: data.too_late,
    until: null,
    of: { kind: "bundle", bundleId },
  };
  return (
    <PurchaseWizard
      offer={offer}
      back={back}
      refresh={() => refetch()}
      onGone={() => void navigate(back.to, { replace: true })}
    />
  );
}
