-- Chargebacks and refunds made by hand at the provider, and what follows from them for orders, payouts and ad credit.
ALTER TABLE `chargebacks` RENAME TO `payment_reversals`;--> statement-breakpoint
ALTER TABLE `payment_reversals` RENAME COLUMN `dispute_id` TO `id`;--> statement-breakpoint
ALTER TABLE `payment_reversals` ADD `kind` text DEFAULT 'chargeback' NOT NULL;--> statement-breakpoint
ALTER TABLE `payment_reversals` ADD `fee_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payment_reversals` ADD `due_at` integer;--> statement-breakpoint
ALTER TABLE `payment_reversals` ADD `taken_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payment_reversals` ADD `applied_status` text;--> statement-breakpoint
ALTER TABLE `payment_reversals` ADD `attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payment_reversals` ADD `next_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payment_reversals` ADD `last_error` text;--> statement-breakpoint
DROP INDEX `chargebacks_by_intent`;--> statement-breakpoint
CREATE INDEX `payment_reversals_by_intent` ON `payment_reversals` (`intent_id`,`status`);--> statement-breakpoint
CREATE INDEX `payment_reversals_unapplied` ON `payment_reversals` (`next_at`) WHERE applied_status IS NOT status;--> statement-breakpoint
CREATE INDEX `payment_reversals_open` ON `payment_reversals` (`created_at`) WHERE status = 'open';--> statement-breakpoint
ALTER TABLE `orders` ADD `reversals` text;--> statement-breakpoint
ALTER TABLE `transfers` ADD `generation` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP TRIGGER balance_transactions_ledger;--> statement-breakpoint
-- The ad-credit statement and the ledger are one fact: every line of the first writes its two sides in the second, so
-- that `ad_credit:<user>` in the ledger is always the balance with its sign turned (D19).
CREATE TRIGGER balance_transactions_ledger AFTER INSERT ON balance_transactions WHEN new.amount_cents <> 0 BEGIN
  INSERT INTO ledger (txn_id, account, amount_cents, ref, at) VALUES
    ('credit:' || new.id, 'ad_credit:' || new.user_id, -new.amount_cents, 'credit:' || new.id || ':ad_credit', new.created_at),
    ('credit:' || new.id, CASE new.type WHEN 'topup' THEN 'card_received' WHEN 'adjustment' THEN 'adjustments'
        WHEN 'chargeback' THEN 'chargeback_losses' WHEN 'topup_refund' THEN 'external_refunds' ELSE 'fees' END,
      new.amount_cents, 'credit:' || new.id || ':other', new.created_at);
END;
