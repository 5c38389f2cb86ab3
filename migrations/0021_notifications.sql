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
	`next_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notifications_link_is_ours" CHECK("notifications"."link" LIKE '/%' AND "notifications"."link" NOT LIKE '//%')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_once` ON `notifications` (`user_id`,`dedupe_key`);--> statement-breakpoint
CREATE INDEX `notifications_of_user` ON `notifications` (`user_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`,`link`) WHERE read_at IS NULL;--> statement-breakpoint
CREATE INDEX `notifications_due` ON `notifications` (`next_at`) WHERE next_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `notifications_by_age` ON `notifications` (`at`);--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
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
ALTER TABLE `mail_outbox` ADD `unsubscribe_url` text;