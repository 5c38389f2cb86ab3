-- Full-text search over title, description and tags. Content lives in `items`; `rid` is a declared INTEGER PRIMARY KEY
-- because implicit rowids may be renumbered on dump and restore.
CREATE VIRTUAL TABLE items_fts USING fts5(
  title, description, tags,
  content='items', content_rowid='rid',
  tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);
--> statement-breakpoint
CREATE TRIGGER items_fts_insert AFTER INSERT ON items BEGIN
  INSERT INTO items_fts(rowid, title, description, tags) VALUES (new.rid, new.title, new.description, new.tags);
END;
--> statement-breakpoint
-- Only when the words change: a hold or a sale must not rewrite the index.
CREATE TRIGGER items_fts_update AFTER UPDATE OF title, description, tags ON items BEGIN
  INSERT INTO items_fts(items_fts, rowid, title, description, tags) VALUES ('delete', old.rid, old.title, old.description, old.tags);
  INSERT INTO items_fts(rowid, title, description, tags) VALUES (new.rid, new.title, new.description, new.tags);
END;
--> statement-breakpoint
CREATE TRIGGER items_fts_delete AFTER DELETE ON items BEGIN
  INSERT INTO items_fts(items_fts, rowid, title, description, tags) VALUES ('delete', old.rid, old.title, old.description, old.tags);
END;
--> statement-breakpoint
-- The specification's item_reservations, read from the one place that holds the truth in D1.
CREATE VIEW item_reservations AS
  SELECT id AS item_id, holder_id AS user_id, hold_kind AS reservation_type, hold_until AS reserved_until
  FROM items WHERE holder_id IS NOT NULL;
--> statement-breakpoint
-- Ledger (D19): append-only, and the cached balance moves in the same statement as the row. The CHECK on
-- profiles.seller_balance_cents refuses a debit below zero and takes the row with it (D28).
CREATE TRIGGER balance_transactions_apply AFTER INSERT ON balance_transactions BEGIN
  UPDATE profiles SET seller_balance_cents = seller_balance_cents + new.amount_cents WHERE id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER balance_transactions_no_update BEFORE UPDATE ON balance_transactions BEGIN
  SELECT RAISE(ABORT, 'balance_transactions is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER balance_transactions_no_delete BEFORE DELETE ON balance_transactions BEGIN
  SELECT RAISE(ABORT, 'balance_transactions is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER order_events_no_update BEFORE UPDATE ON order_events BEGIN
  SELECT RAISE(ABORT, 'order_events is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER order_events_no_delete BEFORE DELETE ON order_events BEGIN
  SELECT RAISE(ABORT, 'order_events is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END;
--> statement-breakpoint
-- Average and count of ratings, kept by the database (D43).
CREATE TRIGGER ratings_average AFTER INSERT ON ratings BEGIN
  UPDATE profiles SET
    rating_count = (SELECT count(*) FROM ratings WHERE rated_user_id = new.rated_user_id),
    average_rating_hundredths = (SELECT CAST(round(avg(rating) * 100) AS INTEGER) FROM ratings WHERE rated_user_id = new.rated_user_id)
  WHERE id = new.rated_user_id;
END;
--> statement-breakpoint
-- A rating before completion or between strangers: refused where no route can forget it.
CREATE TRIGGER ratings_only_after_completion BEFORE INSERT ON ratings
WHEN NOT EXISTS (SELECT 1 FROM transactions t WHERE t.id = new.transaction_id AND t.status = 'completed'
  AND ((t.buyer_id = new.rated_by_user_id AND t.seller_id = new.rated_user_id)
    OR (t.seller_id = new.rated_by_user_id AND t.buyer_id = new.rated_user_id))) BEGIN
  SELECT RAISE(ABORT, 'ratings need a completed transaction between the two');
END;
