-- When the hold in `hold_until` began: its length is a staff setting, so the start cannot be worked out from the end.
ALTER TABLE `items` ADD `hold_started_at` integer;
--> statement-breakpoint
-- Holds that are running now: their exact start is unknown, and ten minutes was the length until now unless staff changed it.
UPDATE `items` SET `hold_started_at` = `hold_until` - 600000 WHERE `hold_until` IS NOT NULL;
