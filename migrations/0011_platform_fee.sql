-- What the site keeps of each order that is paid by card. Orders that exist keep a fee of nothing.
ALTER TABLE `payment_parts` ADD `fee_cents` integer DEFAULT 0 NOT NULL
  CONSTRAINT "payment_parts_fee" CHECK ("fee_cents" >= 0 AND "fee_cents" < "amount_cents");--> statement-breakpoint
-- When the provider is next asked what it charged for a payment; null once that is in the ledger.
ALTER TABLE `payments` ADD `fee_check_at` integer;--> statement-breakpoint
UPDATE `payments` SET `fee_check_at` = `updated_at` WHERE `status` = 'succeeded' AND `charge_id` IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_fee_unknown` ON `payments` (`fee_check_at`) WHERE fee_check_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `ledger_of_fees` ON `ledger` (`at`) WHERE account IN ('fees', 'platform_fees');
