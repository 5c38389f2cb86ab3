CREATE TABLE `audit_seals` (
	`entry_id` integer PRIMARY KEY NOT NULL,
	`prev_hash` text NOT NULL,
	`hash` text NOT NULL,
	FOREIGN KEY (`entry_id`) REFERENCES `audit_log`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_seals_prev_hash_unique` ON `audit_seals` (`prev_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `audit_seals_hash_unique` ON `audit_seals` (`hash`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `viewing_as` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `viewing_until` integer;--> statement-breakpoint
CREATE INDEX `profiles_by_date` ON `profiles` (`created_at`);--> statement-breakpoint
CREATE INDEX `profiles_in_trouble` ON `profiles` (`created_at`) WHERE is_banned = 1 OR is_suspended = 1 OR account_restricted = 1;--> statement-breakpoint
CREATE INDEX `audit_log_by_actor` ON `audit_log` (`actor_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_by_action` ON `audit_log` (`action`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_by_date` ON `audit_log` (`at`);--> statement-breakpoint
CREATE TRIGGER audit_seals_no_update BEFORE UPDATE ON audit_seals BEGIN
  SELECT RAISE(ABORT, 'audit_seals is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_seals_no_delete BEFORE DELETE ON audit_seals BEGIN
  SELECT RAISE(ABORT, 'audit_seals is append-only');
END;
