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
ALTER TABLE `purchase_orders` ADD `offer_group` text;--> statement-breakpoint
-- Average and count follow a rating that staff change or remove, as they follow a new one (D43).
CREATE TRIGGER ratings_average_update AFTER UPDATE OF rating, rated_user_id ON ratings BEGIN
  UPDATE profiles SET
    rating_count = (SELECT count(*) FROM ratings WHERE rated_user_id = profiles.id),
    average_rating_hundredths = (SELECT CAST(round(avg(rating) * 100) AS INTEGER) FROM ratings WHERE rated_user_id = profiles.id)
  WHERE id IN (old.rated_user_id, new.rated_user_id);
END;
--> statement-breakpoint
CREATE TRIGGER ratings_average_delete AFTER DELETE ON ratings BEGIN
  UPDATE profiles SET
    rating_count = (SELECT count(*) FROM ratings WHERE rated_user_id = old.rated_user_id),
    average_rating_hundredths = (SELECT CAST(round(avg(rating) * 100) AS INTEGER) FROM ratings WHERE rated_user_id = old.rated_user_id)
  WHERE id = old.rated_user_id;
END;
