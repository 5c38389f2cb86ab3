import { useLocation, useNavigate } from "react-router-dom";
import { ApiError } from "../../lib/api-client.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { forgetHold } from "./checkout-hold.ts";
import { useCheckout } from "./use-checkout.ts";
import { WizardBody, WizardButtons, WizardHold, wizardTitle } from "./wizard.tsx";

export interface CheckoutDialogProps {
  itemId: string;
  open: boolean;
  onClose: () => void;
}

/** Checkout dialog of one item. Opening it holds the item; closing it without an order, except by Back, releases it. */
export default function CheckoutDialog(props: CheckoutDialogProps) {
  return <ItemCheckout key={props.itemId} {...props} />;
}

function ItemCheckout({ itemId, open, onClose }: CheckoutDialogProps) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const checkout = useCheckout({
    itemId,
    active: open,
    onRefused: (error) => {
      onClose();
      if (error instanceof ApiError && error.code === "not_authenticated") {
        void navigate(`/SignIn?returnUrl=${encodeURIComponent(pathname + search)}`);
      }
    },
  });
  // While the purchase request is pending its result is unknown; closing would hide it.
  const close = () => {
    if (checkout.state.busy !== "paying") onClose();
  };
  // Back is often a reflex, so it releases nothing: opening the checkout again continues with the hold (decision 0037).
  const goBack = () => {
    if (checkout.state.stage === "steps" && !checkout.state.lapsed && checkout.state.busy !== "paying") {
      forgetHold(itemId);
      toast({ title: "Still held for you", description: "Open the checkout again to carry on." });
    }
    close();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      onBack={goBack}
      sticky
      title={<span className="line-clamp-2">{wizardTitle(checkout.state)}</span>}
      description={<WizardHold checkout={checkout} />}
      footer={<WizardButtons checkout={checkout} onClose={close} />}
    >
      <WizardBody checkout={checkout} level="h3" />
    </Dialog>
  );
}
