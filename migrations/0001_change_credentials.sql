CREATE TABLE `email_change_stops` (
	`hash` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`email` text NOT NULL,
	`requested_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `email_change_stops_by_account` ON `email_change_stops` (`account_id`,`requested_at`);--> statement-breakpoint
CREATE INDEX `email_change_stops_by_email` ON `email_change_stops` (`email`);--> statement-breakpoint
CREATE INDEX `email_change_stops_by_expiry` ON `email_change_stops` (`expires_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `first_factor_until` integer;--> statement-breakpoint
UPDATE `notifications` SET `link` = '/MyItems' WHERE `link` LIKE '/StillAvailable?token=%';
