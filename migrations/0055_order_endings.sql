-- Collections that did not happen (D56, D57): called off, or missed by one side.
CREATE TABLE `failed_collections` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`about_id` text NOT NULL,
	`recorded_by` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`contested_at` integer,
	`contest_reason` text,
	`outcome` text,
	`decided_by` text,
	`decided_at` integer,
	`decision_note` text,
	FOREIGN KEY (`about_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recorded_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "failed_collections_contested_whole" CHECK((contested_at IS NULL) = (contest_reason IS NULL)),
	CONSTRAINT "failed_collections_decided_whole" CHECK((outcome IS NULL) = (decided_at IS NULL)),
	CONSTRAINT "failed_collections_decided_contest" CHECK(outcome IS NULL OR contested_at IS NOT NULL),
	CONSTRAINT "failed_collections_not_oneself" CHECK((kind = 'no_show') = (about_id <> recorded_by))
);
--> statement-breakpoint
CREATE INDEX `failed_collections_about` ON `failed_collections` (`about_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `failed_collections_contested` ON `failed_collections` (`contested_at`,`id`) WHERE contested_at IS NOT NULL AND outcome IS NULL;
--> statement-breakpoint
-- Contested once and decided once; a second answer fails with everything that was to be written beside it.
CREATE TRIGGER failed_collections_answered_once BEFORE UPDATE ON failed_collections
WHEN old.outcome IS NOT NULL OR (old.contested_at IS NOT NULL AND new.contested_at IS NOT old.contested_at) BEGIN
  SELECT RAISE(ABORT, 'a failed collection is answered once');
END;
--> statement-breakpoint
CREATE TRIGGER failed_collections_no_delete BEFORE DELETE ON failed_collections BEGIN
  SELECT RAISE(ABORT, 'failed collections are never removed');
END;
--> statement-breakpoint
-- Refunds that go from seller to buyer directly, because their money never passed through us.
CREATE TABLE `money_returns` (
	`order_id` text PRIMARY KEY NOT NULL,
	`buyer_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`status` text NOT NULL,
	`account` text,
	`due_at` integer NOT NULL,
	`next_at` integer,
	`rev` integer NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`settled_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "money_returns_amount" CHECK(amount_cents > 0),
	CONSTRAINT "money_returns_account" CHECK(status NOT IN ('owed','sent') OR account IS NOT NULL),
	CONSTRAINT "money_returns_over" CHECK((status IN ('account_needed','owed','sent')) = (next_at IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX `money_returns_due` ON `money_returns` (`next_at`) WHERE next_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `money_returns_open` ON `money_returns` (`seller_id`,`created_at`) WHERE status IN ('account_needed','owed','sent');
--> statement-breakpoint
-- Of two changes at once one is refused, with everything that was to be written beside it.
CREATE TRIGGER money_returns_in_turn BEFORE UPDATE ON money_returns WHEN new.rev <> old.rev + 1 BEGIN
  SELECT RAISE(ABORT, 'a refund has changed in the meantime');
END;
--> statement-breakpoint
-- Buyers of orders undone before this migration may still name an account.
INSERT INTO money_returns (order_id, buyer_id, seller_id, amount_cents, status, due_at, rev, created_at)
SELECT id, buyer_id, seller_id, amount_cents, 'unclaimed', updated_at, 1, updated_at FROM orders
WHERE status = 'refunded' AND payment_method IN ('bank_transfer', 'crypto') AND amount_cents > 0;
--> statement-breakpoint
CREATE TRIGGER money_returns_no_delete BEFORE DELETE ON money_returns BEGIN
  SELECT RAISE(ABORT, 'refunds are never removed');
END;
