import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import type { PaymentMethod } from "#contract/items";
import { useDocumentTitle } from "../../lib/document-title.ts";
import { LinkButton } from "../../ui/button.tsx";
import { PageBody, PageHeader } from "../../ui/layout.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useCheckout } from "./use-checkout.ts";
import { WizardBody, WizardButtons, WizardHold, wizardTitle } from "./wizard.tsx";

/** Payment method that each path preselects, if the seller accepts it. */
const PREFERRED: Record<string, PaymentMethod> = {
  "/stripe-checkout": "stripe",
  "/crypto-checkout": "crypto",
  "/bank-checkout": "bank_transfer",
};

/** /stripe-, /crypto-, /bank- and /free-checkout?item=: the wizard on a page. */
export default function CheckoutScreen() {
  const [query] = useSearchParams();
  const itemId = query.get("item");
  if (!itemId) {
    return (
      <PageBody width="form">
        <PageHeader title="Checkout" />
        <EmptyState
          title="Nothing to check out"
          description="Choose an item, then tap Buy Now."
          action={<LinkButton to="/Marketplace">Back to Marketplace</LinkButton>}
        />
      </PageBody>
    );
  }
  return <CheckoutPage key={itemId} itemId={itemId} />;
}

function CheckoutPage({ itemId }: { itemId: string }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const item = `/ItemDetail/${encodeURIComponent(itemId)}`;
  const checkout = useCheckout({
    itemId,
    active: true,
    onRefused: () => void navigate(item, { replace: true }),
    preferredMethod: PREFERRED[pathname.toLowerCase().replace(/\/+$/, "")],
  });
  const title = wizardTitle(checkout.state);
  useDocumentTitle(title);
  return (
    <PageBody width="form">
      <PageHeader
        title={title}
        description={<WizardHold checkout={checkout} />}
        back={{ to: item, label: "Back to item" }}
      />
      <WizardBody checkout={checkout} level="h2" />
      <div className="mt-6 flex flex-wrap-reverse justify-end gap-2.5 max-sm:*:flex-1">
        <WizardButtons checkout={checkout} onClose={() => void navigate(item)} />
      </div>
    </PageBody>
  );
}
