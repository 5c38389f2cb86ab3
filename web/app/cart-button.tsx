import { ShoppingCart } from "lucide-react";
import { useCounts } from "../lib/use-counts.ts";
import { BarLink } from "./bar-link.tsx";

export function CartButton() {
  const { cart: count } = useCounts();
  const label = count === 0 ? "Cart" : `Cart, ${count} ${count === 1 ? "item" : "items"}`;
  return <BarLink to="/Cart" icon={ShoppingCart} label={label} count={count} />;
}
