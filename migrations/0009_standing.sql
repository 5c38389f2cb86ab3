CREATE TABLE `appeals` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`message` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	`answer` text,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "appeals_decided_whole" CHECK(("appeals"."status" = 'open') = ("appeals"."decided_at" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `appeals_one_open` ON `appeals` (`user_id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `appeals_by_status` ON `appeals` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `appeals_by_user` ON `appeals` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `strikes` (
	`order_id` text PRIMARY KEY NOT NULL,
	`buyer_id` text NOT NULL,
	`seq` integer NOT NULL,
	`event_id` text NOT NULL,
	`at` integer NOT NULL,
	`applied_at` integer NOT NULL,
	`counted` integer NOT NULL,
	`excuse` text,
	`overturned_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "strikes_excused_never_count" CHECK("strikes"."counted" = 0 OR ("strikes"."excuse" IS NULL AND "strikes"."overturned_at" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `strikes_in_turn` ON `strikes` (`buyer_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `strikes_one_per_event` ON `strikes` (`event_id`) WHERE counted = 1;--> statement-breakpoint
CREATE INDEX `strikes_by_age` ON `strikes` (`at`) WHERE counted = 1;--> statement-breakpoint
-- Missed orders, for the job that looks for those without a strike.
CREATE INDEX orders_missed ON orders (buyer_id, id) WHERE marked_incomplete = 1;
--> statement-breakpoint
-- A strike is a record: it may be taken back, but neither removed nor moved to another order, person or time.
CREATE TRIGGER strikes_no_delete BEFORE DELETE ON strikes BEGIN
  SELECT RAISE(ABORT, 'strikes are never removed');
END;
--> statement-breakpoint
CREATE TRIGGER strikes_fixed BEFORE UPDATE OF order_id, buyer_id, seq, event_id, at, applied_at, excuse ON strikes BEGIN
  SELECT RAISE(ABORT, 'a strike is only taken back, never rewritten');
END;
--> statement-breakpoint
CREATE TRIGGER strikes_only_missed BEFORE INSERT ON strikes
WHEN NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = new.order_id AND o.buyer_id = new.buyer_id AND o.marked_incomplete = 1) BEGIN
  SELECT RAISE(ABORT, 'a strike needs a missed order of that buyer');
END;
--> statement-breakpoint
CREATE TRIGGER appeals_no_delete BEFORE DELETE ON appeals BEGIN
  SELECT RAISE(ABORT, 'appeals are never removed');
END;
--> statement-breakpoint
CREATE TRIGGER appeals_final BEFORE UPDATE ON appeals WHEN old.status <> 'open' BEGIN
  SELECT RAISE(ABORT, 'a decided appeal stays decided');
END;
