CREATE TABLE `trade_items` (
	`trade_id` text NOT NULL,
	`item_id` text NOT NULL,
	`side` text NOT NULL,
	PRIMARY KEY(`trade_id`, `item_id`),
	FOREIGN KEY (`trade_id`) REFERENCES `trades`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `trade_items_by_item` ON `trade_items` (`item_id`);--> statement-breakpoint
CREATE TABLE `trades` (
	`id` text PRIMARY KEY NOT NULL,
	`offeror_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`target_item_id` text NOT NULL,
	`cash_cents` integer DEFAULT 0 NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`status` text DEFAULT 'proposed' NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`accepting_at` integer,
	`expires_at` integer NOT NULL,
	`accepted_at` integer,
	`offeror_handed_over_at` integer,
	`seller_handed_over_at` integer,
	`void_item_id` text,
	`closed_at` integer,
	`untold` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`offeror_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`target_item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "trades_cash" CHECK("trades"."cash_cents" BETWEEN 0 AND 50000),
	CONSTRAINT "trades_two_people" CHECK("trades"."offeror_id" <> "trades"."seller_id"),
	CONSTRAINT "trades_closed" CHECK(("trades"."status" IN ('proposed', 'accepted')) = ("trades"."closed_at" IS NULL)),
	CONSTRAINT "trades_accepting" CHECK("trades"."accepting_at" IS NULL OR "trades"."status" = 'proposed')
);
--> statement-breakpoint
CREATE INDEX `trades_incoming` ON `trades` (`seller_id`,`created_at`,`id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `trades_outgoing` ON `trades` (`offeror_id`,`created_at`,`id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `trades_past_incoming` ON `trades` (`seller_id`,`closed_at`,`id`) WHERE closed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `trades_past_outgoing` ON `trades` (`offeror_id`,`closed_at`,`id`) WHERE closed_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `trades_one_open` ON `trades` (`offeror_id`,`target_item_id`) WHERE status = 'proposed';--> statement-breakpoint
CREATE INDEX `trades_due` ON `trades` (`expires_at`) WHERE status = 'proposed';--> statement-breakpoint
CREATE INDEX `trades_half_made` ON `trades` (`accepting_at`) WHERE accepting_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `trades_untold` ON `trades` (`updated_at`) WHERE untold = 1;--> statement-breakpoint
DROP INDEX `notifications_unread`;--> statement-breakpoint
CREATE INDEX `notifications_unread_of_place` ON `notifications` (`user_id`,`link`,`at`) WHERE read_at IS NULL;--> statement-breakpoint
CREATE INDEX `items_in_trade` ON `items` (`id`) WHERE status = 'pending';--> statement-breakpoint
-- What is sold or taken away dissolves the offers it is part of, in the same transaction, whoever writes it. The time is
-- the sale's own: a trigger has no clock of the service.
CREATE TRIGGER trades_void AFTER UPDATE OF status, deleted_at ON items
WHEN (new.status = 'sold' AND old.status <> 'sold') OR (new.deleted_at IS NOT NULL AND old.deleted_at IS NULL) BEGIN
  UPDATE trades SET status = 'void', accepting_at = NULL, void_item_id = new.id, untold = 1,
    closed_at = coalesce(new.deleted_at, new.sold_at, new.updated_at),
    updated_at = coalesce(new.deleted_at, new.sold_at, new.updated_at)
  WHERE status = 'proposed' AND id IN (SELECT trade_id FROM trade_items WHERE item_id = new.id);
END;
