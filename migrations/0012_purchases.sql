CREATE TABLE `purchase_orders` (
	`purchase_id` text NOT NULL,
	`order_id` text NOT NULL,
	`item_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	PRIMARY KEY(`purchase_id`, `order_id`),
	FOREIGN KEY (`purchase_id`) REFERENCES `purchases`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "purchase_orders_amount" CHECK("purchase_orders"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `purchase_orders_by_order` ON `purchase_orders` (`order_id`);--> statement-breakpoint
CREATE TABLE `purchases` (
	`id` text PRIMARY KEY NOT NULL,
	`buyer_id` text NOT NULL,
	`kind` text NOT NULL,
	`bundle_id` text,
	`payment_method` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`status` text DEFAULT 'placing' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`bundle_id`) REFERENCES `bundles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "purchases_amount" CHECK("purchases"."amount_cents" >= 0),
	CONSTRAINT "purchases_bundle_named" CHECK(("purchases"."kind" = 'bundle') = ("purchases"."bundle_id" IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX `purchases_by_buyer` ON `purchases` (`buyer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `purchases_half_made` ON `purchases` (`created_at`) WHERE status = 'placing';--> statement-breakpoint
CREATE INDEX `purchases_by_bundle` ON `purchases` (`bundle_id`) WHERE bundle_id IS NOT NULL;--> statement-breakpoint
-- A bundle follows the orders it was bought with: sold, in payment, or for sale again (RELIABILITY 3.1).
CREATE TRIGGER bundles_follow_orders AFTER UPDATE OF status ON orders WHEN new.status <> old.status BEGIN
  UPDATE bundles SET updated_at = new.updated_at, status = (
    SELECT CASE
      WHEN sum(o.status IN ('awaiting_payment', 'payment_pending_seller_confirmation', 'disputed')) > 0 THEN 'pending'
      WHEN sum(o.status IN ('payment_confirmed', 'shipped', 'collection_arranged', 'completed')) > 0 THEN 'sold'
      ELSE 'active' END
    FROM purchase_orders mine JOIN purchase_orders po ON po.purchase_id = mine.purchase_id JOIN orders o ON o.id = po.order_id
    WHERE mine.order_id = new.id)
  WHERE status <> 'deleted' AND id = (
    SELECT p.bundle_id FROM purchase_orders po JOIN purchases p ON p.id = po.purchase_id
    WHERE po.order_id = new.id AND p.status = 'placed');
END;
