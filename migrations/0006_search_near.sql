ALTER TABLE `items` ADD `lat` real;--> statement-breakpoint
ALTER TABLE `items` ADD `lon` real;--> statement-breakpoint
CREATE INDEX `items_sold_by_price` ON `items` (`price_cents`,`id`) WHERE status = 'sold' AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `items_sold_by_views` ON `items` (`views_count`,`id`) WHERE status = 'sold' AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `items_sold_by_popularity` ON `items` (`popular_score`,`id`) WHERE status = 'sold' AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `items_by_point` ON `items` (`status`,`lat`,`lon`) WHERE deleted_at IS NULL AND lat IS NOT NULL;