CREATE INDEX `images_by_key` ON `images` (`key`);--> statement-breakpoint
CREATE INDEX `images_by_key_800` ON `images` (`key_800`);--> statement-breakpoint
CREATE INDEX `images_by_key_400` ON `images` (`key_400`);