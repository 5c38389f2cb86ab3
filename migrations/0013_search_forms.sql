-- Other forms of a listing's words become searched text (decision 0007). SQLite drops a column only while no trigger names
-- it. Existing rows stay as they are in the index: their forms are null until a job fills them in.
ALTER TABLE `items` ADD `search_forms` text;--> statement-breakpoint
DROP TRIGGER items_text_insert;--> statement-breakpoint
DROP TRIGGER items_text_update;--> statement-breakpoint
DROP TRIGGER items_text_delete;--> statement-breakpoint
ALTER TABLE `items` DROP COLUMN `keywords`;--> statement-breakpoint
ALTER TABLE `items` ADD `keywords` text GENERATED ALWAYS AS (coalesce(tags, '') || ' ' || coalesce(search_forms, '')) VIRTUAL NOT NULL;--> statement-breakpoint
CREATE TRIGGER items_text_insert AFTER INSERT ON items BEGIN
  INSERT INTO items_fts(rowid, title, description, keywords) VALUES (new.rid, new.title, new.description, new.keywords);
  INSERT INTO listing_split (rowid, words) VALUES (1, new.title || ' ' || new.description || ' ' || new.keywords);
  INSERT OR IGNORE INTO search_words (word)
    SELECT term FROM listing_split_words WHERE length(term) BETWEEN 3 AND 40 AND term NOT GLOB '*[0-9]*';
  INSERT INTO listing_split (listing_split) VALUES ('delete-all');
END;
--> statement-breakpoint
-- Only when the text changes: a hold or a sale must not rewrite the index. By value, because UPDATE OF never names a
-- generated column.
CREATE TRIGGER items_text_update AFTER UPDATE ON items
WHEN (new.title, new.description, new.keywords) IS NOT (old.title, old.description, old.keywords) BEGIN
  INSERT INTO items_fts(items_fts, rowid, title, description, keywords) VALUES ('delete', old.rid, old.title, old.description, old.keywords);
  INSERT INTO items_fts(rowid, title, description, keywords) VALUES (new.rid, new.title, new.description, new.keywords);
  INSERT INTO listing_split (rowid, words) VALUES (1, new.title || ' ' || new.description || ' ' || new.keywords);
  INSERT OR IGNORE INTO search_words (word)
    SELECT term FROM listing_split_words WHERE length(term) BETWEEN 3 AND 40 AND term NOT GLOB '*[0-9]*';
  INSERT INTO listing_split (listing_split) VALUES ('delete-all');
END;
--> statement-breakpoint
CREATE TRIGGER items_text_delete AFTER DELETE ON items BEGIN
  INSERT INTO items_fts(items_fts, rowid, title, description, keywords) VALUES ('delete', old.rid, old.title, old.description, old.keywords);
END;
