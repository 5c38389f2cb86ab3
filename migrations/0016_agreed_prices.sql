ALTER TABLE `orders` ADD `changes` text;--> statement-breakpoint
ALTER TABLE `payment_parts` ADD `lowered_cents` integer DEFAULT 0 NOT NULL;