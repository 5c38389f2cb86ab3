CREATE TABLE `site_settings` (
	`version` integer PRIMARY KEY NOT NULL,
	`settings` text NOT NULL,
	`saved_by` text NOT NULL,
	`saved_at` integer NOT NULL,
	FOREIGN KEY (`saved_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action
);
