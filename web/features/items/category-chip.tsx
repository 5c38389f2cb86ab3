import { CATEGORY_LABELS, type Category } from "#domain/items/catalogue";
import "../../ui/category-colors.css";

export function CategoryChip({ category }: { category: Category }) {
  return (
    <span
      className="inline-flex items-center whitespace-nowrap rounded-full px-3 py-1 text-sm font-semibold"
      style={{ background: `var(--cat-${category})`, color: `var(--cat-${category}-ink)` }}
    >
      {CATEGORY_LABELS[category]}
    </span>
  );
}
