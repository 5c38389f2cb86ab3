CREATE TABLE `conversation_members` (
	`conversation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`other_id` text NOT NULL,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`last_at` integer NOT NULL,
	`last_read_seq` integer DEFAULT 0 NOT NULL,
	`unread` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`conversation_id`, `user_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`other_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "conversation_members_unread_not_negative" CHECK("conversation_members"."unread" >= 0)
);
--> statement-breakpoint
CREATE INDEX `conversation_members_by_date` ON `conversation_members` (`user_id`,`last_at`,`conversation_id`) WHERE last_seq > 0;--> statement-breakpoint
CREATE INDEX `conversation_members_unread` ON `conversation_members` (`user_id`,`unread`) WHERE unread > 0;--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`item_id` text,
	`low_id` text NOT NULL,
	`high_id` text NOT NULL,
	`opened_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`low_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`high_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "conversations_two_people" CHECK("conversations"."low_id" < "conversations"."high_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_one_each` ON `conversations` (`low_id`,`high_id`,`item_id`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`sender_id` text,
	`client_id` text,
	`kind` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`image_id` text,
	`photo` text,
	`event` text,
	`state` text DEFAULT 'sent' NOT NULL,
	`shield_reasons` text DEFAULT '[]' NOT NULL,
	`cold` integer DEFAULT false NOT NULL,
	`same_as` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sender_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "messages_events_are_nobodys" CHECK(("messages"."sender_id" IS NULL) = ("messages"."kind" = 'event')),
	CONSTRAINT "messages_say_something" CHECK("messages"."text" <> '' OR "messages"."photo" IS NOT NULL OR "messages"."event" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_in_order` ON `messages` (`conversation_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_once` ON `messages` (`sender_id`,`client_id`) WHERE client_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_by_sender` ON `messages` (`sender_id`,`at`) WHERE sender_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `messages_by_image` ON `messages` (`image_id`) WHERE image_id IS NOT NULL;--> statement-breakpoint
-- What either side has to read, whoever writes a message. A held one is its author's alone.
CREATE TRIGGER messages_arrive AFTER INSERT ON messages BEGIN
  UPDATE conversation_members SET last_seq = max(last_seq, new.seq), last_at = max(last_at, new.at),
    unread = unread + (new.state = 'sent' AND new.sender_id IS NOT NULL AND new.sender_id <> user_id)
  WHERE conversation_id = new.conversation_id AND (new.state = 'sent' OR user_id = new.sender_id);
END;
--> statement-breakpoint
-- Let through or turned down by staff: counted again from what there is.
CREATE TRIGGER messages_decided AFTER UPDATE OF state, seq ON messages WHEN new.state <> old.state OR new.seq <> old.seq BEGIN
  UPDATE conversation_members SET last_at = max(last_at, new.at),
    last_seq = coalesce((SELECT max(m.seq) FROM messages m WHERE m.conversation_id = new.conversation_id
      AND (m.state = 'sent' OR m.sender_id = conversation_members.user_id)), 0),
    unread = (SELECT count(*) FROM messages m WHERE m.conversation_id = new.conversation_id
      AND m.seq > conversation_members.last_read_seq AND m.state = 'sent' AND m.sender_id <> conversation_members.user_id)
  WHERE conversation_id = new.conversation_id;
END;
--> statement-breakpoint
CREATE TRIGGER messages_no_delete BEFORE DELETE ON messages BEGIN
  SELECT raise(ABORT, 'messages are kept');
END;
--> statement-breakpoint
-- The steps of an order, where its two parties talk about its item, in the transaction of the step. A failed card is the
-- buyer's own affair. OR IGNORE: a line here must never be what a payment fails by.
CREATE TRIGGER order_events_told AFTER INSERT ON order_events WHEN new.kind <> 'card_failed' BEGIN
  INSERT OR IGNORE INTO messages (id, conversation_id, seq, kind, event, at)
  SELECT 'msg_' || substr(o.id, 5) || 'e' || new.rev, c.id,
    coalesce((SELECT max(m.seq) FROM messages m WHERE m.conversation_id = c.id), 0) + 1, 'event',
    json_object('subject', 'order', 'id', o.id, 'kind', new.kind), new.at
  FROM orders o JOIN conversations c ON c.low_id = min(o.buyer_id, o.seller_id) AND c.high_id = max(o.buyer_id, o.seller_id)
    AND c.item_id = o.item_id
  WHERE o.id = new.order_id;
END;
--> statement-breakpoint
CREATE TRIGGER trades_begun_told AFTER INSERT ON trades BEGIN
  INSERT OR IGNORE INTO messages (id, conversation_id, seq, kind, event, at)
  SELECT 'msg_' || substr(new.id, 5) || new.status, c.id,
    coalesce((SELECT max(m.seq) FROM messages m WHERE m.conversation_id = c.id), 0) + 1, 'event',
    json_object('subject', 'trade', 'id', new.id, 'kind', new.status), new.created_at
  FROM conversations c WHERE c.low_id = min(new.offeror_id, new.seller_id)
    AND c.high_id = max(new.offeror_id, new.seller_id) AND c.item_id = new.target_item_id;
END;
--> statement-breakpoint
CREATE TRIGGER trades_step_told AFTER UPDATE OF status ON trades WHEN new.status <> old.status BEGIN
  INSERT OR IGNORE INTO messages (id, conversation_id, seq, kind, event, at)
  SELECT 'msg_' || substr(new.id, 5) || new.status, c.id,
    coalesce((SELECT max(m.seq) FROM messages m WHERE m.conversation_id = c.id), 0) + 1, 'event',
    json_object('subject', 'trade', 'id', new.id, 'kind', new.status), new.updated_at
  FROM conversations c WHERE c.low_id = min(new.offeror_id, new.seller_id)
    AND c.high_id = max(new.offeror_id, new.seller_id) AND c.item_id = new.target_item_id;
END;
