CREATE TABLE `new_listings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`item_id` text NOT NULL,
	`after_search` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `new_listings_item_id_unique` ON `new_listings` (`item_id`);--> statement-breakpoint
CREATE TABLE `saved_searches` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`name` text,
	`terms` text NOT NULL,
	`terms_key` text NOT NULL,
	`category` text DEFAULT '' NOT NULL,
	`lat` real,
	`lon` real,
	`frequency` text NOT NULL,
	`created_at` integer NOT NULL,
	`found` integer DEFAULT 0 NOT NULL,
	`found_item_id` text,
	`notice_at` integer,
	`last_notice_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_searches_once` ON `saved_searches` (`owner_id`,`terms_key`);--> statement-breakpoint
CREATE INDEX `saved_searches_by_category` ON `saved_searches` (`category`,`id`) WHERE frequency <> 'off';--> statement-breakpoint
CREATE INDEX `saved_searches_due` ON `saved_searches` (`notice_at`) WHERE notice_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `wish_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`item_id` text NOT NULL,
	`kind` text NOT NULL,
	`after_user` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `wish_watches` (
	`user_id` text NOT NULL,
	`item_id` text NOT NULL,
	`noted_cents` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `item_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `wish_watches_by_item` ON `wish_watches` (`item_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `wish_watches_by_price` ON `wish_watches` (`item_id`,`noted_cents`);--> statement-breakpoint
-- Whoever writes a price or a state, the room or anybody else: what people wait for is on record with it.
CREATE TRIGGER items_cheaper_for_wishes AFTER UPDATE OF price_cents ON items
WHEN new.price_cents < old.price_cents AND new.deleted_at IS NULL
  AND EXISTS (SELECT 1 FROM wish_watches WHERE item_id = new.id AND noted_cents > new.price_cents) BEGIN
  INSERT INTO wish_events(item_id, kind, at) VALUES (new.id, 'price', CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER items_back_for_wishes AFTER UPDATE OF status ON items
WHEN new.status = 'active' AND old.status <> 'active' AND new.deleted_at IS NULL
  AND EXISTS (SELECT 1 FROM wish_watches WHERE item_id = new.id) BEGIN
  INSERT INTO wish_events(item_id, kind, at) VALUES (new.id, 'back', CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER items_new_for_searches AFTER INSERT ON items
WHEN new.status = 'active' AND new.deleted_at IS NULL AND EXISTS (SELECT 1 FROM saved_searches) BEGIN
  INSERT OR IGNORE INTO new_listings(item_id, at) VALUES (new.id, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
-- Those who have things on their lists already watch them from now on.
INSERT OR IGNORE INTO wish_watches (user_id, item_id, noted_cents, created_at)
  SELECT l.owner_id, w.item_id, i.price_cents, w.added_at FROM wish_list_items w
  JOIN wish_lists l ON l.id = w.list_id JOIN items i ON i.id = w.item_id;
