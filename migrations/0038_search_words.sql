-- What a mistyped word is compared with: every word listings have had, once. A view into the index (items_words) counted the
-- postings of each word it passed, so that a search that finds nothing became slower with every listing. Words stay when
-- their last listing goes; whether one still has listings is asked of the index.
CREATE TABLE search_words (
  word TEXT PRIMARY KEY NOT NULL
);
--> statement-breakpoint
INSERT INTO search_words (word)
  SELECT term FROM items_words WHERE length(term) BETWEEN 3 AND 40 AND term NOT GLOB '*[0-9]*';
--> statement-breakpoint
-- Takes one listing apart into the words the index has of it: holds a row only while a trigger runs.
CREATE VIRTUAL TABLE listing_split USING fts5(
  words, content='', columnsize=0, detail=none, tokenize='unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE VIRTUAL TABLE listing_split_words USING fts5vocab('listing_split', 'row');
--> statement-breakpoint
CREATE TRIGGER items_words_insert AFTER INSERT ON items BEGIN
  INSERT INTO listing_split (rowid, words)
    VALUES (1, new.title || ' ' || coalesce(new.description, '') || ' ' || coalesce(new.tags, ''));
  INSERT OR IGNORE INTO search_words (word)
    SELECT term FROM listing_split_words WHERE length(term) BETWEEN 3 AND 40 AND term NOT GLOB '*[0-9]*';
  INSERT INTO listing_split (listing_split) VALUES ('delete-all');
END;
--> statement-breakpoint
CREATE TRIGGER items_words_update AFTER UPDATE OF title, description, tags ON items BEGIN
  INSERT INTO listing_split (rowid, words)
    VALUES (1, new.title || ' ' || coalesce(new.description, '') || ' ' || coalesce(new.tags, ''));
  INSERT OR IGNORE INTO search_words (word)
    SELECT term FROM listing_split_words WHERE length(term) BETWEEN 3 AND 40 AND term NOT GLOB '*[0-9]*';
  INSERT INTO listing_split (listing_split) VALUES ('delete-all');
END;
