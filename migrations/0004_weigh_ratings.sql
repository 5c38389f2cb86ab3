ALTER TABLE `ratings` ADD `left_out` text;--> statement-breakpoint
ALTER TABLE `ratings` ADD `examined_at` integer;--> statement-breakpoint
CREATE INDEX `ratings_unexamined` ON `ratings` (`published_at`) WHERE examined_at IS NULL AND published_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `ratings_by_author` ON `ratings` (`rated_by_user_id`,`rated_user_id`,`created_at`);
--> statement-breakpoint
-- The average counts what is left out no more (D88).
DROP TRIGGER ratings_average;
--> statement-breakpoint
DROP TRIGGER ratings_average_update;
--> statement-breakpoint
DROP TRIGGER ratings_average_delete;
--> statement-breakpoint
CREATE TRIGGER ratings_average AFTER INSERT ON ratings BEGIN
  UPDATE profiles SET
    rating_count = (SELECT count(*) FROM ratings r JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
      WHERE r.rated_user_id = new.rated_user_id AND r.published_at IS NOT NULL AND r.left_out IS NULL AND (t.amount_cents >= 100 OR substr(o.hold_id, 1, 4) IN ('trd_', 'cir_'))),
    average_rating_hundredths = (SELECT CAST(round(avg(r.rating) * 100) AS INTEGER) FROM ratings r JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
      WHERE r.rated_user_id = new.rated_user_id AND r.published_at IS NOT NULL AND r.left_out IS NULL AND (t.amount_cents >= 100 OR substr(o.hold_id, 1, 4) IN ('trd_', 'cir_')))
  WHERE id = new.rated_user_id;
END;
--> statement-breakpoint
CREATE TRIGGER ratings_average_update AFTER UPDATE OF rating, rated_user_id, published_at, left_out ON ratings BEGIN
  UPDATE profiles SET
    rating_count = (SELECT count(*) FROM ratings r JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
      WHERE r.rated_user_id = profiles.id AND r.published_at IS NOT NULL AND r.left_out IS NULL AND (t.amount_cents >= 100 OR substr(o.hold_id, 1, 4) IN ('trd_', 'cir_'))),
    average_rating_hundredths = (SELECT CAST(round(avg(r.rating) * 100) AS INTEGER) FROM ratings r JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
      WHERE r.rated_user_id = profiles.id AND r.published_at IS NOT NULL AND r.left_out IS NULL AND (t.amount_cents >= 100 OR substr(o.hold_id, 1, 4) IN ('trd_', 'cir_')))
  WHERE id IN (old.rated_user_id, new.rated_user_id);
END;
--> statement-breakpoint
CREATE TRIGGER ratings_average_delete AFTER DELETE ON ratings BEGIN
  UPDATE profiles SET
    rating_count = (SELECT count(*) FROM ratings r JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
      WHERE r.rated_user_id = old.rated_user_id AND r.published_at IS NOT NULL AND r.left_out IS NULL AND (t.amount_cents >= 100 OR substr(o.hold_id, 1, 4) IN ('trd_', 'cir_'))),
    average_rating_hundredths = (SELECT CAST(round(avg(r.rating) * 100) AS INTEGER) FROM ratings r JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
      WHERE r.rated_user_id = old.rated_user_id AND r.published_at IS NOT NULL AND r.left_out IS NULL AND (t.amount_cents >= 100 OR substr(o.hold_id, 1, 4) IN ('trd_', 'cir_')))
  WHERE id = old.rated_user_id;
END;
