CREATE TABLE `limit_claims` (
	`id` text NOT NULL,
	`subject` text NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `id`, `subject`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `limit_claims_by_user` ON `limit_claims` (`user_id`,`kind`,`created_at`);