import { lazy } from "react";
import { useSearchParams } from "react-router-dom";

const CheckoutScreen = lazy(() => import("../features/checkout/checkout-screen.tsx"));
const PaymentScreen = lazy(() => import("../features/payments/payment-screen.tsx"));

/** /stripe-checkout: the wizard for `item`, otherwise an order, purchase or top-up that awaits its card. */
export default function CardCheckoutPage() {
  const [query] = useSearchParams();
  return query.has("item") ? <CheckoutScreen /> : <PaymentScreen />;
}
