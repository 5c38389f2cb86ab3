import { lazy } from "react";
import ItemDetailScreen from "../features/item/item-detail-screen.tsx";

const loadCheckout = () => import("../features/checkout/checkout-dialog.tsx");
const checkout = {
  Dialog: lazy(loadCheckout),
  preload: () => void loadCheckout().catch(() => undefined),
};

/** The item's page with the checkout wizard it opens: the one place where the two features meet. */
export default function ItemPage() {
  return <ItemDetailScreen checkout={checkout} />;
}
