import { ShoppingCart } from "lucide-react";
import { useCartCount } from "../features/checkout/index.ts";
import { BarLink } from "./bar-link.tsx";

export function CartButton() {
  const count = useCartCount(true);
  const label = count === 0 ? "Cart" : `Cart, ${count} ${count === 1 ? "item" : "items"}`;
  return <BarLink to="/Cart" icon={ShoppingCart} label={label} count={count} />;
}
