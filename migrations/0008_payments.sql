CREATE TABLE `chargebacks` (
	`dispute_id` text PRIMARY KEY NOT NULL,
	`intent_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`intent_id`) REFERENCES `payments`(`intent_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `chargebacks_by_intent` ON `chargebacks` (`intent_id`,`status`);--> statement-breakpoint
CREATE TABLE `ledger` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`txn_id` text NOT NULL,
	`account` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`intent_id` text,
	`order_id` text,
	`ref` text NOT NULL,
	`at` integer NOT NULL,
	CONSTRAINT "ledger_not_zero" CHECK("ledger"."amount_cents" <> 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_ref_unique` ON `ledger` (`ref`);--> statement-breakpoint
CREATE INDEX `ledger_by_account` ON `ledger` (`account`,`id`);--> statement-breakpoint
CREATE INDEX `ledger_by_txn` ON `ledger` (`txn_id`);--> statement-breakpoint
CREATE INDEX `ledger_by_intent` ON `ledger` (`intent_id`);--> statement-breakpoint
CREATE TABLE `payment_parts` (
	`intent_id` text NOT NULL,
	`order_id` text NOT NULL,
	`item_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`outcome` text,
	`decided_at` integer,
	PRIMARY KEY(`intent_id`, `order_id`),
	FOREIGN KEY (`intent_id`) REFERENCES `payments`(`intent_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_parts_amount" CHECK("payment_parts"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE INDEX `payment_parts_by_order` ON `payment_parts` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_parts_paid_once` ON `payment_parts` (`order_id`) WHERE outcome = 'paid';--> statement-breakpoint
CREATE TABLE `payments` (
	`intent_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`order_id` text,
	`purchase_id` text,
	`user_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`currency` text DEFAULT 'aud' NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`charge_id` text,
	`failure_code` text,
	`failed_at` integer,
	`settled_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`next_check_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_amount" CHECK("payments"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE INDEX `payments_unsettled` ON `payments` (`next_check_at`) WHERE settled_at IS NULL;--> statement-breakpoint
CREATE INDEX `payments_by_order` ON `payments` (`order_id`);--> statement-breakpoint
CREATE INDEX `payments_by_purchase` ON `payments` (`purchase_id`);--> statement-breakpoint
CREATE INDEX `payments_by_user` ON `payments` (`user_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_open_per_order` ON `payments` (`order_id`) WHERE status = 'open' AND order_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_open_per_purchase` ON `payments` (`purchase_id`) WHERE status = 'open' AND purchase_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `payout_accounts` (
	`seller_id` text PRIMARY KEY NOT NULL,
	`provider_account_id` text NOT NULL,
	`payouts_enabled` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_accounts_provider_account_id_unique` ON `payout_accounts` (`provider_account_id`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`intent_id` text NOT NULL,
	`order_id` text,
	`amount_cents` integer NOT NULL,
	`cause` text NOT NULL,
	`status` text DEFAULT 'due' NOT NULL,
	`provider_refund_id` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`intent_id`) REFERENCES `payments`(`intent_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_amount" CHECK("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_cause_unique` ON `refunds` (`cause`);--> statement-breakpoint
CREATE INDEX `refunds_open` ON `refunds` (`next_at`) WHERE status IN ('due','sent');--> statement-breakpoint
CREATE INDEX `refunds_by_intent` ON `refunds` (`intent_id`);--> statement-breakpoint
CREATE INDEX `refunds_by_order` ON `refunds` (`order_id`);--> statement-breakpoint
CREATE TABLE `transfers` (
	`order_id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`intent_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`status` text DEFAULT 'payable' NOT NULL,
	`destination` text,
	`provider_transfer_id` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`intent_id`) REFERENCES `payments`(`intent_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "transfers_amount" CHECK("transfers"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE INDEX `transfers_payable` ON `transfers` (`next_at`) WHERE status = 'payable';--> statement-breakpoint
CREATE INDEX `transfers_by_seller` ON `transfers` (`seller_id`,`created_at`);--> statement-breakpoint
CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger BEGIN
  SELECT RAISE(ABORT, 'ledger is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger BEGIN
  SELECT RAISE(ABORT, 'ledger is append-only');
END;
--> statement-breakpoint
-- The ad-credit statement and the ledger are one fact: every line of the first writes its two sides in the second, so
-- that `ad_credit:<user>` in the ledger is always the balance with its sign turned (D19).
CREATE TRIGGER balance_transactions_ledger AFTER INSERT ON balance_transactions WHEN new.amount_cents <> 0 BEGIN
  INSERT INTO ledger (txn_id, account, amount_cents, ref, at) VALUES
    ('credit:' || new.id, 'ad_credit:' || new.user_id, -new.amount_cents, 'credit:' || new.id || ':ad_credit', new.created_at),
    ('credit:' || new.id, CASE new.type WHEN 'topup' THEN 'card_received' WHEN 'adjustment' THEN 'adjustments' ELSE 'fees' END,
      new.amount_cents, 'credit:' || new.id || ':other', new.created_at);
END;
