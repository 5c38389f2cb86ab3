CREATE TABLE `listing_drafts` (
	`owner_id` text NOT NULL,
	`id` text NOT NULL,
	`content` text,
	`photo_ids` text NOT NULL,
	`missing_photos` integer DEFAULT 0 NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	`item_id` text,
	PRIMARY KEY(`owner_id`, `id`),
	FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `listing_drafts_by_age` ON `listing_drafts` (`updated_at`);--> statement-breakpoint
CREATE INDEX `items_sold_by_category` ON `items` (`category`,`condition`,`sold_at`) WHERE status = 'sold' AND deleted_at IS NULL;