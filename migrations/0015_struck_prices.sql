ALTER TABLE `items` ADD `previous_price_until` integer;--> statement-breakpoint
ALTER TABLE `items` ADD `priced_at` integer;--> statement-breakpoint
-- A struck price is one that the item was on sale at for long enough (D95). What stood before has no
-- previous_price_until and is no longer shown.
DROP TRIGGER items_price_history;--> statement-breakpoint
CREATE TRIGGER items_price_history AFTER UPDATE OF price_cents ON items WHEN new.price_cents <> old.price_cents BEGIN
  INSERT INTO price_changes(item_id, from_cents, to_cents, at)
  VALUES (new.id, old.price_cents, new.price_cents, CAST(unixepoch('subsec') * 1000 AS INTEGER));
  -- A rise removes the struck price; a further fall keeps it where the price between stood too briefly.
  UPDATE items SET previous_price_cents = NULL, previous_price_until = NULL
  WHERE rid = new.rid AND new.price_cents > old.price_cents;
  UPDATE items SET previous_price_cents = old.price_cents,
    previous_price_until = CAST(unixepoch('subsec') * 1000 AS INTEGER) + 86400000 * coalesce(
      (SELECT json_extract(settings, '$.numbers.struck_shown_days') FROM site_settings ORDER BY version DESC LIMIT 1), 30)
  WHERE rid = new.rid AND new.price_cents < old.price_cents AND old.listed_as = 'active'
    AND unixepoch('subsec') * 1000 - coalesce(old.priced_at, old.created_at) >= 86400000 * coalesce(
      (SELECT json_extract(settings, '$.numbers.struck_after_days') FROM site_settings ORDER BY version DESC LIMIT 1), 7);
  UPDATE items SET priced_at = CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE rid = new.rid;
END;
--> statement-breakpoint
-- Time off sale counts for no price. Holds and orders are no break: they are made at the price.
CREATE TRIGGER items_back_on_sale AFTER UPDATE OF status, seller_away, deleted_at ON items
WHEN new.listed_as = 'active' AND (old.status = 'inactive' OR old.seller_away <> 0 OR old.deleted_at IS NOT NULL) BEGIN
  UPDATE items SET priced_at = CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE rid = new.rid;
END;
