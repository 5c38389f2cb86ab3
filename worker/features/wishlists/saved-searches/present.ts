import type { SavedSearchView } from "#contract/wishlists";
import { describeTerms, linkForTerms, type SearchTerms } from "#domain/wishlists/wish-lists";
import type { SearchRow } from "./queries.ts";

export function presentSearch(row: SearchRow): SavedSearchView {
  const terms = JSON.parse(row.terms) as SearchTerms;
  const description = describeTerms(terms);
  return {
    id: row.id,
    name: row.name ?? description,
    description,
    frequency: row.frequency,
    link: linkForTerms(terms),
    created_at: row.created_at,
    last_notice_at: row.last_notice_at,
  };
}
