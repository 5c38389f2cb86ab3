-- Stars of deals for nothing are shown and count for nothing: two accounts could give each other any number of them (A103).
-- A trade is paid with things.
DROP TRIGGER ratings_average;
--> statement-breakpoint
DROP TRIGGER ratings_average_update;
--> statement-breakpoint
DROP TRIGGER ratings_average_delete;
--> statement-breakpoint
CREATE TRIGGER ratings_average AFTER INSERT ON ratings BEGIN
  UPDATE profiles SET
    rating_count = (SELECT count(*) FROM ratings r JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
      WHERE r.rated_user_id = new.rated_user_id AND (t.amount_cents >= 100 OR o.hold_id LIKE 'trd_%')),
    average_rating_hundredths = (SELECT CAST(round(avg(r.rating) * 100) AS INTEGER) FROM ratings r JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
      WHERE r.rated_user_id = new.rated_user_id AND (t.amount_cents >= 100 OR o.hold_id LIKE 'trd_%'))
  WHERE id = new.rated_user_id;
END;
--> statement-breakpoint
CREATE TRIGGER ratings_average_update AFTER UPDATE OF rating, rated_user_id ON ratings BEGIN
  UPDATE profiles SET
    rating_count = (SELECT count(*) FROM ratings r JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
      WHERE r.rated_user_id = profiles.id AND (t.amount_cents >= 100 OR o.hold_id LIKE 'trd_%')),
    average_rating_hundredths = (SELECT CAST(round(avg(r.rating) * 100) AS INTEGER) FROM ratings r JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
      WHERE r.rated_user_id = profiles.id AND (t.amount_cents >= 100 OR o.hold_id LIKE 'trd_%'))
  WHERE id IN (old.rated_user_id, new.rated_user_id);
END;
--> statement-breakpoint
CREATE TRIGGER ratings_average_delete AFTER DELETE ON ratings BEGIN
  UPDATE profiles SET
    rating_count = (SELECT count(*) FROM ratings r JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
      WHERE r.rated_user_id = old.rated_user_id AND (t.amount_cents >= 100 OR o.hold_id LIKE 'trd_%')),
    average_rating_hundredths = (SELECT CAST(round(avg(r.rating) * 100) AS INTEGER) FROM ratings r JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
      WHERE r.rated_user_id = old.rated_user_id AND (t.amount_cents >= 100 OR o.hold_id LIKE 'trd_%'))
  WHERE id = old.rated_user_id;
END;
--> statement-breakpoint
UPDATE profiles SET
  rating_count = (SELECT count(*) FROM ratings r JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
      WHERE r.rated_user_id = profiles.id AND (t.amount_cents >= 100 OR o.hold_id LIKE 'trd_%')),
  average_rating_hundredths = (SELECT CAST(round(avg(r.rating) * 100) AS INTEGER) FROM ratings r JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
      WHERE r.rated_user_id = profiles.id AND (t.amount_cents >= 100 OR o.hold_id LIKE 'trd_%'))
WHERE id IN (SELECT rated_user_id FROM ratings);
