CREATE TABLE `books_differences` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`source` text,
	`description` text,
	`happened_at` integer NOT NULL,
	`found_at` integer NOT NULL,
	`settled_at` integer,
	`settled_by` text,
	`note` text,
	FOREIGN KEY (`settled_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "books_differences_amount" CHECK("books_differences"."amount_cents" <> 0)
);
--> statement-breakpoint
CREATE INDEX `books_differences_open` ON `books_differences` (`found_at`) WHERE settled_at IS NULL;