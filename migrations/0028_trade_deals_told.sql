-- The deal of a completed trade is there to be rated. The trade itself has told its steps: nobody has ordered anything.
DROP TRIGGER order_events_told;
--> statement-breakpoint
CREATE TRIGGER order_events_told AFTER INSERT ON order_events WHEN new.kind <> 'card_failed' BEGIN
  INSERT OR IGNORE INTO messages (id, conversation_id, seq, kind, event, at)
  SELECT 'msg_' || substr(o.id, 5) || 'e' || new.rev, c.id,
    coalesce((SELECT max(m.seq) FROM messages m WHERE m.conversation_id = c.id), 0) + 1, 'event',
    json_object('subject', 'order', 'id', o.id, 'kind', new.kind), new.at
  FROM orders o JOIN conversations c ON c.low_id = min(o.buyer_id, o.seller_id) AND c.high_id = max(o.buyer_id, o.seller_id)
    AND c.item_id = o.item_id
  WHERE o.id = new.order_id AND substr(o.hold_id, 1, 4) <> 'trd_';
END;
