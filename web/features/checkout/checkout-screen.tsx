import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import type { PaymentMethod } from "#contract/items";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { LinkButton } from "../../ui/button.tsx";
import { PageBody, PageHeader } from "../../ui/layout.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { PaymentScreen } from "../payments/index.ts";
import CheckoutDialog from "./checkout-dialog.tsx";

/** Payment method that each path preselects, if the seller accepts it. */
const PREFERRED: Record<string, PaymentMethod> = {
  "/stripe-checkout": "stripe",
  "/crypto-checkout": "crypto",
  "/bank-checkout": "bank_transfer",
};

/**
 * /stripe-, /crypto-, /bank- and /free-checkout?item=: the checkout of the item. /stripe-checkout is otherwise the card
 * payment of an order, purchase or top-up.
 */
export default function CheckoutScreen() {
  const [query] = useSearchParams();
  const path = useLocation().pathname.toLowerCase().replace(/\/+$/, "");
  const itemId = query.get("item");
  if (itemId === null && path === "/stripe-checkout") return <PaymentScreen />;
  return <ItemCheckout itemId={itemId} preferredMethod={PREFERRED[path]} />;
}

function ItemCheckout({ itemId, ...preferred }: { itemId: string | null; preferredMethod: PaymentMethod | undefined }) {
  const navigate = useNavigate();
  useDocumentTitle("Checkout");
  const item = `/ItemDetail/${encodeURIComponent(itemId ?? "")}`;
  return (
    <PageBody width="form">
      <PageHeader title="Checkout" {...(itemId && { back: { to: item, label: "Back to item" } })} />
      {itemId ? (
        <CheckoutDialog itemId={itemId} open onClose={() => void navigate(item, { replace: true })} {...preferred} />
      ) : (
        <EmptyState
          title="Nothing to check out"
          description="Choose an item, then tap Buy Now."
          action={<LinkButton to="/Marketplace">Back to Marketplace</LinkButton>}
        />
      )}
    </PageBody>
  );
}
