CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_verified` integer DEFAULT false NOT NULL,
	`password_hash` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_email_unique` ON `accounts` (`email`);--> statement-breakpoint
CREATE TABLE `app_keys` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `identities` (
	`provider` text NOT NULL,
	`subject` text NOT NULL,
	`account_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`provider`, `subject`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `identities_by_account` ON `identities` (`account_id`);--> statement-breakpoint
CREATE TABLE `one_time_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`purpose` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `one_time_tokens_by_account` ON `one_time_tokens` (`account_id`,`purpose`);--> statement-breakpoint
CREATE TABLE `profiles` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`full_name` text DEFAULT '' NOT NULL,
	`role` text DEFAULT 'user' NOT NULL,
	`account_type` text DEFAULT 'individual' NOT NULL,
	`country` text DEFAULT 'Australia' NOT NULL,
	`state_region` text,
	`city` text,
	`suburb` text,
	`postcode` text,
	`phone` text,
	`collection_address` text,
	`negotiation_aggressiveness` text DEFAULT 'normal' NOT NULL,
	`open_to_trades` integer DEFAULT true NOT NULL,
	`enable_ai_upsell` integer DEFAULT false NOT NULL,
	`upsell_commission_rate` integer DEFAULT 0 NOT NULL,
	`accepted_payment_methods` text DEFAULT '["bank_transfer","stripe","crypto"]' NOT NULL,
	`bank_details` text,
	`crypto_wallet_addresses` text DEFAULT '{}' NOT NULL,
	`walkthroughs` text DEFAULT '{}' NOT NULL,
	`seller_balance_cents` integer DEFAULT 0 NOT NULL,
	`is_suspended` integer DEFAULT false NOT NULL,
	`suspension_end_date` integer,
	`is_banned` integer DEFAULT false NOT NULL,
	`ban_reason` text,
	`incomplete_transaction_count` integer DEFAULT 0 NOT NULL,
	`last_incomplete_transaction_date` integer,
	`account_restricted` integer DEFAULT false NOT NULL,
	`restriction_reason` text,
	`restriction_applied_at` integer,
	`average_rating_hundredths` integer,
	`rating_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "profiles_balance_not_negative" CHECK("profiles"."seller_balance_cents" >= 0)
);
--> statement-breakpoint
CREATE INDEX `profiles_by_role` ON `profiles` (`role`);--> statement-breakpoint
CREATE INDEX `profiles_by_email` ON `profiles` (`email`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`account_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`user_agent` text,
	`ip` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_by_account` ON `sessions` (`account_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `throttles` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `bundle_items` (
	`bundle_id` text NOT NULL,
	`item_id` text NOT NULL,
	`quantity` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`bundle_id`, `item_id`),
	FOREIGN KEY (`bundle_id`) REFERENCES `bundles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `bundle_items_by_item` ON `bundle_items` (`item_id`);--> statement-breakpoint
CREATE TABLE `bundles` (
	`id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`bundle_price_cents` integer NOT NULL,
	`individual_total_cents` integer NOT NULL,
	`collection_date` integer,
	`collection_address` text,
	`status` text DEFAULT 'active' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bundles_cheaper_than_parts" CHECK("bundles"."bundle_price_cents" > 0 AND "bundles"."bundle_price_cents" < "bundles"."individual_total_cents")
);
--> statement-breakpoint
CREATE INDEX `bundles_by_seller` ON `bundles` (`seller_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `bundles_active_by_date` ON `bundles` (`created_at`,`id`) WHERE status = 'active';--> statement-breakpoint
CREATE TABLE `cart_items` (
	`buyer_id` text NOT NULL,
	`item_id` text NOT NULL,
	`quantity` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`buyer_id`, `item_id`),
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "cart_items_single" CHECK("cart_items"."quantity" = 1)
);
--> statement-breakpoint
CREATE TABLE `images` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`item_id` text,
	`key` text NOT NULL,
	`key_800` text NOT NULL,
	`key_400` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `images_by_owner` ON `images` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `images_by_item` ON `images` (`item_id`);--> statement-breakpoint
CREATE TABLE `item_knowledge` (
	`item_id` text PRIMARY KEY NOT NULL,
	`negotiation_enabled` integer DEFAULT false NOT NULL,
	`minimum_price_cents` integer,
	`reserve_cents` integer,
	`negotiation_notes` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `item_views` (
	`item_id` text NOT NULL,
	`viewer` text NOT NULL,
	`window_start` integer NOT NULL,
	PRIMARY KEY(`item_id`, `viewer`, `window_start`)
);
--> statement-breakpoint
CREATE INDEX `item_views_by_window` ON `item_views` (`window_start`);--> statement-breakpoint
CREATE TABLE `items` (
	`rid` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`seller_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`tags` text DEFAULT '' NOT NULL,
	`price_cents` integer NOT NULL,
	`previous_price_cents` integer,
	`category` text NOT NULL,
	`condition` text NOT NULL,
	`photos` text DEFAULT '[]' NOT NULL,
	`suburb` text,
	`city` text,
	`location` text,
	`postcode` text,
	`collection_address` text,
	`collection_date` integer,
	`collection_zone` text DEFAULT 'Australia/Melbourne' NOT NULL,
	`negotiation_available` integer DEFAULT false NOT NULL,
	`views_count` integer DEFAULT 0 NOT NULL,
	`popular_score` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	`status` text DEFAULT 'active' NOT NULL,
	`rev` integer DEFAULT 0 NOT NULL,
	`fence` integer DEFAULT 0 NOT NULL,
	`holder_id` text,
	`hold_id` text,
	`hold_kind` text,
	`hold_until` integer,
	`order_id` text,
	`sold_at` integer,
	`sold_outside` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "items_price_not_negative" CHECK("items"."price_cents" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `items_id_unique` ON `items` (`id`);--> statement-breakpoint
CREATE INDEX `items_listed_by_date` ON `items` (`created_at`,`id`) WHERE status = 'active' AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `items_listed_by_price` ON `items` (`price_cents`,`id`) WHERE status = 'active' AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `items_listed_by_views` ON `items` (`views_count`,`id`) WHERE status = 'active' AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `items_listed_by_popularity` ON `items` (`popular_score`,`id`) WHERE status = 'active' AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `items_listed_by_category_date` ON `items` (`category`,`created_at`,`id`) WHERE status = 'active' AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `items_listed_by_category_price` ON `items` (`category`,`price_cents`,`id`) WHERE status = 'active' AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `items_sold_by_date` ON `items` (`sold_at`,`id`) WHERE status = 'sold' AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `items_by_seller` ON `items` (`seller_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `items_by_holder` ON `items` (`holder_id`,`hold_until`) WHERE holder_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `price_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`item_id` text NOT NULL,
	`from_cents` integer NOT NULL,
	`to_cents` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `price_changes_by_item` ON `price_changes` (`item_id`,`at`);--> statement-breakpoint
CREATE TABLE `special_offer_items` (
	`offer_id` text NOT NULL,
	`item_id` text NOT NULL,
	PRIMARY KEY(`offer_id`, `item_id`),
	FOREIGN KEY (`offer_id`) REFERENCES `special_offers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `special_offer_items_by_item` ON `special_offer_items` (`item_id`);--> statement-breakpoint
CREATE TABLE `special_offers` (
	`id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`offer_type` text NOT NULL,
	`config` text DEFAULT '{}' NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`ends_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `special_offers_active` ON `special_offers` (`created_at`,`id`) WHERE is_active = 1;--> statement-breakpoint
CREATE INDEX `special_offers_by_seller` ON `special_offers` (`seller_id`);--> statement-breakpoint
CREATE TABLE `wish_list_items` (
	`list_id` text NOT NULL,
	`item_id` text NOT NULL,
	`added_at` integer NOT NULL,
	`price_cents_when_added` integer NOT NULL,
	PRIMARY KEY(`list_id`, `item_id`),
	FOREIGN KEY (`list_id`) REFERENCES `wish_lists`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `wish_list_items_by_item` ON `wish_list_items` (`item_id`);--> statement-breakpoint
CREATE TABLE `wish_lists` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wish_lists_by_name` ON `wish_lists` (`owner_id`,`name`);--> statement-breakpoint
CREATE TABLE `balance_transactions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`description` text NOT NULL,
	`type` text NOT NULL,
	`ref` text NOT NULL,
	`related_order_id` text,
	`related_promotion_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `balance_transactions_ref_unique` ON `balance_transactions` (`ref`);--> statement-breakpoint
CREATE INDEX `balance_transactions_by_user` ON `balance_transactions` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`account_id` text NOT NULL,
	`route` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`status` integer,
	`body` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `route`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_age` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `order_events` (
	`order_id` text NOT NULL,
	`rev` integer NOT NULL,
	`kind` text NOT NULL,
	`actor_id` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`order_id`, `rev`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`item_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`hold_id` text NOT NULL,
	`status` text NOT NULL,
	`payment_method` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`bank_reference` text,
	`bank_details` text,
	`item_title` text NOT NULL,
	`item_image_url` text,
	`payment_deadline` integer,
	`confirmation_deadline` integer,
	`collection_date` integer NOT NULL,
	`collection_zone` text NOT NULL,
	`collection_summary` text NOT NULL,
	`collection_address` text,
	`marked_incomplete` integer DEFAULT false NOT NULL,
	`incomplete_reason` text,
	`rev` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`paid_at` integer,
	`completed_at` integer,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_amount_not_negative" CHECK("orders"."amount_cents" >= 0),
	CONSTRAINT "orders_not_own_item" CHECK("orders"."buyer_id" <> "orders"."seller_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_one_live_per_item` ON `orders` (`item_id`) WHERE status IN ('awaiting_payment','payment_pending_seller_confirmation','payment_confirmed','shipped','collection_arranged','completed','disputed');--> statement-breakpoint
CREATE INDEX `orders_by_buyer` ON `orders` (`buyer_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_by_seller` ON `orders` (`seller_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_overdue` ON `orders` (`payment_deadline`) WHERE marked_incomplete = 0 AND status IN ('awaiting_payment','payment_pending_seller_confirmation');--> statement-breakpoint
CREATE INDEX `orders_by_status_date` ON `orders` (`status`,`created_at`);--> statement-breakpoint
CREATE TABLE `payment_confirmations` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`item_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`confirmation_deadline` integer NOT NULL,
	`payment_confirmed_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payment_confirmations_pending` ON `payment_confirmations` (`seller_id`,`confirmation_deadline`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `payment_confirmations_by_order` ON `payment_confirmations` (`order_id`);--> statement-breakpoint
CREATE TABLE `payment_reveals` (
	`hold_id` text NOT NULL,
	`method` text NOT NULL,
	`item_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`reference` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`hold_id`, `method`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_reveals_reference_unique` ON `payment_reveals` (`reference`);--> statement-breakpoint
CREATE INDEX `payment_reveals_by_buyer` ON `payment_reveals` (`buyer_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `provider_events` (
	`provider` text NOT NULL,
	`event_id` text NOT NULL,
	`kind` text NOT NULL,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`provider`, `event_id`)
);
--> statement-breakpoint
CREATE TABLE `ratings` (
	`id` text PRIMARY KEY NOT NULL,
	`transaction_id` text NOT NULL,
	`rated_user_id` text NOT NULL,
	`rated_by_user_id` text NOT NULL,
	`rating` integer NOT NULL,
	`comment` text DEFAULT '' NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`transaction_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`rated_user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`rated_by_user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ratings_score" CHECK("ratings"."rating" BETWEEN 1 AND 5),
	CONSTRAINT "ratings_not_self" CHECK("ratings"."rated_user_id" <> "ratings"."rated_by_user_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ratings_once` ON `ratings` (`transaction_id`,`rated_by_user_id`);--> statement-breakpoint
CREATE INDEX `ratings_by_rated` ON `ratings` (`rated_user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `support_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`order_id` text,
	`item_name` text,
	`issue_description` text NOT NULL,
	`user_email` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `trade_proposal_items` (
	`proposal_id` text NOT NULL,
	`item_id` text NOT NULL,
	PRIMARY KEY(`proposal_id`, `item_id`),
	FOREIGN KEY (`proposal_id`) REFERENCES `trade_proposals`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `trade_proposal_items_by_item` ON `trade_proposal_items` (`item_id`);--> statement-breakpoint
CREATE TABLE `trade_proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`target_item_id` text NOT NULL,
	`target_seller_id` text NOT NULL,
	`offeror_id` text NOT NULL,
	`cash_adjustment_cents` integer DEFAULT 0 NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`status` text DEFAULT 'proposed' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`target_item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`target_seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`offeror_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "trade_proposals_cash" CHECK("trade_proposals"."cash_adjustment_cents" BETWEEN 0 AND 50000)
);
--> statement-breakpoint
CREATE INDEX `trade_proposals_incoming` ON `trade_proposals` (`target_seller_id`,`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `trade_proposals_outgoing` ON `trade_proposals` (`offeror_id`,`status`,`created_at`);--> statement-breakpoint
CREATE TABLE `transactions` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`item_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`payment_method` text NOT NULL,
	`payment_status` text NOT NULL,
	`status` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`collection_date` integer,
	`reference_number` text,
	`crypto_currency` text,
	`crypto_tx_hash` text,
	`crypto_amount` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `transactions_order_id_unique` ON `transactions` (`order_id`);--> statement-breakpoint
CREATE INDEX `transactions_by_item` ON `transactions` (`item_id`,`status`);--> statement-breakpoint
CREATE UNIQUE INDEX `transactions_crypto_hash` ON `transactions` (`crypto_currency`,`crypto_tx_hash`) WHERE crypto_tx_hash IS NOT NULL;--> statement-breakpoint
CREATE TABLE `advertisements` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`image_url` text,
	`link_url` text,
	`placement` text NOT NULL,
	`priority` integer DEFAULT 0 NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`start_date` text,
	`end_date` text,
	`impressions` integer DEFAULT 0 NOT NULL,
	`clicks` integer DEFAULT 0 NOT NULL,
	`owner_id` text,
	`item_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "advertisements_clicks_within_impressions" CHECK("advertisements"."clicks" <= "advertisements"."impressions")
);
--> statement-breakpoint
CREATE INDEX `advertisements_by_placement` ON `advertisements` (`placement`,`priority`) WHERE active = 1;--> statement-breakpoint
CREATE TABLE `announcements` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`source` text NOT NULL,
	`html` text NOT NULL,
	`author_id` text NOT NULL,
	`published_at` integer,
	`ends_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `announcements_published` ON `announcements` (`published_at`) WHERE published_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`actor_id` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`details` text DEFAULT '{}' NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_by_subject` ON `audit_log` (`subject`,`at`);--> statement-breakpoint
CREATE TABLE `businesses` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`name` text NOT NULL,
	`abn` text,
	`description` text DEFAULT '' NOT NULL,
	`website` text,
	`phone` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `businesses_owner_id_unique` ON `businesses` (`owner_id`);--> statement-breakpoint
CREATE TABLE `global_theme_settings` (
	`id` text PRIMARY KEY NOT NULL,
	`theme_config` text NOT NULL,
	`updated_by` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`updated_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "global_theme_settings_single" CHECK("global_theme_settings"."id" = 'global')
);
--> statement-breakpoint
CREATE TABLE `homepage_content` (
	`id` text PRIMARY KEY NOT NULL,
	`section` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`content` text DEFAULT '{}' NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`updated_by` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`updated_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `mail_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`dedupe_key` text NOT NULL,
	`to_address` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`status` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mail_outbox_dedupe_key_unique` ON `mail_outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `mail_outbox_due` ON `mail_outbox` (`next_at`) WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX `mail_outbox_by_date` ON `mail_outbox` (`created_at`);--> statement-breakpoint
CREATE TABLE `requests` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`category` text,
	`max_price_cents` integer,
	`suburb` text,
	`city` text,
	`status` text DEFAULT 'open' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `requests_open` ON `requests` (`created_at`,`id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `requests_by_user` ON `requests` (`user_id`);