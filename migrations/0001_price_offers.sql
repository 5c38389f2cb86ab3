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
CREATE TABLE `__new_accepted_offers` (
	`id` text PRIMARY KEY NOT NULL,
	`negotiation_id` text,
	`price_offer_id` text,
	`item_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`list_cents` integer NOT NULL,
	`accepted_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`negotiation_id`) REFERENCES `negotiations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`price_offer_id`) REFERENCES `price_offers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "accepted_offers_one_origin" CHECK(("__new_accepted_offers"."negotiation_id" IS NULL) <> ("__new_accepted_offers"."price_offer_id" IS NULL)),
	CONSTRAINT "accepted_offers_within_price" CHECK("__new_accepted_offers"."amount_cents" > 0 AND "__new_accepted_offers"."amount_cents" <= "__new_accepted_offers"."list_cents")
);
--> statement-breakpoint
INSERT INTO `__new_accepted_offers`("id", "negotiation_id", "price_offer_id", "item_id", "buyer_id", "amount_cents", "list_cents", "accepted_at", "expires_at") SELECT "id", "negotiation_id", NULL, "item_id", "buyer_id", "amount_cents", "list_cents", "accepted_at", "expires_at" FROM `accepted_offers`;--> statement-breakpoint
DROP TABLE `accepted_offers`;--> statement-breakpoint
ALTER TABLE `__new_accepted_offers` RENAME TO `accepted_offers`;--> statement-breakpoint
CREATE INDEX `accepted_offers_by_buyer` ON `accepted_offers` (`buyer_id`,`item_id`,`accepted_at`);--> statement-breakpoint
ALTER TABLE `item_knowledge` ADD `decline_below_cents` integer;--> statement-breakpoint
ALTER TABLE `items` ADD `open_to_offers` integer DEFAULT true NOT NULL;