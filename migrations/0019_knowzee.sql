CREATE TABLE `accepted_offers` (
	`id` text PRIMARY KEY NOT NULL,
	`negotiation_id` text NOT NULL,
	`item_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`list_cents` integer NOT NULL,
	`accepted_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`negotiation_id`) REFERENCES `negotiations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "accepted_offers_within_price" CHECK("accepted_offers"."amount_cents" > 0 AND "accepted_offers"."amount_cents" <= "accepted_offers"."list_cents")
);
--> statement-breakpoint
CREATE INDEX `accepted_offers_by_buyer` ON `accepted_offers` (`buyer_id`,`item_id`,`accepted_at`);--> statement-breakpoint
CREATE TABLE `ai_settings` (
	`version` integer PRIMARY KEY NOT NULL,
	`settings` text NOT NULL,
	`saved_by` text NOT NULL,
	`saved_at` integer NOT NULL,
	FOREIGN KEY (`saved_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `negotiation_messages` (
	`negotiation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`sender` text NOT NULL,
	`text` text NOT NULL,
	`act` text,
	`amount_cents` integer,
	`counter_no` integer,
	`upsell` text,
	`ref` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`negotiation_id`, `seq`),
	FOREIGN KEY (`negotiation_id`) REFERENCES `negotiations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `negotiations` (
	`id` text PRIMARY KEY NOT NULL,
	`item_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`rev` integer NOT NULL,
	`turn` integer NOT NULL,
	`counters` integer NOT NULL,
	`ask_cents` integer NOT NULL,
	`last_offer_cents` integer,
	`final` integer NOT NULL,
	`final_at` integer,
	`offer_cents` integer,
	`offer_list_cents` integer,
	`offer_until` integer,
	`accepted_id` text,
	`messages` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "negotiations_three_counters" CHECK("negotiations"."counters" BETWEEN 0 AND 3)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `negotiations_one_each` ON `negotiations` (`item_id`,`buyer_id`);--> statement-breakpoint
CREATE INDEX `negotiations_by_buyer` ON `negotiations` (`buyer_id`,`updated_at`);