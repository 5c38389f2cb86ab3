CREATE TABLE `price_offers` (
	`id` text PRIMARY KEY NOT NULL,
	`item_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`rev` integer NOT NULL,
	`status` text NOT NULL,
	`turn` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`buyer_cents` integer NOT NULL,
	`list_cents` integer NOT NULL,
	`rounds` integer NOT NULL,
	`note` text NOT NULL,
	`expires_at` integer NOT NULL,
	`decline_at` integer,
	`accepted_id` text,
	`ref` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "price_offers_three_rounds" CHECK("price_offers"."rounds" BETWEEN 1 AND 3),
	CONSTRAINT "price_offers_below_price" CHECK("price_offers"."amount_cents" > 0 AND "price_offers"."amount_cents" < "price_offers"."list_cents"),
	CONSTRAINT "price_offers_two_people" CHECK("price_offers"."buyer_id" <> "price_offers"."seller_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `price_offers_one_each` ON `price_offers` (`item_id`,`buyer_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `price_offers_one_accepted` ON `price_offers` (`item_id`) WHERE status = 'accepted';--> statement-breakpoint
CREATE INDEX `price_offers_received` ON `price_offers` (`seller_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `price_offers_made` ON `price_offers` (`buyer_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `price_offers_due` ON `price_offers` (`expires_at`) WHERE status IN ('open', 'accepted');--> statement-breakpoint
ALTER TABLE `item_knowledge` ADD `decline_below_cents` integer;--> statement-breakpoint
ALTER TABLE `items` ADD `open_to_offers` integer DEFAULT true NOT NULL;