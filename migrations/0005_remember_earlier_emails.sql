CREATE TABLE `earlier_emails` (
	`account_id` text NOT NULL,
	`email` text NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`account_id`, `email`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
