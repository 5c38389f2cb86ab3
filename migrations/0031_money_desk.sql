CREATE TABLE `support_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`staff_id` text NOT NULL,
	`message` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `support_requests`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `support_answers_by_request` ON `support_answers` (`request_id`,`at`);--> statement-breakpoint
CREATE INDEX `orders_uncollected` ON `orders` (`collection_date`,`id`) WHERE status = 'payment_confirmed';--> statement-breakpoint
CREATE INDEX `support_requests_by_status` ON `support_requests` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `refunds_failed` ON `refunds` (`created_at`) WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX `mail_outbox_failed` ON `mail_outbox` (`created_at`,`id`) WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX `trades_agreed` ON `trades` (`accepted_at`,`id`) WHERE status = 'accepted';