import { lazy } from "react";
import { useSearchParams } from "react-router-dom";

const CheckoutScreen = lazy(() => import("../features/checkout/checkout-screen.tsx"));
const PaymentScreen = lazy(() => import("../features/payments/payment-screen.tsx"));

/** /stripe-checkout: the checkout wizard with `?item`, otherwise the card payment of an order, purchase or top-up. */
export default function CardCheckoutPage() {
  const [query] = useSearchParams();
  return query.has("item") ? <CheckoutScreen /> : <PaymentScreen />;
}
