CREATE TABLE `daily_figures` (
	`day` text NOT NULL,
	`figure` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`day`, `figure`)
);
--> statement-breakpoint
CREATE TABLE `service_state` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`at` integer NOT NULL
);
