-- Marks the steps of an order that staff decided, so that audits find a decision by one of its parties or without its entry.
ALTER TABLE `order_events` ADD `staff` integer DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE INDEX `order_events_by_staff` ON `order_events` (`order_id`,`rev`) WHERE staff = 1;
--> statement-breakpoint
-- What the clean-up deletes is found by its age.
CREATE INDEX `throttles_by_age` ON `throttles` (`since`);
--> statement-breakpoint
CREATE INDEX `one_time_tokens_by_expiry` ON `one_time_tokens` (`expires_at`);
