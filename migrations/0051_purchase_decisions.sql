-- One decision per purchase: taken in its row before the rooms of its items are asked (D38).
ALTER TABLE `purchases` ADD `decision` text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE `purchases` ADD `decided_at` integer;--> statement-breakpoint
ALTER TABLE `purchases` ADD `decided_order_id` text;--> statement-breakpoint
CREATE INDEX `purchases_undecided` ON `purchases` (`decided_at`) WHERE decision IN ('committing', 'cancelling');
