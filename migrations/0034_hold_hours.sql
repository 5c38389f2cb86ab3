CREATE TABLE `hold_hours` (
	`hour` integer PRIMARY KEY NOT NULL,
	`holds` integer NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER items_hold_begun AFTER UPDATE OF hold_id ON items
WHEN NEW.hold_id IS NOT NULL AND NEW.hold_id IS NOT OLD.hold_id
BEGIN
	INSERT INTO hold_hours (hour, holds) VALUES (unixepoch() / 3600, 1) ON CONFLICT (hour) DO UPDATE SET holds = holds + 1;
END;
