import type { SavedSearchView } from "#contract/wishlists";
import { pick } from "#domain/pick";
import { describeTerms, linkForTerms, type SearchTerms } from "#domain/wishlists/wish-lists";
import type { SearchRow } from "./queries.ts";

export function presentSearch(row: SearchRow): SavedSearchView {
  const terms = JSON.parse(row.terms) as SearchTerms;
  const description = describeTerms(terms);
  return {
    ...pick(row, "id", "frequency", "created_at", "last_notice_at"),
    name: row.name ?? description,
    description,
    link: linkForTerms(terms),
  };
}
