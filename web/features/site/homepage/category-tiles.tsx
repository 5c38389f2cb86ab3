import { Link } from "react-router-dom";
import type { HomeView } from "#contract/items/marketplace";
import { groupDigits } from "#domain/group-digits";
import { CATEGORY_LABELS } from "#domain/items/catalogue";
import { CATEGORY_ICONS } from "../../../ui/category-icons.ts";
import "../../../ui/category-colors.css";

/**
 * Categories with the number of items for sale, in their own colours, with links to their tab or filter of the
 * marketplace.
 */
export function CategoryTiles({ categories }: { categories: HomeView["categories"] }) {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {categories.map(({ category, listed }) => {
        const Icon = CATEGORY_ICONS[category];
        return (
          <li key={category}>
            <Link
              to={`/Marketplace?category=${category}`}
              className="group flex h-full items-center gap-3 rounded-lg p-4"
              style={{ background: `var(--cat-${category})`, color: `var(--cat-${category}-ink)` }}
            >
              <Icon className="size-6 shrink-0" strokeWidth={1.75} />
              <span className="min-w-0">
                <span className="block font-semibold underline-offset-4 group-hover:underline">
                  {CATEGORY_LABELS[category]}
                </span>
                <span className="block text-sm tabular-nums">{groupDigits(listed)} for sale</span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
