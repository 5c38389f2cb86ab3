CREATE TABLE `ad_events` (
	`ad_id` text NOT NULL,
	`kind` text NOT NULL,
	`viewer` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`ad_id`, `kind`, `viewer`, `at`),
	FOREIGN KEY (`ad_id`) REFERENCES `advertisements`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `ad_events_by_age` ON `ad_events` (`at`);--> statement-breakpoint
CREATE TABLE `market_counts` (
	`name` text PRIMARY KEY NOT NULL,
	`count` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `profiles` ADD `listed_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `profiles_stores` ON `profiles` (`listed_count`,`id`) WHERE listed_count > 0;--> statement-breakpoint
CREATE INDEX `items_listed_by_seller` ON `items` (`seller_id`,`created_at`,`id`) WHERE status = 'active' AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `items_listed_by_day_views` ON `items` (created_at / 86400000,`views_count`,`id`) WHERE status = 'active' AND deleted_at IS NULL;--> statement-breakpoint
-- Totals kept by the database: counting a hundred thousand listings for every visit of the home page would not do. A
-- trigger, because status is written by the item's room and deleted_at by the routes.
INSERT INTO market_counts(name, count)
  SELECT 'listed:' || category, count(*) FROM items WHERE status = 'active' AND deleted_at IS NULL GROUP BY category
  UNION ALL SELECT 'sold', count(*) FROM items WHERE status = 'sold' AND deleted_at IS NULL;
--> statement-breakpoint
UPDATE profiles SET listed_count =
  (SELECT count(*) FROM items WHERE seller_id = profiles.id AND status = 'active' AND deleted_at IS NULL);
--> statement-breakpoint
CREATE TRIGGER items_count_insert AFTER INSERT ON items WHEN new.deleted_at IS NULL AND new.status IN ('active', 'sold') BEGIN
  UPDATE profiles SET listed_count = listed_count + 1 WHERE id = new.seller_id AND new.status = 'active';
  INSERT INTO market_counts(name, count)
    VALUES (CASE new.status WHEN 'sold' THEN 'sold' ELSE 'listed:' || new.category END, 1)
    ON CONFLICT(name) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER items_count_update AFTER UPDATE OF status, deleted_at, category ON items
WHEN old.status <> new.status OR old.category <> new.category OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL) BEGIN
  UPDATE profiles SET listed_count = listed_count
    + (new.status = 'active' AND new.deleted_at IS NULL) - (old.status = 'active' AND old.deleted_at IS NULL)
    WHERE id = new.seller_id;
  UPDATE market_counts SET count = count - 1 WHERE old.deleted_at IS NULL AND name =
    CASE old.status WHEN 'sold' THEN 'sold' WHEN 'active' THEN 'listed:' || old.category END;
  INSERT INTO market_counts(name, count)
    SELECT CASE new.status WHEN 'sold' THEN 'sold' ELSE 'listed:' || new.category END, 1
    WHERE new.deleted_at IS NULL AND new.status IN ('active', 'sold')
    ON CONFLICT(name) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER items_count_delete AFTER DELETE ON items WHEN old.deleted_at IS NULL AND old.status IN ('active', 'sold') BEGIN
  UPDATE profiles SET listed_count = listed_count - 1 WHERE id = old.seller_id AND old.status = 'active';
  UPDATE market_counts SET count = count - 1 WHERE name =
    CASE old.status WHEN 'sold' THEN 'sold' ELSE 'listed:' || old.category END;
END;
