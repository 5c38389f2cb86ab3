CREATE TABLE `payout_set_offs` (
	`id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`owed_order_id` text NOT NULL,
	`kept_order_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`created_at` integer NOT NULL,
	`undone_at` integer,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_set_offs_amount" CHECK("payout_set_offs"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE INDEX `payout_set_offs_by_owed` ON `payout_set_offs` (`owed_order_id`) WHERE undone_at IS NULL;--> statement-breakpoint
CREATE INDEX `payout_set_offs_by_kept` ON `payout_set_offs` (`kept_order_id`) WHERE undone_at IS NULL;--> statement-breakpoint
CREATE INDEX `payout_set_offs_by_seller` ON `payout_set_offs` (`seller_id`);--> statement-breakpoint
ALTER TABLE `transfers` ADD `claimed_at` integer;