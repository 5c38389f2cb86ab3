-- The words of all listings with the number of listings that have them: what a mistyped search is compared with. A view
-- into the full-text index, so there is nothing to maintain.
CREATE VIRTUAL TABLE items_words USING fts5vocab('items_fts', 'row');
--> statement-breakpoint
-- Distinct places are few however many items there are: a place filter looks through these and never through the items.
-- Statements have to spell the expression exactly like this.
CREATE INDEX items_listed_by_place ON items (
  lower(coalesce(suburb, '') || ' ' || coalesce(city, '') || ' ' || coalesce(location, '') || ' ' || coalesce(postcode, ''))
) WHERE status = 'active' AND deleted_at IS NULL;
