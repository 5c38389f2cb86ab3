ALTER TABLE `trades` ADD `meeting` text;--> statement-breakpoint
ALTER TABLE `trades` ADD `meeting_change` text;