CREATE TABLE `seller_refunds` (
	`order_id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`bundle_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`relist` integer NOT NULL,
	`is_limited` integer NOT NULL,
	`status` text NOT NULL,
	`problem` text,
	`requested_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "seller_refunds_amount" CHECK("seller_refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE INDEX `seller_refunds_by_seller` ON `seller_refunds` (`seller_id`,`requested_at`);--> statement-breakpoint
CREATE INDEX `seller_refunds_by_buyer` ON `seller_refunds` (`buyer_id`,`seller_id`);--> statement-breakpoint
CREATE INDEX `seller_refunds_open` ON `seller_refunds` (`requested_at`) WHERE status <> 'refunded';