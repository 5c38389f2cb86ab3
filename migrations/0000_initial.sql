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
CREATE INDEX `one_time_tokens_by_expiry` ON `one_time_tokens` (`expires_at`);--> statement-breakpoint
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
	`away_until` integer,
	`open_to_trades` integer DEFAULT true NOT NULL,
	`enable_ai_upsell` integer DEFAULT false NOT NULL,
	`accepted_payment_methods` text DEFAULT '["bank_transfer","stripe","crypto"]' NOT NULL,
	`bank_details` text,
	`crypto_wallet_addresses` text DEFAULT '{}' NOT NULL,
	`details_wait` text DEFAULT '{}' NOT NULL,
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
	`answer_time` text,
	`answer_time_at` integer,
	`pickups` integer DEFAULT 0 NOT NULL,
	`pickups_missed` integer DEFAULT 0 NOT NULL,
	`listed_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`erased_at` integer,
	FOREIGN KEY (`id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "profiles_balance_not_negative" CHECK("profiles"."seller_balance_cents" >= 0)
);
--> statement-breakpoint
CREATE INDEX `profiles_by_role` ON `profiles` (`role`);--> statement-breakpoint
CREATE INDEX `profiles_by_email` ON `profiles` (`email`);--> statement-breakpoint
CREATE INDEX `profiles_by_date` ON `profiles` (`created_at`);--> statement-breakpoint
CREATE INDEX `profiles_erased` ON `profiles` (`erased_at`) WHERE erased_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `profiles_away` ON `profiles` (`away_until`) WHERE away_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX `profiles_in_trouble` ON `profiles` (`created_at`) WHERE is_banned = 1 OR is_suspended = 1 OR account_restricted = 1;--> statement-breakpoint
CREATE INDEX `profiles_by_answer_time` ON `profiles` (`answer_time_at`) WHERE answer_time_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `profiles_stores` ON `profiles` (`listed_count`,`id`) WHERE listed_count > 0;--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`account_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`confirmed_at` integer,
	`second_factor_at` integer,
	`user_agent` text,
	`ip` text,
	`viewing_as` text,
	`viewing_until` integer,
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
CREATE INDEX `throttles_by_age` ON `throttles` (`since`);--> statement-breakpoint
CREATE TABLE `audit_seals` (
	`entry_id` integer PRIMARY KEY NOT NULL,
	`prev_hash` text NOT NULL,
	`hash` text NOT NULL,
	FOREIGN KEY (`entry_id`) REFERENCES `audit_log`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_seals_prev_hash_unique` ON `audit_seals` (`prev_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `audit_seals_hash_unique` ON `audit_seals` (`hash`);--> statement-breakpoint
CREATE TABLE `cash_claims` (
	`id` text PRIMARY KEY NOT NULL,
	`buyer_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `cash_claims_by_buyer` ON `cash_claims` (`buyer_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `purchase_orders` (
	`purchase_id` text NOT NULL,
	`order_id` text NOT NULL,
	`item_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`offer_group` text,
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
	`decision` text DEFAULT 'open' NOT NULL,
	`decided_at` integer,
	`decided_order_id` text,
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
CREATE INDEX `purchases_undecided` ON `purchases` (`decided_at`) WHERE decision IN ('committing', 'cancelling');--> statement-breakpoint
CREATE INDEX `purchases_by_bundle` ON `purchases` (`bundle_id`) WHERE bundle_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `circle_legs` (
	`circle_id` text NOT NULL,
	`position` integer NOT NULL,
	`giver_id` text NOT NULL,
	`receiver_id` text NOT NULL,
	`item_id` text NOT NULL,
	`value_cents` integer NOT NULL,
	`cash_cents` integer NOT NULL,
	`state` text DEFAULT 'offered' NOT NULL,
	`accepted_at` integer,
	`handed_over_at` integer,
	`code` text,
	`wrong_codes` integer DEFAULT 0 NOT NULL,
	`code_locked_until` integer,
	PRIMARY KEY(`circle_id`, `position`),
	FOREIGN KEY (`circle_id`) REFERENCES `circles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`giver_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`receiver_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "circle_legs_position" CHECK("circle_legs"."position" BETWEEN 0 AND 2),
	CONSTRAINT "circle_legs_two_people" CHECK("circle_legs"."giver_id" <> "circle_legs"."receiver_id"),
	CONSTRAINT "circle_legs_value" CHECK("circle_legs"."value_cents" > 0),
	CONSTRAINT "circle_legs_state" CHECK("circle_legs"."state" IN ('offered', 'locked', 'handed_over', 'reopened')),
	CONSTRAINT "circle_legs_handed_over" CHECK(("circle_legs"."state" = 'handed_over') = ("circle_legs"."handed_over_at" IS NOT NULL)),
	CONSTRAINT "circle_legs_code" CHECK("circle_legs"."state" NOT IN ('locked', 'handed_over') OR "circle_legs"."code" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `circle_legs_giver` ON `circle_legs` (`giver_id`,`circle_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `circle_legs_receiver` ON `circle_legs` (`receiver_id`,`circle_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `circle_legs_item` ON `circle_legs` (`item_id`,`circle_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `circle_legs_one_locked` ON `circle_legs` (`item_id`) WHERE state IN ('locked', 'handed_over');--> statement-breakpoint
CREATE TABLE `circles` (
	`id` text PRIMARY KEY NOT NULL,
	`legs_key` text NOT NULL,
	`status` text DEFAULT 'offered' NOT NULL,
	`rev` integer DEFAULT 0 NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`locking_at` integer,
	`expires_at` integer NOT NULL,
	`accepted_at` integer,
	`closed_at` integer,
	`closed_by` text,
	`void_item_id` text,
	`settled_at` integer,
	`staff_note` text,
	`untold` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`closed_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "circles_status" CHECK("circles"."status" IN ('offered', 'accepted', 'completed', 'declined', 'lapsed', 'void', 'failed')),
	CONSTRAINT "circles_closed" CHECK(("circles"."status" IN ('offered', 'accepted')) = ("circles"."closed_at" IS NULL)),
	CONSTRAINT "circles_agreed_whole" CHECK(("circles"."status" IN ('accepted', 'completed', 'failed')) = ("circles"."accepted_at" IS NOT NULL)),
	CONSTRAINT "circles_locking_open" CHECK("circles"."locking_at" IS NULL OR "circles"."status" = 'offered'),
	CONSTRAINT "circles_settled" CHECK("circles"."settled_at" IS NULL OR "circles"."status" = 'failed'),
	CONSTRAINT "circles_closed_by" CHECK("circles"."closed_by" IS NULL OR "circles"."status" IN ('declined', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `circles_legs_key_unique` ON `circles` (`legs_key`);--> statement-breakpoint
CREATE INDEX `circles_due` ON `circles` (`expires_at`) WHERE status = 'offered';--> statement-breakpoint
CREATE INDEX `circles_locking` ON `circles` (`locking_at`) WHERE locking_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `circles_agreed` ON `circles` (`accepted_at`,`id`) WHERE status = 'accepted';--> statement-breakpoint
CREATE INDEX `circles_unsettled` ON `circles` (`closed_at`,`id`) WHERE status = 'failed' AND settled_at IS NULL;--> statement-breakpoint
CREATE INDEX `circles_untold` ON `circles` (`updated_at`) WHERE untold = 1;--> statement-breakpoint
CREATE TABLE `crypto_hashes` (
	`chain` text NOT NULL,
	`hash` text NOT NULL,
	`order_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`claimed_at` integer NOT NULL,
	PRIMARY KEY(`chain`, `hash`),
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `crypto_hashes_by_order` ON `crypto_hashes` (`order_id`);--> statement-breakpoint
CREATE TABLE `crypto_prices` (
	`provider` text PRIMARY KEY NOT NULL,
	`readings` text,
	`read_at` integer DEFAULT 0 NOT NULL,
	`tried_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `crypto_quotes` (
	`hold_id` text NOT NULL,
	`coin` text NOT NULL,
	`item_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`address` text NOT NULL,
	`destination_tag` text,
	`amount_cents` integer NOT NULL,
	`amount_units` text NOT NULL,
	`rate_micros` integer NOT NULL,
	`price_source` text NOT NULL,
	`quoted_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`hold_id`, `coin`),
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `crypto_quotes_by_buyer` ON `crypto_quotes` (`buyer_id`,`item_id`,`coin`,`expires_at`);--> statement-breakpoint
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
	CONSTRAINT "money_returns_amount" CHECK("money_returns"."amount_cents" > 0),
	CONSTRAINT "money_returns_account" CHECK("money_returns"."status" NOT IN ('owed','sent') OR "money_returns"."account" IS NOT NULL),
	CONSTRAINT "money_returns_over" CHECK(("money_returns"."status" IN ('account_needed','owed','sent')) = ("money_returns"."next_at" IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX `money_returns_due` ON `money_returns` (`next_at`) WHERE next_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `money_returns_open` ON `money_returns` (`seller_id`,`created_at`) WHERE status IN ('account_needed','owed','sent');--> statement-breakpoint
CREATE TABLE `listing_drafts` (
	`owner_id` text NOT NULL,
	`id` text NOT NULL,
	`content` text,
	`photo_ids` text NOT NULL,
	`missing_photos` integer DEFAULT 0 NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	`item_id` text,
	PRIMARY KEY(`owner_id`, `id`),
	FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `listing_drafts_by_age` ON `listing_drafts` (`updated_at`);--> statement-breakpoint
CREATE TABLE `email_changes` (
	`hash` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`email` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `email_changes_account_id_unique` ON `email_changes` (`account_id`);--> statement-breakpoint
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
	CONSTRAINT "failed_collections_contested_whole" CHECK(("failed_collections"."contested_at" IS NULL) = ("failed_collections"."contest_reason" IS NULL)),
	CONSTRAINT "failed_collections_decided_whole" CHECK(("failed_collections"."outcome" IS NULL) = ("failed_collections"."decided_at" IS NULL)),
	CONSTRAINT "failed_collections_decided_contest" CHECK("failed_collections"."outcome" IS NULL OR "failed_collections"."contested_at" IS NOT NULL),
	CONSTRAINT "failed_collections_not_oneself" CHECK(("failed_collections"."kind" = 'no_show') = ("failed_collections"."about_id" <> "failed_collections"."recorded_by"))
);
--> statement-breakpoint
CREATE INDEX `failed_collections_about` ON `failed_collections` (`about_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `failed_collections_contested` ON `failed_collections` (`contested_at`,`id`) WHERE contested_at IS NOT NULL AND outcome IS NULL;--> statement-breakpoint
CREATE TABLE `giveaway_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`giveaway_id` text NOT NULL,
	`user_id` text NOT NULL,
	`code` text,
	`note` text NOT NULL,
	`status` text NOT NULL,
	`place` integer,
	`entered_at` integer NOT NULL,
	`rev` integer NOT NULL,
	FOREIGN KEY (`giveaway_id`) REFERENCES `giveaways`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `giveaway_entries_one_each` ON `giveaway_entries` (`giveaway_id`,`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `giveaway_entries_codes` ON `giveaway_entries` (`giveaway_id`,`code`);--> statement-breakpoint
CREATE UNIQUE INDEX `giveaway_entries_places` ON `giveaway_entries` (`giveaway_id`,`place`);--> statement-breakpoint
CREATE UNIQUE INDEX `giveaway_entries_one_recipient` ON `giveaway_entries` (`giveaway_id`) WHERE status IN ('offered', 'given');--> statement-breakpoint
CREATE INDEX `giveaway_entries_by_user` ON `giveaway_entries` (`user_id`,`entered_at`);--> statement-breakpoint
CREATE TABLE `giveaways` (
	`id` text PRIMARY KEY NOT NULL,
	`item_id` text NOT NULL,
	`giver_id` text NOT NULL,
	`mode` text NOT NULL,
	`status` text NOT NULL,
	`rev` integer NOT NULL,
	`opened_at` integer NOT NULL,
	`closes_at` integer,
	`seed` text,
	`commitment` text,
	`drawn_at` integer,
	`hold_id` text,
	`confirm_by` integer,
	`ended_as` text,
	`entered` integer DEFAULT 0 NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`giver_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "giveaways_committed" CHECK(("giveaways"."mode" = 'draw') = ("giveaways"."seed" IS NOT NULL AND "giveaways"."commitment" IS NOT NULL AND "giveaways"."closes_at" IS NOT NULL)),
	CONSTRAINT "giveaways_drawn_after_close" CHECK("giveaways"."drawn_at" IS NULL OR "giveaways"."drawn_at" >= "giveaways"."closes_at"),
	CONSTRAINT "giveaways_offer_held" CHECK(("giveaways"."status" = 'offered') <= ("giveaways"."hold_id" IS NOT NULL)),
	CONSTRAINT "giveaways_ended_as" CHECK(("giveaways"."status" = 'ended') = ("giveaways"."ended_as" IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `giveaways_one_live` ON `giveaways` (`item_id`) WHERE status <> 'ended';--> statement-breakpoint
CREATE INDEX `giveaways_by_item` ON `giveaways` (`item_id`,`opened_at`);--> statement-breakpoint
CREATE INDEX `giveaways_to_draw` ON `giveaways` (`closes_at`) WHERE status = 'open' AND drawn_at IS NULL;--> statement-breakpoint
CREATE INDEX `giveaways_offered` ON `giveaways` (`confirm_by`) WHERE status = 'offered';--> statement-breakpoint
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
CREATE INDEX `cart_items_by_item` ON `cart_items` (`item_id`);--> statement-breakpoint
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
CREATE INDEX `images_by_key` ON `images` (`key`);--> statement-breakpoint
CREATE INDEX `images_by_key_800` ON `images` (`key_800`);--> statement-breakpoint
CREATE INDEX `images_by_key_400` ON `images` (`key_400`);--> statement-breakpoint
CREATE TABLE `item_knowledge` (
	`item_id` text PRIMARY KEY NOT NULL,
	`negotiation_enabled` integer DEFAULT false NOT NULL,
	`minimum_price_cents` integer,
	`decline_below_cents` integer,
	`reserve_cents` integer,
	`negotiation_notes` text DEFAULT '' NOT NULL,
	`public_notes` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `item_places` (
	`place` text NOT NULL,
	`lat` real,
	`lon` real
);
--> statement-breakpoint
CREATE UNIQUE INDEX `item_places_distinct` ON `item_places` (`place`,`lat`,`lon`);--> statement-breakpoint
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
	`keywords` text GENERATED ALWAYS AS (coalesce(tags, '')) VIRTUAL NOT NULL,
	`price_cents` integer NOT NULL,
	`previous_price_cents` integer,
	`category` text NOT NULL,
	`condition` text NOT NULL,
	`photos` text DEFAULT '[]' NOT NULL,
	`suburb` text,
	`city` text,
	`location` text,
	`postcode` text,
	`lat` real,
	`lon` real,
	`collection_address` text,
	`collection_date` integer,
	`collection_windows` text DEFAULT '[]' NOT NULL,
	`collection_zone` text DEFAULT 'Australia/Melbourne' NOT NULL,
	`negotiation_available` integer DEFAULT false NOT NULL,
	`open_to_offers` integer DEFAULT true NOT NULL,
	`views_count` integer DEFAULT 0 NOT NULL,
	`popular_score` integer DEFAULT 0 NOT NULL,
	`seller_away` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`asked_at` integer,
	`relisted_at` integer,
	`deleted_at` integer,
	`status` text DEFAULT 'active' NOT NULL,
	`rev` integer DEFAULT 0 NOT NULL,
	`fence` integer DEFAULT 0 NOT NULL,
	`holder_id` text,
	`hold_id` text,
	`hold_kind` text,
	`hold_started_at` integer,
	`hold_until` integer,
	`order_id` text,
	`sold_at` integer,
	`sold_outside` integer DEFAULT false NOT NULL,
	`giveaway` text,
	`line` text,
	`listed_as` text GENERATED ALWAYS AS (CASE WHEN deleted_at IS NULL AND (status = 'sold' OR (status = 'active' AND seller_away = 0)) THEN status END) VIRTUAL,
	`listed_or_sold_at` integer GENERATED ALWAYS AS (CASE status WHEN 'sold' THEN sold_at ELSE coalesce(relisted_at, created_at) END) VIRTUAL,
	`place` text GENERATED ALWAYS AS (lower(coalesce(suburb, '') || ' ' || coalesce(city, '') || ' ' || coalesce(location, '') || ' ' || coalesce(postcode, ''))) VIRTUAL,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "items_price_not_negative" CHECK("items"."price_cents" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `items_id_unique` ON `items` (`id`);--> statement-breakpoint
CREATE INDEX `items_by_date` ON `items` (`listed_as`,`listed_or_sold_at`,`id`,`views_count`) WHERE listed_as IS NOT NULL;--> statement-breakpoint
CREATE INDEX `items_by_price` ON `items` (`listed_as`,`price_cents`,`id`,`category`,`created_at`) WHERE listed_as IS NOT NULL;--> statement-breakpoint
CREATE INDEX `items_by_views` ON `items` (`listed_as`,`views_count`,`id`) WHERE listed_as IS NOT NULL;--> statement-breakpoint
CREATE INDEX `items_by_popularity` ON `items` (`listed_as`,`popular_score`,`id`) WHERE listed_as IS NOT NULL;--> statement-breakpoint
CREATE INDEX `items_by_category` ON `items` (`listed_as`,`category`,`listed_or_sold_at`,`id`,`condition`) WHERE listed_as IS NOT NULL;--> statement-breakpoint
CREATE INDEX `items_by_place` ON `items` (`listed_as`,`place`,`lat`,`lon`,`listed_or_sold_at`,`id`,`category`,`condition`,`price_cents`) WHERE listed_as IS NOT NULL;--> statement-breakpoint
CREATE INDEX `items_by_rid` ON `items` (`rid`,`listed_as`,`category`,`condition`,`price_cents`) WHERE listed_as IS NOT NULL;--> statement-breakpoint
CREATE INDEX `items_locked` ON `items` (`holder_id`,`hold_until`) WHERE holder_id IS NOT NULL OR status = 'pending';--> statement-breakpoint
CREATE INDEX `items_by_seller` ON `items` (`seller_id`,`created_at`,`id`);--> statement-breakpoint
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
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`sender_id` text,
	`client_id` text,
	`kind` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`image_id` text,
	`photo` text,
	`event` text,
	`state` text DEFAULT 'sent' NOT NULL,
	`shield_reasons` text DEFAULT '[]' NOT NULL,
	`cold` integer DEFAULT false NOT NULL,
	`same_as` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sender_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "messages_events_are_nobodys" CHECK(("messages"."sender_id" IS NULL) = ("messages"."kind" = 'event')),
	CONSTRAINT "messages_say_something" CHECK("messages"."text" <> '' OR "messages"."photo" IS NOT NULL OR "messages"."event" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_in_order` ON `messages` (`conversation_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_once` ON `messages` (`sender_id`,`client_id`) WHERE client_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_by_sender` ON `messages` (`sender_id`,`at`) WHERE sender_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_by_image` ON `messages` (`image_id`) WHERE image_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `quick_replies` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`texts` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "quick_replies_at_most_ten" CHECK(json_array_length("quick_replies"."texts") <= 10)
);
--> statement-breakpoint
CREATE TABLE `conversation_members` (
	`conversation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`other_id` text NOT NULL,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`last_at` integer NOT NULL,
	`last_read_seq` integer DEFAULT 0 NOT NULL,
	`unread` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`conversation_id`, `user_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`other_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "conversation_members_unread_not_negative" CHECK("conversation_members"."unread" >= 0)
);
--> statement-breakpoint
CREATE INDEX `conversation_members_by_date` ON `conversation_members` (`user_id`,`last_at`,`conversation_id`) WHERE last_seq > 0;--> statement-breakpoint
CREATE INDEX `conversation_members_unread` ON `conversation_members` (`user_id`,`unread`) WHERE unread > 0;--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`item_id` text,
	`low_id` text NOT NULL,
	`high_id` text NOT NULL,
	`opened_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`low_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`high_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "conversations_two_people" CHECK("conversations"."low_id" < "conversations"."high_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_one_each` ON `conversations` (`low_id`,`high_id`,`item_id`);--> statement-breakpoint
CREATE TABLE `moving_sale_items` (
	`sale_id` text NOT NULL,
	`item_id` text NOT NULL,
	PRIMARY KEY(`sale_id`, `item_id`),
	FOREIGN KEY (`sale_id`) REFERENCES `moving_sales`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `moving_sale_items_by_item` ON `moving_sale_items` (`item_id`);--> statement-breakpoint
CREATE TABLE `moving_sales` (
	`id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`collection_windows` text NOT NULL,
	`collection_zone` text NOT NULL,
	`ends_at` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "moving_sales_one_to_six_times" CHECK(json_array_length("moving_sales"."collection_windows") BETWEEN 1 AND 6)
);
--> statement-breakpoint
CREATE INDEX `moving_sales_by_seller` ON `moving_sales` (`seller_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `moving_sales_live` ON `moving_sales` (`ends_at`,`id`) WHERE status = 'active';--> statement-breakpoint
CREATE TABLE `accepted_offers` (
	`id` text PRIMARY KEY NOT NULL,
	`negotiation_id` text NOT NULL,
	`item_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`list_cents` integer NOT NULL,
	`accepted_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`negotiation_id`) REFERENCES `negotiations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "accepted_offers_within_price" CHECK("accepted_offers"."amount_cents" > 0 AND "accepted_offers"."amount_cents" <= "accepted_offers"."list_cents")
);
--> statement-breakpoint
CREATE INDEX `accepted_offers_by_buyer` ON `accepted_offers` (`buyer_id`,`item_id`,`accepted_at`);--> statement-breakpoint
CREATE TABLE `ai_settings` (
	`version` integer PRIMARY KEY NOT NULL,
	`settings` text NOT NULL,
	`saved_by` text NOT NULL,
	`saved_at` integer NOT NULL,
	FOREIGN KEY (`saved_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `negotiation_messages` (
	`negotiation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`sender` text NOT NULL,
	`text` text NOT NULL,
	`act` text,
	`amount_cents` integer,
	`counter_no` integer,
	`upsell` text,
	`ask_seller` text,
	`ref` text,
	`template` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`negotiation_id`, `seq`),
	FOREIGN KEY (`negotiation_id`) REFERENCES `negotiations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `negotiations` (
	`id` text PRIMARY KEY NOT NULL,
	`item_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`rev` integer NOT NULL,
	`turn` integer NOT NULL,
	`counters` integer NOT NULL,
	`ask_cents` integer NOT NULL,
	`last_offer_cents` integer,
	`final` integer NOT NULL,
	`final_at` integer,
	`offer_cents` integer,
	`offer_list_cents` integer,
	`offer_until` integer,
	`accepted_id` text,
	`messages` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "negotiations_three_counters" CHECK("negotiations"."counters" BETWEEN 0 AND 3)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `negotiations_one_each` ON `negotiations` (`item_id`,`buyer_id`);--> statement-breakpoint
CREATE INDEX `negotiations_by_buyer` ON `negotiations` (`buyer_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `seller_questions` (
	`id` text PRIMARY KEY NOT NULL,
	`negotiation_id` text NOT NULL,
	`item_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`seq` integer NOT NULL,
	`question` text NOT NULL,
	`answer` text,
	`shared` integer DEFAULT false NOT NULL,
	`asked_at` integer NOT NULL,
	`answered_at` integer,
	`rev` integer NOT NULL,
	FOREIGN KEY (`negotiation_id`) REFERENCES `negotiations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "seller_questions_answered" CHECK(("seller_questions"."answer" IS NULL) = ("seller_questions"."answered_at" IS NULL)),
	CONSTRAINT "seller_questions_shared_answer" CHECK("seller_questions"."shared" = 0 OR "seller_questions"."answer" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `seller_questions_one_each` ON `seller_questions` (`negotiation_id`,`seq`);--> statement-breakpoint
CREATE INDEX `seller_questions_by_item` ON `seller_questions` (`item_id`,`answered_at`);--> statement-breakpoint
CREATE TABLE `notification_preferences` (
	`user_id` text PRIMARY KEY NOT NULL,
	`choices` text DEFAULT '{}' NOT NULL,
	`quiet_from` integer,
	`quiet_to` integer,
	`zone` text DEFAULT 'Australia/Sydney' NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notification_preferences_quiet_whole" CHECK(("notification_preferences"."quiet_from" IS NULL) = ("notification_preferences"."quiet_to" IS NULL)),
	CONSTRAINT "notification_preferences_quiet_minutes" CHECK("notification_preferences"."quiet_from" IS NULL OR ("notification_preferences"."quiet_from" BETWEEN 0 AND 1439 AND "notification_preferences"."quiet_to" BETWEEN 0 AND 1439))
);
--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`title` text NOT NULL,
	`body` text DEFAULT '' NOT NULL,
	`link` text NOT NULL,
	`at` integer NOT NULL,
	`read_at` integer,
	`mailed` integer DEFAULT false NOT NULL,
	`daily_email` text,
	`next_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notifications_link_is_ours" CHECK("notifications"."link" LIKE '/%' AND "notifications"."link" NOT LIKE '//%')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_once` ON `notifications` (`user_id`,`dedupe_key`);--> statement-breakpoint
CREATE INDEX `notifications_of_user` ON `notifications` (`user_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_unread_of_place` ON `notifications` (`user_id`,`link`,`at`) WHERE read_at IS NULL;--> statement-breakpoint
CREATE INDEX `notifications_due` ON `notifications` (`next_at`) WHERE next_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `notifications_by_age` ON `notifications` (`at`);--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text DEFAULT '' NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`device` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`last_ok_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint_unique` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_of_user` ON `push_subscriptions` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `price_offers` (
	`id` text PRIMARY KEY NOT NULL,
	`item_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`rev` integer NOT NULL,
	`status` text NOT NULL,
	`turn` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`buyer_cents` integer NOT NULL,
	`list_cents` integer NOT NULL,
	`rounds` integer NOT NULL,
	`note` text NOT NULL,
	`expires_at` integer NOT NULL,
	`decline_at` integer,
	`accepted_id` text,
	`ref` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "price_offers_three_rounds" CHECK("price_offers"."rounds" BETWEEN 1 AND 3),
	CONSTRAINT "price_offers_below_price" CHECK("price_offers"."amount_cents" > 0 AND "price_offers"."amount_cents" < "price_offers"."list_cents"),
	CONSTRAINT "price_offers_two_people" CHECK("price_offers"."buyer_id" <> "price_offers"."seller_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `price_offers_one_each` ON `price_offers` (`item_id`,`buyer_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `price_offers_one_accepted` ON `price_offers` (`item_id`) WHERE status = 'accepted';--> statement-breakpoint
CREATE INDEX `price_offers_received` ON `price_offers` (`seller_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `price_offers_made` ON `price_offers` (`buyer_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `price_offers_due` ON `price_offers` (`expires_at`) WHERE status IN ('open', 'accepted');--> statement-breakpoint
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
CREATE TABLE `collection_confirmations` (
	`order_id` text NOT NULL,
	`user_id` text NOT NULL,
	`collection_date` integer NOT NULL,
	`confirmed_at` integer NOT NULL,
	PRIMARY KEY(`order_id`, `user_id`, `collection_date`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
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
	`staff` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`order_id`, `rev`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `order_events_by_staff` ON `order_events` (`order_id`,`rev`) WHERE staff = 1;--> statement-breakpoint
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
	`collection_ends_at` integer NOT NULL,
	`collection_zone` text NOT NULL,
	`collection_summary` text NOT NULL,
	`collection_address` text,
	`marked_incomplete` integer DEFAULT false NOT NULL,
	`incomplete_reason` text,
	`crypto` text,
	`purchase_id` text,
	`card_intent_id` text,
	`card_state` text,
	`card_failed_at` integer,
	`strike_exempt` integer DEFAULT false NOT NULL,
	`handover` text,
	`dispute` text,
	`proposals` text DEFAULT '[]' NOT NULL,
	`reversals` text,
	`rev` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`paid_at` integer,
	`completed_at` integer,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_amount_not_negative" CHECK("orders"."amount_cents" >= 0),
	CONSTRAINT "orders_collection_ends" CHECK("orders"."collection_ends_at" > "orders"."collection_date"),
	CONSTRAINT "orders_not_own_item" CHECK("orders"."buyer_id" <> "orders"."seller_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_one_live_per_item` ON `orders` (`item_id`) WHERE status IN ('awaiting_payment','payment_pending_seller_confirmation','awaiting_collection','payment_confirmed','completed','disputed');--> statement-breakpoint
CREATE INDEX `orders_by_buyer` ON `orders` (`buyer_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_by_seller` ON `orders` (`seller_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_overdue` ON `orders` (`payment_deadline`) WHERE marked_incomplete = 0 AND status IN ('awaiting_payment','payment_pending_seller_confirmation');--> statement-breakpoint
CREATE INDEX `orders_closing` ON `orders` (`payment_deadline`) WHERE card_state = 'closing' AND status = 'awaiting_payment';--> statement-breakpoint
CREATE INDEX `orders_refund_due` ON `orders` (`id`) WHERE card_state = 'refund_due';--> statement-breakpoint
CREATE INDEX `orders_by_purchase` ON `orders` (`purchase_id`) WHERE purchase_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_by_intent` ON `orders` (`card_intent_id`) WHERE card_intent_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_by_status_date` ON `orders` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_uncollected` ON `orders` (`collection_date`,`id`) WHERE status IN ('payment_confirmed','awaiting_collection');--> statement-breakpoint
CREATE INDEX `orders_at_pickup` ON `orders` (`collection_ends_at`,`item_id`) WHERE status = 'awaiting_collection';--> statement-breakpoint
CREATE INDEX `orders_missed` ON `orders` (`buyer_id`,`id`) WHERE marked_incomplete = 1;--> statement-breakpoint
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
	`bank_details` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`hold_id`, `method`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_reveals_reference_unique` ON `payment_reveals` (`reference`);--> statement-breakpoint
CREATE INDEX `payment_reveals_by_buyer` ON `payment_reveals` (`buyer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `payment_reveals_by_item` ON `payment_reveals` (`item_id`);--> statement-breakpoint
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
	`visible_from` integer NOT NULL,
	`published_at` integer,
	`reply` text,
	`replied_at` integer,
	FOREIGN KEY (`transaction_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`rated_user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`rated_by_user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ratings_reply_whole" CHECK(("ratings"."reply" IS NULL) = ("ratings"."replied_at" IS NULL)),
	CONSTRAINT "ratings_reply_to_visible" CHECK("ratings"."reply" IS NULL OR "ratings"."published_at" IS NOT NULL),
	CONSTRAINT "ratings_score" CHECK("ratings"."rating" BETWEEN 1 AND 5),
	CONSTRAINT "ratings_not_self" CHECK("ratings"."rated_user_id" <> "ratings"."rated_by_user_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ratings_once` ON `ratings` (`transaction_id`,`rated_by_user_id`);--> statement-breakpoint
CREATE INDEX `ratings_by_rated` ON `ratings` (`rated_user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ratings_hidden` ON `ratings` (`visible_from`) WHERE published_at IS NULL;--> statement-breakpoint
CREATE TABLE `support_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`order_id` text,
	`item_name` text,
	`issue_description` text NOT NULL,
	`user_email` text NOT NULL,
	`topic` text,
	`sender_name` text,
	`status` text DEFAULT 'open' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `support_requests_by_status` ON `support_requests` (`status`,`created_at`,`id`);--> statement-breakpoint
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
CREATE TABLE `account_deletions` (
	`account_id` text PRIMARY KEY NOT NULL,
	`requested_by` text NOT NULL,
	`requested_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`next_at` integer,
	`away_until` integer,
	`erased_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "account_deletions_grace" CHECK("account_deletions"."erased_at" IS NULL OR "account_deletions"."erased_at" >= "account_deletions"."due_at"),
	CONSTRAINT "account_deletions_goes_on" CHECK("account_deletions"."erased_at" IS NOT NULL OR "account_deletions"."next_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE INDEX `account_deletions_due` ON `account_deletions` (`next_at`) WHERE next_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `data_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`requested_by` text NOT NULL,
	`status` text DEFAULT 'queued' NOT NULL,
	`requested_at` integer NOT NULL,
	`ready_at` integer,
	`expires_at` integer,
	`file_key` text,
	`bytes` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "data_exports_ready" CHECK("data_exports"."status" <> 'ready' OR ("data_exports"."file_key" IS NOT NULL AND "data_exports"."expires_at" IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `data_exports_one_at_a_time` ON `data_exports` (`account_id`) WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX `data_exports_by_account` ON `data_exports` (`account_id`,`requested_at`);--> statement-breakpoint
CREATE INDEX `data_exports_due` ON `data_exports` (`next_at`) WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX `data_exports_expiring` ON `data_exports` (`expires_at`) WHERE file_key IS NOT NULL;--> statement-breakpoint
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
CREATE INDEX `ledger_of_fees` ON `ledger` (`at`) WHERE account IN ('fees', 'platform_fees');--> statement-breakpoint
CREATE TABLE `payment_parts` (
	`intent_id` text NOT NULL,
	`order_id` text NOT NULL,
	`item_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`fee_cents` integer DEFAULT 0 NOT NULL,
	`outcome` text,
	`decided_at` integer,
	PRIMARY KEY(`intent_id`, `order_id`),
	FOREIGN KEY (`intent_id`) REFERENCES `payments`(`intent_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_parts_amount" CHECK("payment_parts"."amount_cents" > 0),
	CONSTRAINT "payment_parts_fee" CHECK("payment_parts"."fee_cents" >= 0 AND "payment_parts"."fee_cents" < "payment_parts"."amount_cents")
);
--> statement-breakpoint
CREATE INDEX `payment_parts_by_order` ON `payment_parts` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_parts_paid_once` ON `payment_parts` (`order_id`) WHERE outcome = 'paid';--> statement-breakpoint
CREATE TABLE `payment_reversals` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text DEFAULT 'chargeback' NOT NULL,
	`intent_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`withdrawn_cents` integer DEFAULT 0 NOT NULL,
	`fee_cents` integer DEFAULT 0 NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`due_at` integer,
	`taken_cents` integer DEFAULT 0 NOT NULL,
	`applied_status` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`intent_id`) REFERENCES `payments`(`intent_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_reversals_amounts" CHECK("payment_reversals"."amount_cents" > 0 AND "payment_reversals"."taken_cents" BETWEEN 0 AND "payment_reversals"."amount_cents")
);
--> statement-breakpoint
CREATE INDEX `payment_reversals_by_intent` ON `payment_reversals` (`intent_id`,`status`);--> statement-breakpoint
CREATE INDEX `payment_reversals_unapplied` ON `payment_reversals` (`next_at`) WHERE applied_status IS NOT status;--> statement-breakpoint
CREATE INDEX `payment_reversals_open` ON `payment_reversals` (`created_at`) WHERE status = 'open';--> statement-breakpoint
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
	`fee_check_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_amount" CHECK("payments"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE INDEX `payments_unsettled` ON `payments` (`next_check_at`) WHERE settled_at IS NULL;--> statement-breakpoint
CREATE INDEX `payments_fee_unknown` ON `payments` (`fee_check_at`) WHERE fee_check_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_by_order` ON `payments` (`order_id`);--> statement-breakpoint
CREATE INDEX `payments_by_purchase` ON `payments` (`purchase_id`);--> statement-breakpoint
CREATE INDEX `payments_by_user` ON `payments` (`user_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_open_per_order` ON `payments` (`order_id`) WHERE status = 'open' AND order_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_open_per_purchase` ON `payments` (`purchase_id`) WHERE status = 'open' AND purchase_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `payout_accounts` (
	`seller_id` text PRIMARY KEY NOT NULL,
	`provider_account_id` text NOT NULL,
	`status` text DEFAULT 'unfinished' NOT NULL,
	`checked_at` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_accounts_provider_account_id_unique` ON `payout_accounts` (`provider_account_id`);--> statement-breakpoint
CREATE INDEX `payout_accounts_to_check` ON `payout_accounts` (`checked_at`) WHERE status <> 'closed';--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`intent_id` text NOT NULL,
	`order_id` text,
	`amount_cents` integer NOT NULL,
	`cause` text NOT NULL,
	`status` text DEFAULT 'due' NOT NULL,
	`provider_refund_id` text,
	`generation` integer DEFAULT 0 NOT NULL,
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
CREATE INDEX `refunds_failed` ON `refunds` (`created_at`) WHERE status = 'failed';--> statement-breakpoint
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
	`at_seller_cents` integer DEFAULT 0 NOT NULL,
	`written_off_cents` integer DEFAULT 0 NOT NULL,
	`generation` integer DEFAULT 0 NOT NULL,
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
CREATE INDEX `transfers_reversing` ON `transfers` (`next_at`) WHERE status = 'reversing';--> statement-breakpoint
CREATE INDEX `transfers_by_seller` ON `transfers` (`seller_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `confirmed_phones` (
	`account_id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`confirmed_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `confirmed_phones_number_unique` ON `confirmed_phones` (`number`);--> statement-breakpoint
CREATE TABLE `phone_codes` (
	`account_id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`code_hash` text NOT NULL,
	`salt` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "phone_codes_tries" CHECK("phone_codes"."tries" BETWEEN 0 AND 5)
);
--> statement-breakpoint
CREATE INDEX `phone_codes_by_expiry` ON `phone_codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `text_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`to_number` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `text_messages_by_date` ON `text_messages` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `ad_days` (
	`ad_id` text NOT NULL,
	`day` text NOT NULL,
	`impressions` integer DEFAULT 0 NOT NULL,
	`clicks` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`ad_id`, `day`),
	FOREIGN KEY (`ad_id`) REFERENCES `advertisements`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `promotions` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`item_id` text NOT NULL,
	`ad_id` text NOT NULL,
	`placement` text NOT NULL,
	`start_date` text NOT NULL,
	`end_date` text NOT NULL,
	`daily_cents` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`cancelled_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ad_id`) REFERENCES `advertisements`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "promotions_amount" CHECK("promotions"."amount_cents" > 0 AND "promotions"."refunded_cents" BETWEEN 0 AND "promotions"."amount_cents"),
	CONSTRAINT "promotions_days" CHECK("promotions"."start_date" <= "promotions"."end_date")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `promotions_ad_id_unique` ON `promotions` (`ad_id`);--> statement-breakpoint
CREATE INDEX `promotions_by_owner` ON `promotions` (`owner_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `promotions_live` ON `promotions` (`placement`,`end_date`) WHERE cancelled_at IS NULL;--> statement-breakpoint
CREATE INDEX `promotions_by_item` ON `promotions` (`item_id`) WHERE cancelled_at IS NULL;--> statement-breakpoint
CREATE TABLE `announcements_seen` (
	`user_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `item_causes` (
	`item_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`abn` text,
	`listed_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `item_causes_by_date` ON `item_causes` (`listed_at`,`item_id`);--> statement-breakpoint
CREATE TABLE `matching_progress` (
	`name` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`item_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `request_matches` (
	`request_id` text NOT NULL,
	`item_id` text NOT NULL,
	`source` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`request_id`, `item_id`),
	FOREIGN KEY (`request_id`) REFERENCES `requests`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `request_matches_by_date` ON `request_matches` (`request_id`,`at`);--> statement-breakpoint
CREATE INDEX `request_matches_by_item` ON `request_matches` (`item_id`);--> statement-breakpoint
CREATE TABLE `request_words` (
	`word` text NOT NULL,
	`request_id` text NOT NULL,
	PRIMARY KEY(`word`, `request_id`),
	FOREIGN KEY (`request_id`) REFERENCES `requests`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `request_words_by_request` ON `request_words` (`request_id`);--> statement-breakpoint
CREATE TABLE `blocks` (
	`blocker_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`blocker_id`, `blocked_id`),
	FOREIGN KEY (`blocker_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`blocked_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "blocks_never_oneself" CHECK("blocks"."blocker_id" <> "blocks"."blocked_id")
);
--> statement-breakpoint
CREATE INDEX `blocks_by_blocker` ON `blocks` (`blocker_id`,`at`,`blocked_id`);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`reporter_id` text,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	`about_id` text NOT NULL,
	`conversation_id` text,
	`reason` text NOT NULL,
	`details` text DEFAULT '' NOT NULL,
	`excerpt` text DEFAULT '' NOT NULL,
	`shield_reasons` text DEFAULT '[]' NOT NULL,
	`then_on_sale` integer,
	`status` text DEFAULT 'open' NOT NULL,
	`outcome` text,
	`note` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	FOREIGN KEY (`reporter_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`about_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reports_decided_whole" CHECK(("reports"."status" = 'open') = ("reports"."decided_at" IS NULL)),
	CONSTRAINT "reports_of_somebody" CHECK(("reports"."kind" <> 'report') = ("reports"."reporter_id" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_one_open_each` ON `reports` (`reporter_id`,`subject_type`,`subject_id`) WHERE status = 'open' AND kind = 'report';--> statement-breakpoint
CREATE UNIQUE INDEX `reports_held_once` ON `reports` (`subject_id`) WHERE kind = 'held_message';--> statement-breakpoint
CREATE UNIQUE INDEX `reports_listing_open` ON `reports` (`subject_id`) WHERE kind = 'held_listing' AND status = 'open';--> statement-breakpoint
CREATE INDEX `reports_of_listing` ON `reports` (`subject_id`,`created_at`) WHERE kind = 'held_listing';--> statement-breakpoint
CREATE INDEX `reports_queue` ON `reports` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_queue_of_a_kind` ON `reports` (`status`,`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_about` ON `reports` (`about_id`,`status`);--> statement-breakpoint
CREATE INDEX `reports_by_decision` ON `reports` (`decided_at`) WHERE kind = 'report' AND status = 'decided';--> statement-breakpoint
CREATE TABLE `auth_challenges` (
	`hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`bound_to` text NOT NULL,
	`account_id` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `auth_challenges_by_browser` ON `auth_challenges` (`bound_to`);--> statement-breakpoint
CREATE INDEX `auth_challenges_by_expiry` ON `auth_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `authenticator_apps` (
	`account_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "authenticator_apps_used" CHECK("authenticator_apps"."confirmed_at" IS NULL OR "authenticator_apps"."last_step" > 0)
);
--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential_id_unique` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_by_account` ON `passkeys` (`account_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `recovery_codes_by_account` ON `recovery_codes` (`account_id`);--> statement-breakpoint
CREATE TABLE `price_adjustments` (
	`id` text PRIMARY KEY NOT NULL,
	`seller_id` text NOT NULL,
	`plan` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `price_adjustments_by_age` ON `price_adjustments` (`created_at`);--> statement-breakpoint
CREATE TABLE `backup_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`table_name` text NOT NULL,
	`row_id` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `backup_changes_by_row` ON `backup_changes` (`table_name`,`row_id`);--> statement-breakpoint
CREATE TABLE `daily_figures` (
	`day` text NOT NULL,
	`figure` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`day`, `figure`)
);
--> statement-breakpoint
CREATE TABLE `hold_hours` (
	`hour` integer PRIMARY KEY NOT NULL,
	`holds` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `service_state` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ad_events` (
	`ad_id` text NOT NULL,
	`kind` text NOT NULL,
	`viewer` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`ad_id`, `kind`, `viewer`, `at`),
	FOREIGN KEY (`ad_id`) REFERENCES `advertisements`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `ad_events_by_age` ON `ad_events` (`at`);--> statement-breakpoint
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
	`updated_at` integer DEFAULT 0 NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "advertisements_clicks_within_impressions" CHECK("advertisements"."clicks" <= "advertisements"."impressions")
);
--> statement-breakpoint
CREATE INDEX `advertisements_editorial` ON `advertisements` (`created_at`,`id`) WHERE item_id IS NULL;--> statement-breakpoint
CREATE INDEX `advertisements_promoted` ON `advertisements` (`created_at`,`id`) WHERE item_id IS NOT NULL;--> statement-breakpoint
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
CREATE INDEX `audit_log_by_actor` ON `audit_log` (`actor_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_by_action` ON `audit_log` (`action`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_by_date` ON `audit_log` (`at`);--> statement-breakpoint
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
	`parts` text,
	`daily_for` text,
	`unsubscribe_url` text,
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
CREATE INDEX `mail_outbox_with_text` ON `mail_outbox` (`created_at`) WHERE to_address <> '';--> statement-breakpoint
CREATE INDEX `mail_outbox_failed` ON `mail_outbox` (`created_at`,`id`) WHERE status = 'failed';--> statement-breakpoint
CREATE TABLE `market_counts` (
	`name` text PRIMARY KEY NOT NULL,
	`count` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `requests` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`category` text,
	`max_price_cents` integer,
	`suburb` text,
	`city` text,
	`postcode` text,
	`lat` real,
	`lon` real,
	`within_km` integer,
	`status` text DEFAULT 'open' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `requests_open` ON `requests` (`created_at`,`id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `requests_open_by_category` ON `requests` (`category`,`created_at`,`id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `requests_open_by_point` ON `requests` (`lat`,`lon`) WHERE status = 'open' AND lat IS NOT NULL;--> statement-breakpoint
CREATE INDEX `requests_by_user` ON `requests` (`user_id`);--> statement-breakpoint
CREATE INDEX `requests_by_user_and_date` ON `requests` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `site_settings` (
	`version` integer PRIMARY KEY NOT NULL,
	`settings` text NOT NULL,
	`saved_by` text NOT NULL,
	`saved_at` integer NOT NULL,
	FOREIGN KEY (`saved_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `appeals` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`message` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	`answer` text,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "appeals_decided_whole" CHECK(("appeals"."status" = 'open') = ("appeals"."decided_at" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `appeals_one_open` ON `appeals` (`user_id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `appeals_by_status` ON `appeals` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `appeals_by_user` ON `appeals` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `appeals_by_decision` ON `appeals` (`decided_at`) WHERE status <> 'open';--> statement-breakpoint
CREATE TABLE `strikes` (
	`order_id` text PRIMARY KEY NOT NULL,
	`buyer_id` text NOT NULL,
	`seq` integer NOT NULL,
	`event_id` text NOT NULL,
	`at` integer NOT NULL,
	`applied_at` integer NOT NULL,
	`counted` integer NOT NULL,
	`excuse` text,
	`overturned_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "strikes_excused_never_count" CHECK("strikes"."counted" = 0 OR ("strikes"."excuse" IS NULL AND "strikes"."overturned_at" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `strikes_in_turn` ON `strikes` (`buyer_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `strikes_one_per_event` ON `strikes` (`event_id`) WHERE counted = 1;--> statement-breakpoint
CREATE INDEX `strikes_by_age` ON `strikes` (`at`) WHERE counted = 1;--> statement-breakpoint
CREATE TABLE `follow_digests` (
	`seller_id` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`after_user` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `seller_follows` (
	`follower_id` text NOT NULL,
	`seller_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`follower_id`, `seller_id`),
	FOREIGN KEY (`follower_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "seller_follows_not_oneself" CHECK("seller_follows"."follower_id" <> "seller_follows"."seller_id")
);
--> statement-breakpoint
CREATE INDEX `seller_follows_by_seller` ON `seller_follows` (`seller_id`,`follower_id`);--> statement-breakpoint
CREATE TABLE `stores` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`name` text,
	`name_key` text,
	`description` text DEFAULT '' NOT NULL,
	`banner` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stores_name_key_unique` ON `stores` (`name_key`);--> statement-breakpoint
CREATE TABLE `support_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`staff_id` text NOT NULL,
	`message` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `support_requests`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `support_answers_by_request` ON `support_answers` (`request_id`,`at`);--> statement-breakpoint
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
	`called_off_by` text,
	`closed_at` integer,
	`untold` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`offeror_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`target_item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`called_off_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
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
CREATE INDEX `trades_agreed` ON `trades` (`accepted_at`,`id`) WHERE status = 'accepted';--> statement-breakpoint
CREATE INDEX `trades_untold` ON `trades` (`updated_at`) WHERE untold = 1;--> statement-breakpoint
CREATE TABLE `new_listings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`item_id` text NOT NULL,
	`after_search` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `new_listings_item_id_unique` ON `new_listings` (`item_id`);--> statement-breakpoint
CREATE TABLE `saved_searches` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`name` text,
	`terms` text NOT NULL,
	`terms_key` text NOT NULL,
	`category` text DEFAULT '' NOT NULL,
	`lat` real,
	`lon` real,
	`frequency` text NOT NULL,
	`created_at` integer NOT NULL,
	`found` integer DEFAULT 0 NOT NULL,
	`found_item_id` text,
	`notice_at` integer,
	`last_notice_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_searches_once` ON `saved_searches` (`owner_id`,`terms_key`);--> statement-breakpoint
CREATE INDEX `saved_searches_by_category` ON `saved_searches` (`category`,`id`) WHERE frequency <> 'off';--> statement-breakpoint
CREATE INDEX `saved_searches_due` ON `saved_searches` (`notice_at`) WHERE notice_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `wish_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`item_id` text NOT NULL,
	`kind` text NOT NULL,
	`after_user` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `wish_watches` (
	`user_id` text NOT NULL,
	`item_id` text NOT NULL,
	`noted_cents` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `item_id`),
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `wish_watches_by_item` ON `wish_watches` (`item_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `wish_watches_by_price` ON `wish_watches` (`item_id`,`noted_cents`);--> statement-breakpoint
-- ====================================================================================================================
-- Everything above is drizzle-kit's output for worker/db/schema/. Everything below is written by hand: what a drizzle
-- schema cannot express.
--
-- A statement-breakpoint line ends each statement; a trigger with its body is one statement. Triggers apply to every
-- writer: routes, item rooms, cron and scripts. SQLite leaves open in which order the triggers of one table run.
-- ====================================================================================================================

-- PLACES of listings. They stay after their last listing; the items say whether a place has any. The condition is not left
-- to the unique index, for which unknown coordinates are never equal.
CREATE TRIGGER items_place_insert AFTER INSERT ON items WHEN NOT EXISTS (
  SELECT 1 FROM item_places p WHERE p.place = new.place AND p.lat IS new.lat AND p.lon IS new.lon
) BEGIN
  INSERT INTO item_places (place, lat, lon) VALUES (new.place, new.lat, new.lon);
END;
--> statement-breakpoint
CREATE TRIGGER items_place_update AFTER UPDATE OF suburb, city, location, postcode, lat, lon ON items WHEN NOT EXISTS (
  SELECT 1 FROM item_places p WHERE p.place = new.place AND p.lat IS new.lat AND p.lon IS new.lon
) BEGIN
  INSERT INTO item_places (place, lat, lon) VALUES (new.place, new.lat, new.lon);
END;
--> statement-breakpoint
-- VIEW: the specification's item_reservations, read from the projected hold of the item.
CREATE VIEW item_reservations AS
  SELECT id AS item_id, holder_id AS user_id, hold_kind AS reservation_type, hold_until AS reserved_until
  FROM items WHERE holder_id IS NOT NULL;
--> statement-breakpoint
-- FULL-TEXT SEARCH over title, description and keywords; the text itself stays in `items`. `rid` is a declared INTEGER
-- PRIMARY KEY because implicit rowids may change on dump and restore. The last word of a search matches as a prefix:
-- without a prefix index of its length, FTS5 merges the postings of every word with that prefix before the first row.
--
-- A new searched field becomes part of the generated column `keywords`. SQLite drops and adds that column only while no
-- trigger names it, so such a migration drops items_text_insert, items_text_update and items_text_delete, changes the
-- column, and creates the three triggers again, unchanged.
CREATE VIRTUAL TABLE items_fts USING fts5(
  title, description, keywords,
  content='items', content_rowid='rid',
  tokenize='unicode61 remove_diacritics 2', prefix='1 2 3 4 5 6'
);
--> statement-breakpoint
-- A removed word leaves the index at once, so that nothing of an erased listing stays in it (D61).
INSERT INTO items_fts(items_fts, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
-- The words of the index with the number of listings that contain each. Not read any more (decision 0007).
CREATE VIRTUAL TABLE items_words USING fts5vocab('items_fts', 'row');
--> statement-breakpoint
-- AD CREDIT (D19): balance_transactions is append-only, and each row changes the cached balance in the same statement.
-- The CHECK on profiles.seller_balance_cents refuses a debit below zero, and with it the row (D28).
CREATE TRIGGER balance_transactions_apply AFTER INSERT ON balance_transactions BEGIN
  UPDATE profiles SET seller_balance_cents = seller_balance_cents + new.amount_cents WHERE id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER balance_transactions_no_update BEFORE UPDATE ON balance_transactions BEGIN
  SELECT RAISE(ABORT, 'balance_transactions is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER balance_transactions_no_delete BEFORE DELETE ON balance_transactions BEGIN
  SELECT RAISE(ABORT, 'balance_transactions is append-only');
END;
--> statement-breakpoint
-- LEDGER: append-only.
CREATE TRIGGER ledger_no_update BEFORE UPDATE ON ledger BEGIN
  SELECT RAISE(ABORT, 'ledger is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER ledger_no_delete BEFORE DELETE ON ledger BEGIN
  SELECT RAISE(ABORT, 'ledger is append-only');
END;
--> statement-breakpoint
-- Every ad-credit row writes its two sides into the ledger, so `ad_credit:<user>` there is always the negated balance (D19).
CREATE TRIGGER balance_transactions_ledger AFTER INSERT ON balance_transactions WHEN new.amount_cents <> 0 BEGIN
  INSERT INTO ledger (txn_id, account, amount_cents, ref, at) VALUES
    ('credit:' || new.id, 'ad_credit:' || new.user_id, -new.amount_cents, 'credit:' || new.id || ':ad_credit', new.created_at),
    ('credit:' || new.id, CASE new.type WHEN 'topup' THEN 'card_received' WHEN 'adjustment' THEN 'adjustments'
        WHEN 'chargeback' THEN 'chargeback_losses' WHEN 'topup_refund' THEN 'external_refunds' ELSE 'fees' END,
      new.amount_cents, 'credit:' || new.id || ':other', new.created_at);
END;
--> statement-breakpoint
-- RECORDS: order events, the audit log and its seals (D34) are append-only.
CREATE TRIGGER order_events_no_update BEFORE UPDATE ON order_events BEGIN
  SELECT RAISE(ABORT, 'order_events is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER order_events_no_delete BEFORE DELETE ON order_events BEGIN
  SELECT RAISE(ABORT, 'order_events is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_seals_no_update BEFORE UPDATE ON audit_seals BEGIN
  SELECT RAISE(ABORT, 'audit_seals is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_seals_no_delete BEFORE DELETE ON audit_seals BEGIN
  SELECT RAISE(ABORT, 'audit_seals is append-only');
END;
--> statement-breakpoint
-- PRICE HISTORY (D26): every price change leaves a row, and previous_price follows from it: a lower price shows the old
-- one, a higher price removes the badge. A trigger, because the item's room writes the price, at once or from its alarm.
CREATE TRIGGER items_price_history AFTER UPDATE OF price_cents ON items WHEN new.price_cents <> old.price_cents BEGIN
  INSERT INTO price_changes(item_id, from_cents, to_cents, at)
  VALUES (new.id, old.price_cents, new.price_cents, CAST(unixepoch('subsec') * 1000 AS INTEGER));
  UPDATE items SET previous_price_cents = CASE WHEN new.price_cents < old.price_cents THEN old.price_cents END
  WHERE rid = new.rid;
END;
--> statement-breakpoint
-- MARKET COUNTS: the totals on the home page and each seller's number of listings, because counting 100,000 listings on
-- every visit is too slow. Triggers, because the item's room writes the status and routes write the rest.
INSERT INTO market_counts (name, count) VALUES ('sold', 0);
--> statement-breakpoint
CREATE TRIGGER items_count_insert AFTER INSERT ON items WHEN new.listed_as IS NOT NULL BEGIN
  UPDATE profiles SET listed_count = listed_count + 1 WHERE id = new.seller_id AND new.listed_as = 'active';
  INSERT INTO market_counts(name, count)
    VALUES (CASE new.listed_as WHEN 'sold' THEN 'sold' ELSE 'listed:' || new.category END, 1)
    ON CONFLICT(name) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER items_count_update AFTER UPDATE OF status, deleted_at, seller_away, category ON items
WHEN old.listed_as IS NOT new.listed_as OR old.category <> new.category BEGIN
  UPDATE profiles SET listed_count = listed_count + (new.listed_as IS 'active') - (old.listed_as IS 'active')
    WHERE id = new.seller_id;
  UPDATE market_counts SET count = count - 1 WHERE name =
    CASE old.listed_as WHEN 'sold' THEN 'sold' WHEN 'active' THEN 'listed:' || old.category END;
  INSERT INTO market_counts(name, count)
    SELECT CASE new.listed_as WHEN 'sold' THEN 'sold' ELSE 'listed:' || new.category END, 1
    WHERE new.listed_as IS NOT NULL
    ON CONFLICT(name) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER items_count_delete AFTER DELETE ON items WHEN old.listed_as IS NOT NULL BEGIN
  UPDATE profiles SET listed_count = listed_count - 1 WHERE id = old.seller_id AND old.listed_as = 'active';
  UPDATE market_counts SET count = count - 1 WHERE name =
    CASE old.listed_as WHEN 'sold' THEN 'sold' ELSE 'listed:' || old.category END;
END;
--> statement-breakpoint
-- ERASED ACCOUNTS (D61): nothing is written for a person who has left. IGNORE, because it must not fail the batch of its
-- cause.
CREATE TRIGGER notifications_not_to_erased BEFORE INSERT ON notifications
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = new.user_id AND erased_at IS NOT NULL) BEGIN
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER mail_outbox_not_to_erased BEFORE INSERT ON mail_outbox WHEN new.to_address LIKE 'erased:%' BEGIN
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER sessions_not_of_erased BEFORE INSERT ON sessions
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = new.account_id AND erased_at IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'the account was deleted');
END;
--> statement-breakpoint
CREATE TRIGGER messages_not_to_erased BEFORE INSERT ON messages
WHEN new.sender_id IS NOT NULL AND EXISTS (SELECT 1 FROM conversation_members m JOIN profiles p ON p.id = m.user_id
  WHERE m.conversation_id = new.conversation_id AND p.erased_at IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'the other person has left');
END;
--> statement-breakpoint
CREATE TRIGGER account_deletions_final BEFORE DELETE ON account_deletions WHEN old.erased_at IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'an erased account stays erased');
END;
--> statement-breakpoint
-- STRIKES AND APPEALS (D32, D34): a strike may be overturned, but neither deleted nor moved to another order, person or
-- time; a decided appeal stays decided.
CREATE TRIGGER strikes_no_delete BEFORE DELETE ON strikes BEGIN
  SELECT RAISE(ABORT, 'strikes are never removed');
END;
--> statement-breakpoint
CREATE TRIGGER strikes_fixed BEFORE UPDATE OF order_id, buyer_id, seq, event_id, at, applied_at, excuse ON strikes BEGIN
  SELECT RAISE(ABORT, 'a strike is only taken back, never rewritten');
END;
--> statement-breakpoint
CREATE TRIGGER strikes_only_missed BEFORE INSERT ON strikes
WHEN NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = new.order_id AND o.buyer_id = new.buyer_id AND o.marked_incomplete = 1) BEGIN
  SELECT RAISE(ABORT, 'a strike needs a missed order of that buyer');
END;
--> statement-breakpoint
CREATE TRIGGER appeals_no_delete BEFORE DELETE ON appeals BEGIN
  SELECT RAISE(ABORT, 'appeals are never removed');
END;
--> statement-breakpoint
CREATE TRIGGER appeals_final BEFORE UPDATE ON appeals WHEN old.status <> 'open' BEGIN
  SELECT RAISE(ABORT, 'a decided appeal stays decided');
END;
--> statement-breakpoint
-- REPORTS: a decided report stays decided.
CREATE TRIGGER reports_stay_decided BEFORE UPDATE ON reports WHEN old.status <> 'open'
BEGIN
  SELECT RAISE(ABORT, 'A report stays decided');
END;
--> statement-breakpoint
-- REPORTS: a deleted listing needs no review.
CREATE TRIGGER listing_reviews_end AFTER UPDATE OF deleted_at ON items
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  UPDATE reports SET status = 'decided', outcome = 'withdrawn', decided_at = new.deleted_at
    WHERE kind = 'held_listing' AND status = 'open' AND subject_id = new.id;
END;
--> statement-breakpoint
-- BUNDLES: a bundle's status follows its orders: sold, in payment, or for sale again.
CREATE TRIGGER bundles_follow_orders AFTER UPDATE OF status ON orders WHEN new.status <> old.status BEGIN
  UPDATE bundles SET updated_at = new.updated_at, status = (
    SELECT CASE
      WHEN sum(o.status IN ('awaiting_payment', 'payment_pending_seller_confirmation', 'awaiting_collection', 'disputed')) > 0 THEN 'pending'
      WHEN sum(o.status IN ('payment_confirmed', 'completed')) > 0 THEN 'sold'
      ELSE 'active' END
    FROM purchase_orders mine JOIN purchase_orders po ON po.purchase_id = mine.purchase_id JOIN orders o ON o.id = po.order_id
    WHERE mine.order_id = new.id)
  WHERE status <> 'deleted' AND id = (
    SELECT p.bundle_id FROM purchase_orders po JOIN purchases p ON p.id = po.purchase_id
    WHERE po.order_id = new.id AND p.status = 'placed');
END;
--> statement-breakpoint
-- RATINGS: only between the two people of a completed transaction.
CREATE TRIGGER ratings_only_after_completion BEFORE INSERT ON ratings
WHEN NOT EXISTS (SELECT 1 FROM transactions t WHERE t.id = new.transaction_id AND t.status = 'completed'
  AND ((t.buyer_id = new.rated_by_user_id AND t.seller_id = new.rated_user_id)
    OR (t.seller_id = new.rated_by_user_id AND t.buyer_id = new.rated_user_id))) BEGIN
  SELECT RAISE(ABORT, 'ratings need a completed transaction between the two');
END;
--> statement-breakpoint
-- Each finished or missed collection, for both people (D56): picked up as the two said themselves, or reported as missed and
-- not under contest. A sale marked by its seller, a trade and a decision of staff prove no meeting. Ten hours on, a day from
-- 8:00 to 20:00 is one day in every Australian zone.
CREATE VIEW collection_records AS
  SELECT e.order_id, o.buyer_id AS user_id, o.seller_id AS other_id, (o.collection_date + 36000000) / 86400000 AS day, 0 AS missed
  FROM orders o CROSS JOIN order_events e ON e.order_id = o.id
  WHERE e.kind IN ('handed_over', 'completed') AND e.staff = 0 AND o.payment_method <> 'outside'
  UNION ALL
  SELECT e.order_id, o.seller_id, o.buyer_id, (o.collection_date + 36000000) / 86400000, 0
  FROM orders o CROSS JOIN order_events e ON e.order_id = o.id
  WHERE e.kind IN ('handed_over', 'completed') AND e.staff = 0 AND o.payment_method <> 'outside'
  UNION ALL
  SELECT f.id, f.about_id, f.recorded_by, (o.collection_date + 36000000) / 86400000, 1
  FROM failed_collections f CROSS JOIN orders o ON o.id = f.id
  WHERE f.kind = 'no_show' AND (f.contested_at IS NULL OR f.outcome = 'upheld');
--> statement-breakpoint
-- The public figures. Collections with the same person on the same day count once, as one visit, and as missed if one was.
CREATE TRIGGER order_events_pickups AFTER INSERT ON order_events
WHEN new.kind IN ('handed_over', 'completed') AND new.staff = 0 BEGIN
  UPDATE profiles SET
    pickups = (SELECT count(DISTINCT r.other_id || ' ' || r.day) FROM collection_records r WHERE r.user_id = profiles.id),
    pickups_missed = (SELECT count(DISTINCT r.other_id || ' ' || r.day) FROM collection_records r
      WHERE r.user_id = profiles.id AND r.missed = 1)
  WHERE id IN (SELECT buyer_id FROM orders WHERE id = new.order_id UNION SELECT seller_id FROM orders WHERE id = new.order_id);
END;
--> statement-breakpoint
CREATE TRIGGER failed_collections_pickups AFTER INSERT ON failed_collections WHEN new.kind = 'no_show' BEGIN
  UPDATE profiles SET
    pickups = (SELECT count(DISTINCT r.other_id || ' ' || r.day) FROM collection_records r WHERE r.user_id = new.about_id),
    pickups_missed = (SELECT count(DISTINCT r.other_id || ' ' || r.day) FROM collection_records r
      WHERE r.user_id = new.about_id AND r.missed = 1)
  WHERE id = new.about_id;
END;
--> statement-breakpoint
CREATE TRIGGER failed_collections_pickups_again AFTER UPDATE OF contested_at, outcome ON failed_collections
WHEN new.kind = 'no_show' BEGIN
  UPDATE profiles SET
    pickups = (SELECT count(DISTINCT r.other_id || ' ' || r.day) FROM collection_records r WHERE r.user_id = new.about_id),
    pickups_missed = (SELECT count(DISTINCT r.other_id || ' ' || r.day) FROM collection_records r
      WHERE r.user_id = new.about_id AND r.missed = 1)
  WHERE id = new.about_id;
END;
--> statement-breakpoint
-- A sale that is undone takes its ratings with it (D36).
CREATE TRIGGER transactions_undone AFTER UPDATE OF status ON transactions
WHEN old.status = 'completed' AND new.status <> 'completed' BEGIN
  DELETE FROM ratings WHERE transaction_id = new.id;
END;
--> statement-breakpoint
-- Average and number of ratings (D43), of the visible ones, kept on every insert, change and delete. Ratings of giveaways are shown but do not
-- count, because two accounts could give each other any number of them (A103). Trades and swap circles count: everyone gives something.
CREATE TRIGGER ratings_average AFTER INSERT ON ratings BEGIN
  UPDATE profiles SET
    rating_count = (SELECT count(*) FROM ratings r JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
      WHERE r.rated_user_id = new.rated_user_id AND r.published_at IS NOT NULL AND (t.amount_cents >= 100 OR substr(o.hold_id, 1, 4) IN ('trd_', 'cir_'))),
    average_rating_hundredths = (SELECT CAST(round(avg(r.rating) * 100) AS INTEGER) FROM ratings r JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
      WHERE r.rated_user_id = new.rated_user_id AND r.published_at IS NOT NULL AND (t.amount_cents >= 100 OR substr(o.hold_id, 1, 4) IN ('trd_', 'cir_')))
  WHERE id = new.rated_user_id;
END;
--> statement-breakpoint
CREATE TRIGGER ratings_average_update AFTER UPDATE OF rating, rated_user_id, published_at ON ratings BEGIN
  UPDATE profiles SET
    rating_count = (SELECT count(*) FROM ratings r JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
      WHERE r.rated_user_id = profiles.id AND r.published_at IS NOT NULL AND (t.amount_cents >= 100 OR substr(o.hold_id, 1, 4) IN ('trd_', 'cir_'))),
    average_rating_hundredths = (SELECT CAST(round(avg(r.rating) * 100) AS INTEGER) FROM ratings r JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
      WHERE r.rated_user_id = profiles.id AND r.published_at IS NOT NULL AND (t.amount_cents >= 100 OR substr(o.hold_id, 1, 4) IN ('trd_', 'cir_')))
  WHERE id IN (old.rated_user_id, new.rated_user_id);
END;
--> statement-breakpoint
CREATE TRIGGER ratings_average_delete AFTER DELETE ON ratings BEGIN
  UPDATE profiles SET
    rating_count = (SELECT count(*) FROM ratings r JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
      WHERE r.rated_user_id = old.rated_user_id AND r.published_at IS NOT NULL AND (t.amount_cents >= 100 OR substr(o.hold_id, 1, 4) IN ('trd_', 'cir_'))),
    average_rating_hundredths = (SELECT CAST(round(avg(r.rating) * 100) AS INTEGER) FROM ratings r JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
      WHERE r.rated_user_id = old.rated_user_id AND r.published_at IS NOT NULL AND (t.amount_cents >= 100 OR substr(o.hold_id, 1, 4) IN ('trd_', 'cir_')))
  WHERE id = old.rated_user_id;
END;
--> statement-breakpoint
-- TRADES (D39): an item that is sold or removed voids the open offers it is part of, in the same transaction. The time is
-- the sale's own, because a trigger must not read another clock than the service.
CREATE TRIGGER trades_void AFTER UPDATE OF status, deleted_at ON items
WHEN (new.status = 'sold' AND old.status <> 'sold') OR (new.deleted_at IS NOT NULL AND old.deleted_at IS NULL) BEGIN
  UPDATE trades SET status = 'void', accepting_at = NULL, void_item_id = new.id, untold = 1,
    closed_at = coalesce(new.deleted_at, new.sold_at, new.updated_at),
    updated_at = coalesce(new.deleted_at, new.sold_at, new.updated_at)
  WHERE status = 'proposed' AND id IN (SELECT trade_id FROM trade_items WHERE item_id = new.id);
END;
--> statement-breakpoint
-- SWAP CIRCLES (D58): likewise, and a new price ends them too, because their cash was computed from the old one.
CREATE TRIGGER circles_void AFTER UPDATE OF status, deleted_at, price_cents ON items
WHEN (new.status = 'sold' AND old.status <> 'sold') OR (new.deleted_at IS NOT NULL AND old.deleted_at IS NULL)
  OR new.price_cents <> old.price_cents BEGIN
  UPDATE circles SET status = 'void', locking_at = NULL, void_item_id = new.id, untold = 1, rev = rev + 1,
    closed_at = max(coalesce(new.deleted_at, new.sold_at, new.updated_at), updated_at),
    updated_at = max(coalesce(new.deleted_at, new.sold_at, new.updated_at), updated_at)
  WHERE status = 'offered' AND id IN (SELECT circle_id FROM circle_legs WHERE item_id = new.id);
END;
--> statement-breakpoint
-- WISH LISTS AND SAVED SEARCHES: a price drop, a return to sale and a new listing are queued for the matching jobs,
-- whichever code wrote them.
CREATE TRIGGER items_cheaper_for_wishes AFTER UPDATE OF price_cents ON items
WHEN new.price_cents < old.price_cents AND new.deleted_at IS NULL
  AND EXISTS (SELECT 1 FROM wish_watches WHERE item_id = new.id AND noted_cents > new.price_cents) BEGIN
  INSERT INTO wish_events(item_id, kind, at) VALUES (new.id, 'price', CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER items_back_for_wishes AFTER UPDATE OF status ON items
WHEN new.status = 'active' AND old.status <> 'active' AND new.deleted_at IS NULL
  AND EXISTS (SELECT 1 FROM wish_watches WHERE item_id = new.id) BEGIN
  INSERT INTO wish_events(item_id, kind, at) VALUES (new.id, 'back', CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER items_new_for_searches AFTER INSERT ON items
WHEN new.status = 'active' AND new.deleted_at IS NULL AND EXISTS (SELECT 1 FROM saved_searches) BEGIN
  INSERT OR IGNORE INTO new_listings(item_id, at) VALUES (new.id, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER items_new_for_followers AFTER INSERT ON items
WHEN new.status = 'active' AND EXISTS (SELECT 1 FROM seller_follows WHERE seller_id = new.seller_id) BEGIN
  INSERT OR IGNORE INTO follow_digests(seller_id, since) VALUES (new.seller_id, new.created_at);
END;
--> statement-breakpoint
-- MESSAGES: unread counts and the last message of a thread, whichever code writes a message. A held message counts for its
-- author alone.
CREATE TRIGGER messages_arrive AFTER INSERT ON messages BEGIN
  UPDATE conversation_members SET last_seq = max(last_seq, new.seq), last_at = max(last_at, new.at),
    unread = unread + (new.state = 'sent' AND new.sender_id IS NOT NULL AND new.sender_id <> user_id)
  WHERE conversation_id = new.conversation_id AND (new.state = 'sent' OR user_id = new.sender_id);
END;
--> statement-breakpoint
-- Staff released or removed a held message: count again.
CREATE TRIGGER messages_decided AFTER UPDATE OF state, seq ON messages WHEN new.state <> old.state OR new.seq <> old.seq BEGIN
  UPDATE conversation_members SET last_at = max(last_at, new.at),
    last_seq = coalesce((SELECT max(m.seq) FROM messages m WHERE m.conversation_id = new.conversation_id
      AND (m.state = 'sent' OR m.sender_id = conversation_members.user_id)), 0),
    unread = (SELECT count(*) FROM messages m WHERE m.conversation_id = new.conversation_id
      AND m.seq > conversation_members.last_read_seq AND m.state = 'sent' AND m.sender_id <> conversation_members.user_id)
  WHERE conversation_id = new.conversation_id;
END;
--> statement-breakpoint
CREATE TRIGGER messages_no_delete BEFORE DELETE ON messages BEGIN
  SELECT raise(ABORT, 'messages are kept');
END;
--> statement-breakpoint
-- The steps of an order and of a trade appear in the thread about the item, in the transaction of the step. OR IGNORE: a
-- line in a thread must never make a payment fail. A failed card concerns the buyer alone; the order of a completed trade
-- exists only to be rated, and the trade has posted its own steps.
CREATE TRIGGER order_events_told AFTER INSERT ON order_events WHEN new.kind <> 'card_failed' BEGIN
  INSERT OR IGNORE INTO messages (id, conversation_id, seq, kind, event, at)
  SELECT 'msg_' || substr(o.id, 5) || 'e' || new.rev, c.id,
    coalesce((SELECT max(m.seq) FROM messages m WHERE m.conversation_id = c.id), 0) + 1, 'event',
    json_object('subject', 'order', 'id', o.id, 'kind', new.kind), new.at
  FROM orders o JOIN conversations c ON c.low_id = min(o.buyer_id, o.seller_id) AND c.high_id = max(o.buyer_id, o.seller_id)
    AND c.item_id = o.item_id
  WHERE o.id = new.order_id AND substr(o.hold_id, 1, 4) NOT IN ('trd_', 'cir_');
END;
--> statement-breakpoint
CREATE TRIGGER trades_begun_told AFTER INSERT ON trades BEGIN
  INSERT OR IGNORE INTO messages (id, conversation_id, seq, kind, event, at)
  SELECT 'msg_' || substr(new.id, 5) || new.status, c.id,
    coalesce((SELECT max(m.seq) FROM messages m WHERE m.conversation_id = c.id), 0) + 1, 'event',
    json_object('subject', 'trade', 'id', new.id, 'kind', new.status), new.created_at
  FROM conversations c WHERE c.low_id = min(new.offeror_id, new.seller_id)
    AND c.high_id = max(new.offeror_id, new.seller_id) AND c.item_id = new.target_item_id;
END;
--> statement-breakpoint
CREATE TRIGGER trades_step_told AFTER UPDATE OF status ON trades WHEN new.status <> old.status BEGIN
  INSERT OR IGNORE INTO messages (id, conversation_id, seq, kind, event, at)
  SELECT 'msg_' || substr(new.id, 5) || new.status, c.id,
    coalesce((SELECT max(m.seq) FROM messages m WHERE m.conversation_id = c.id), 0) + 1, 'event',
    json_object('subject', 'trade', 'id', new.id, 'kind', new.status), new.updated_at
  FROM conversations c WHERE c.low_id = min(new.offeror_id, new.seller_id)
    AND c.high_id = max(new.offeror_id, new.seller_id) AND c.item_id = new.target_item_id;
END;
--> statement-breakpoint
-- HOLDS PER HOUR: counted when a hold begins, because `items` remembers only the current one.
CREATE TRIGGER items_hold_begun AFTER UPDATE OF hold_id ON items
WHEN NEW.hold_id IS NOT NULL AND NEW.hold_id IS NOT OLD.hold_id
BEGIN
  INSERT INTO hold_hours (hour, holds) VALUES (unixepoch() / 3600, 1) ON CONFLICT (hour) DO UPDATE SET holds = holds + 1;
END;
--> statement-breakpoint
-- SPELLING CORRECTION compares a mistyped word with every word any listing has had. Words stay when their last listing
-- goes; the search index says whether one still has listings.
CREATE TABLE search_words (
  word TEXT PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- Splits one listing into words with the search index's tokenizer. It holds a row only while a trigger runs.
CREATE VIRTUAL TABLE listing_split USING fts5(
  words, content='', columnsize=0, detail=none, tokenize='unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE VIRTUAL TABLE listing_split_words USING fts5vocab('listing_split', 'row');
--> statement-breakpoint
CREATE TRIGGER items_text_insert AFTER INSERT ON items BEGIN
  INSERT INTO items_fts(rowid, title, description, keywords) VALUES (new.rid, new.title, new.description, new.keywords);
  INSERT INTO listing_split (rowid, words) VALUES (1, new.title || ' ' || new.description || ' ' || new.keywords);
  INSERT OR IGNORE INTO search_words (word)
    SELECT term FROM listing_split_words WHERE length(term) BETWEEN 3 AND 40 AND term NOT GLOB '*[0-9]*';
  INSERT INTO listing_split (listing_split) VALUES ('delete-all');
END;
--> statement-breakpoint
-- Only when the text changes: a hold or a sale must not rewrite the index. By value, because UPDATE OF never names a
-- generated column.
CREATE TRIGGER items_text_update AFTER UPDATE ON items
WHEN (new.title, new.description, new.keywords) IS NOT (old.title, old.description, old.keywords) BEGIN
  INSERT INTO items_fts(items_fts, rowid, title, description, keywords) VALUES ('delete', old.rid, old.title, old.description, old.keywords);
  INSERT INTO items_fts(rowid, title, description, keywords) VALUES (new.rid, new.title, new.description, new.keywords);
  INSERT INTO listing_split (rowid, words) VALUES (1, new.title || ' ' || new.description || ' ' || new.keywords);
  INSERT OR IGNORE INTO search_words (word)
    SELECT term FROM listing_split_words WHERE length(term) BETWEEN 3 AND 40 AND term NOT GLOB '*[0-9]*';
  INSERT INTO listing_split (listing_split) VALUES ('delete-all');
END;
--> statement-breakpoint
CREATE TRIGGER items_text_delete AFTER DELETE ON items BEGIN
  INSERT INTO items_fts(items_fts, rowid, title, description, keywords) VALUES ('delete', old.rid, old.title, old.description, old.keywords);
END;
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
-- Of two changes at once one is refused, with everything that was to be written beside it.
CREATE TRIGGER money_returns_in_turn BEFORE UPDATE ON money_returns WHEN new.rev <> old.rev + 1 BEGIN
  SELECT RAISE(ABORT, 'a refund has changed in the meantime');
END;
--> statement-breakpoint
CREATE TRIGGER money_returns_no_delete BEFORE DELETE ON money_returns BEGIN
  SELECT RAISE(ABORT, 'refunds are never removed');
END;
--> statement-breakpoint
-- A trade that one of the two called off counts for that person like any other collection that did not happen (D56).
CREATE TRIGGER trades_called_off AFTER UPDATE OF called_off_by ON trades
WHEN old.called_off_by IS NULL AND new.called_off_by IS NOT NULL BEGIN
  INSERT INTO failed_collections (id, kind, about_id, recorded_by, created_at)
  VALUES (new.id, 'called_off', new.called_off_by, new.called_off_by, new.closed_at);
END;
--> statement-breakpoint
-- A swap circle that one of the three called off counts likewise. Staff and the deadline count against nobody.
CREATE TRIGGER circles_called_off AFTER UPDATE OF status ON circles
WHEN new.status = 'failed' AND old.status <> 'failed' AND new.closed_by IS NOT NULL BEGIN
  INSERT INTO failed_collections (id, kind, about_id, recorded_by, created_at)
  VALUES (new.id, 'called_off', new.closed_by, new.closed_by, new.closed_at);
END;
--> statement-breakpoint
-- GIVEAWAYS (D57): the commitment of a draw and what it is about are published before the first entry and never change.
CREATE TRIGGER giveaways_fixed BEFORE UPDATE OF item_id, giver_id, mode, opened_at, closes_at, seed, commitment ON giveaways
WHEN (new.item_id, new.giver_id, new.mode, new.opened_at) IS NOT (old.item_id, old.giver_id, old.mode, old.opened_at)
  OR new.closes_at IS NOT old.closes_at OR new.seed IS NOT old.seed OR new.commitment IS NOT old.commitment BEGIN
  SELECT RAISE(ABORT, 'a giveaway keeps what was published');
END;
--> statement-breakpoint
-- A draw is made once. Its order stays.
CREATE TRIGGER giveaways_drawn_once BEFORE UPDATE OF drawn_at ON giveaways
WHEN old.drawn_at IS NOT NULL AND new.drawn_at IS NOT old.drawn_at BEGIN
  SELECT RAISE(ABORT, 'a draw is made once');
END;
--> statement-breakpoint
CREATE TRIGGER giveaway_entries_places_stay BEFORE UPDATE OF place, code ON giveaway_entries
WHEN old.place IS NOT NULL AND (new.place IS NOT old.place OR new.code IS NOT old.code) BEGIN
  SELECT RAISE(ABORT, 'a drawn order stays');
END;
--> statement-breakpoint
-- Nobody enters a draw after entries have closed. A late write of an entry made in time is not late: it names its own time.
CREATE TRIGGER giveaway_entries_in_time BEFORE INSERT ON giveaway_entries
WHEN EXISTS (SELECT 1 FROM giveaways g WHERE g.id = new.giveaway_id
  AND (new.user_id = g.giver_id OR new.entered_at >= g.closes_at)) BEGIN
  SELECT RAISE(ABORT, 'constraint failed: this entry is late, or the giver''s own');
END;
--> statement-breakpoint
CREATE TRIGGER giveaway_entries_no_delete BEFORE DELETE ON giveaway_entries BEGIN
  SELECT RAISE(ABORT, 'giveaway_entries is append-only');
END;
--> statement-breakpoint
-- THEME: its one row, so there is always one to read and to change.
INSERT INTO global_theme_settings (id, theme_config, updated_at) VALUES ('global', '{}', 0);
