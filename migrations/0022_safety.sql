CREATE TABLE `blocks` (
	`blocker_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`blocker_id`, `blocked_id`),
	FOREIGN KEY (`blocker_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`blocked_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "blocks_never_oneself" CHECK("blocks"."blocker_id" <> "blocks"."blocked_id")
);
--> statement-breakpoint
CREATE INDEX `blocks_by_blocker` ON `blocks` (`blocker_id`,`at`,`blocked_id`);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`reporter_id` text,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	`about_id` text NOT NULL,
	`conversation_id` text,
	`reason` text NOT NULL,
	`details` text DEFAULT '' NOT NULL,
	`excerpt` text DEFAULT '' NOT NULL,
	`shield_reasons` text DEFAULT '[]' NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`outcome` text,
	`note` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	FOREIGN KEY (`reporter_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`about_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reports_decided_whole" CHECK(("reports"."status" = 'open') = ("reports"."decided_at" IS NULL)),
	CONSTRAINT "reports_of_somebody" CHECK(("reports"."kind" = 'held_message') = ("reports"."reporter_id" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_one_open_each` ON `reports` (`reporter_id`,`subject_type`,`subject_id`) WHERE status = 'open' AND kind = 'report';--> statement-breakpoint
CREATE UNIQUE INDEX `reports_held_once` ON `reports` (`subject_id`) WHERE kind = 'held_message';--> statement-breakpoint
CREATE INDEX `reports_queue` ON `reports` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_queue_of_a_kind` ON `reports` (`status`,`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_about` ON `reports` (`about_id`,`status`);--> statement-breakpoint
CREATE TRIGGER `reports_stay_decided` BEFORE UPDATE ON `reports` WHEN old.`status` <> 'open'
BEGIN
	SELECT RAISE(ABORT, 'A report stays decided');
END;
