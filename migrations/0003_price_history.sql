-- D26: every change of price leaves a row, and previous_price follows from it alone: a lower price shows the old one, a
-- higher one removes the badge. A trigger, because the price is written by the item's room, at once or by its alarm.
CREATE TRIGGER items_price_history AFTER UPDATE OF price_cents ON items WHEN new.price_cents <> old.price_cents BEGIN
  INSERT INTO price_changes(item_id, from_cents, to_cents, at)
  VALUES (new.id, old.price_cents, new.price_cents, CAST(unixepoch('subsec') * 1000 AS INTEGER));
  UPDATE items SET previous_price_cents = CASE WHEN new.price_cents < old.price_cents THEN old.price_cents END
  WHERE rid = new.rid;
END;
