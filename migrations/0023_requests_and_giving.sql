CREATE TABLE `announcements_seen` (
	`user_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `item_causes` (
	`item_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`abn` text,
	`listed_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `item_causes_by_date` ON `item_causes` (`listed_at`,`item_id`);--> statement-breakpoint
CREATE TABLE `matching_progress` (
	`name` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`item_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `request_matches` (
	`request_id` text NOT NULL,
	`item_id` text NOT NULL,
	`source` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`request_id`, `item_id`),
	FOREIGN KEY (`request_id`) REFERENCES `requests`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `request_matches_by_date` ON `request_matches` (`request_id`,`at`);--> statement-breakpoint
CREATE INDEX `request_matches_by_item` ON `request_matches` (`item_id`);--> statement-breakpoint
CREATE TABLE `request_words` (
	`word` text NOT NULL,
	`request_id` text NOT NULL,
	PRIMARY KEY(`word`, `request_id`),
	FOREIGN KEY (`request_id`) REFERENCES `requests`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `request_words_by_request` ON `request_words` (`request_id`);--> statement-breakpoint
ALTER TABLE `support_requests` ADD `topic` text;--> statement-breakpoint
ALTER TABLE `support_requests` ADD `sender_name` text;--> statement-breakpoint
ALTER TABLE `requests` ADD `postcode` text;--> statement-breakpoint
ALTER TABLE `requests` ADD `lat` real;--> statement-breakpoint
ALTER TABLE `requests` ADD `lon` real;--> statement-breakpoint
ALTER TABLE `requests` ADD `within_km` integer;--> statement-breakpoint
CREATE INDEX `requests_open_by_category` ON `requests` (`category`,`created_at`,`id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `requests_open_by_point` ON `requests` (`lat`,`lon`) WHERE status = 'open' AND lat IS NOT NULL;--> statement-breakpoint
CREATE INDEX `requests_by_user_and_date` ON `requests` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `items_listed_free` ON `items` (`created_at`,`id`) WHERE price_cents = 0 AND status = 'active' AND deleted_at IS NULL;