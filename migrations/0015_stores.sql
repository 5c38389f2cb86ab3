CREATE TABLE `stores` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`name` text,
	`name_key` text,
	`description` text DEFAULT '' NOT NULL,
	`banner` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stores_name_key_unique` ON `stores` (`name_key`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `confirmed_at` integer;