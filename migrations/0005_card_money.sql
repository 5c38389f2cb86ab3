ALTER TABLE refunds ADD COLUMN generation integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE transfers ADD COLUMN at_seller_cents integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE transfers ADD COLUMN written_off_cents integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE INDEX transfers_reversing ON transfers (next_at) WHERE status = 'reversing';
--> statement-breakpoint
ALTER TABLE payout_accounts DROP COLUMN payouts_enabled;
--> statement-breakpoint
ALTER TABLE payout_accounts ADD COLUMN status text DEFAULT 'unfinished' NOT NULL;
--> statement-breakpoint
ALTER TABLE payout_accounts ADD COLUMN checked_at integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE INDEX payout_accounts_to_check ON payout_accounts (checked_at) WHERE status <> 'closed';
--> statement-breakpoint
ALTER TABLE payment_reversals ADD COLUMN withdrawn_cents integer DEFAULT 0 NOT NULL;
