CREATE TABLE `chargeback_shares` (
	`reversal_id` text NOT NULL,
	`order_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	PRIMARY KEY(`reversal_id`, `order_id`),
	FOREIGN KEY (`reversal_id`) REFERENCES `payment_reversals`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "chargeback_shares_amount" CHECK("chargeback_shares"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE `payment_reversals` ADD `shared_at` integer;--> statement-breakpoint
ALTER TABLE `transfers` ADD `keeps_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `payment_reversals` SET `shared_at` = coalesce(`closed_at`, `created_at`) WHERE `kind` = 'chargeback' AND `status` = 'lost';
