ALTER TABLE `mail_outbox` ADD `private_kind` text;
--> statement-breakpoint
UPDATE mail_outbox SET private_kind = (SELECT n.kind FROM notifications n WHERE 'notification:' || n.id = mail_outbox.dedupe_key)
  WHERE dedupe_key IN (SELECT 'notification:' || id FROM notifications WHERE kind IN ('message', 'trade', 'offer', 'giveaway'));
--> statement-breakpoint
UPDATE mail_outbox SET subject = '', text = '', html = '' WHERE private_kind IS NOT NULL AND status IN ('sent', 'failed');
