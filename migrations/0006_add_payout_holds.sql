CREATE TABLE `payout_holds` (
	`id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`order_id` text,
	`cause` text NOT NULL,
	`note` text,
	`report_id` text,
	`created_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`released_at` integer,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payout_holds_end" CHECK("payout_holds"."ends_at" > "payout_holds"."created_at")
);
--> statement-breakpoint
CREATE INDEX `payout_holds_by_seller` ON `payout_holds` (`seller_id`,`ends_at`);--> statement-breakpoint
CREATE INDEX `payout_holds_by_report` ON `payout_holds` (`report_id`) WHERE report_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `payout_holds_reported_once` ON `payout_holds` (`order_id`) WHERE cause = 'report';