import { ShoppingCart } from "lucide-react";
import { Link } from "react-router-dom";
import { useCartCount } from "../features/checkout/index.ts";

export function CartButton() {
  const count = useCartCount(true);
  const label = count === 0 ? "Cart" : `Cart, ${count} ${count === 1 ? "item" : "items"}`;
  return (
    <Link
      to="/Cart"
      aria-label={label}
      title={label}
      className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink transition-colors duration-150 hover:bg-surface"
    >
      <ShoppingCart className="size-5" aria-hidden="true" />
      {count > 0 ? (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0 flex size-5 items-center justify-center rounded-full bg-brand text-sm font-bold text-on-brand"
        >
          {count}
        </span>
      ) : null}
    </Link>
  );
}
