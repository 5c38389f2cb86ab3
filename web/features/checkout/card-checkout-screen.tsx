import { useSearchParams } from "react-router-dom";
import { PaymentScreen } from "../payments/index.ts";
import CheckoutScreen from "./checkout-screen.tsx";

/** /stripe-checkout: the checkout wizard with `?item`, otherwise the card payment of an order, purchase or top-up. */
export default function CardCheckoutScreen() {
  const [query] = useSearchParams();
  return query.has("item") ? <CheckoutScreen /> : <PaymentScreen />;
}
