import { clsx } from "clsx";
import { CATEGORY_LABELS, type Category } from "#domain/items/catalogue";
import "../../ui/category-colors.css";

export function CategoryChip({ category, className }: { category: Category; className?: string }) {
  return (
    <span
      className={clsx(
        "inline-flex items-center whitespace-nowrap rounded-full px-3 py-1 text-sm font-semibold",
        className,
      )}
      style={{ background: `var(--cat-${category})`, color: `var(--cat-${category}-ink)` }}
    >
      {CATEGORY_LABELS[category]}
    </span>
  );
}
