-- Nothing reads or writes these: trades live in `trades` and `trade_items`, and no upsell is charged for.
DROP TABLE IF EXISTS `trade_proposal_items`;--> statement-breakpoint
DROP TABLE IF EXISTS `trade_proposals`;--> statement-breakpoint
ALTER TABLE `profiles` DROP COLUMN `upsell_commission_rate`;
