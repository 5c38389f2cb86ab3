CREATE TABLE `price_adjustments` (
	`id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`plan` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `price_adjustments_by_age` ON `price_adjustments` (`created_at`);--> statement-breakpoint
CREATE INDEX `cart_items_by_item` ON `cart_items` (`item_id`);--> statement-breakpoint
CREATE INDEX `payment_reveals_by_item` ON `payment_reveals` (`item_id`);--> statement-breakpoint
-- A sale that is undone never was (D36): the ratings for it go, and the averages follow by their own trigger.
CREATE TRIGGER transactions_undone AFTER UPDATE OF status ON transactions
WHEN old.status = 'completed' AND new.status <> 'completed' BEGIN
  DELETE FROM ratings WHERE transaction_id = new.id;
END;
