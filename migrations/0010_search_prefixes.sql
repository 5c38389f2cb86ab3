-- A search looks at the beginning of its last word. Without an index of beginnings as long as it, FTS5 merges all postings
-- of every word that begins so before it gives the first row: the more listings, the slower. With one it streams them.
-- Three quarters more index and a twentieth of a millisecond more for each listing. The triggers name the table and stay.
DROP TABLE items_fts;
--> statement-breakpoint
CREATE VIRTUAL TABLE items_fts USING fts5(
  title, description, tags,
  content='items', content_rowid='rid',
  tokenize='unicode61 remove_diacritics 2', prefix='1 2 3 4 5 6'
);
--> statement-breakpoint
INSERT INTO items_fts(items_fts) VALUES ('rebuild');
