ALTER TABLE `orders` ADD `crypto` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `purchase_id` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `card_intent_id` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `card_state` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `card_failed_at` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `strike_exempt` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `handover` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `dispute` text;--> statement-breakpoint
CREATE INDEX `orders_closing` ON `orders` (`payment_deadline`) WHERE card_state = 'closing' AND status = 'awaiting_payment';--> statement-breakpoint
CREATE INDEX `orders_by_purchase` ON `orders` (`purchase_id`) WHERE purchase_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_by_intent` ON `orders` (`card_intent_id`) WHERE card_intent_id IS NOT NULL;