CREATE TABLE `crypto_hashes` (
	`chain` text NOT NULL,
	`hash` text NOT NULL,
	`order_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`claimed_at` integer NOT NULL,
	PRIMARY KEY(`chain`, `hash`),
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `crypto_hashes_by_order` ON `crypto_hashes` (`order_id`);--> statement-breakpoint
CREATE TABLE `crypto_prices` (
	`provider` text PRIMARY KEY NOT NULL,
	`readings` text,
	`read_at` integer DEFAULT 0 NOT NULL,
	`tried_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `crypto_quotes` (
	`hold_id` text NOT NULL,
	`coin` text NOT NULL,
	`item_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`address` text NOT NULL,
	`destination_tag` text,
	`amount_cents` integer NOT NULL,
	`amount_units` text NOT NULL,
	`rate_micros` integer NOT NULL,
	`price_source` text NOT NULL,
	`quoted_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`hold_id`, `coin`),
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `crypto_quotes_by_buyer` ON `crypto_quotes` (`buyer_id`,`item_id`,`coin`,`expires_at`);