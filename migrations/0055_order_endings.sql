-- Collections that did not happen (D56, D57): called off, or missed by one side.
CREATE TABLE `failed_collections` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`about_id` text NOT NULL,
	`recorded_by` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`contested_at` integer,
	`contest_reason` text,
	`outcome` text,
	`decided_by` text,
	`decided_at` integer,
	`decision_note` text,
	FOREIGN KEY (`about_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recorded_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "failed_collections_contested_whole" CHECK((contested_at IS NULL) = (contest_reason IS NULL)),
	CONSTRAINT "failed_collections_decided_whole" CHECK((outcome IS NULL) = (decided_at IS NULL)),
	CONSTRAINT "failed_collections_decided_contest" CHECK(outcome IS NULL OR contested_at IS NOT NULL),
	CONSTRAINT "failed_collections_not_oneself" CHECK((kind = 'no_show') = (about_id <> recorded_by))
);
--> statement-breakpoint
CREATE INDEX `failed_collections_about` ON `failed_collections` (`about_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `failed_collections_contested` ON `failed_collections` (`contested_at`,`id`) WHERE contested_at IS NOT NULL AND outcome IS NULL;
--> statement-breakpoint
-- Contested once and decided once; a second answer fails with everything that was to be written beside it.
CREATE TRIGGER failed_collections_answered_once BEFORE UPDATE ON failed_collections
WHEN old.outcome IS NOT NULL OR (old.contested_at IS NOT NULL AND new.contested_at IS NOT old.contested_at) BEGIN
  SELECT RAISE(ABORT, 'a failed collection is answered once');
END;
--> statement-breakpoint
CREATE TRIGGER failed_collections_no_delete BEFORE DELETE ON failed_collections BEGIN
  SELECT RAISE(ABORT, 'failed collections are never removed');
END;
