ALTER TABLE `advertisements` ADD `updated_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `advertisements` ADD `ended_at` integer;--> statement-breakpoint
CREATE INDEX `advertisements_editorial` ON `advertisements` (`created_at`,`id`) WHERE item_id IS NULL;--> statement-breakpoint
CREATE INDEX `advertisements_promoted` ON `advertisements` (`created_at`,`id`) WHERE item_id IS NOT NULL;--> statement-breakpoint
-- The theme's one row: from the start there is one to read, and to change.
INSERT OR IGNORE INTO global_theme_settings (id, theme_config, updated_at) VALUES ('global', '{}', 0);
