-- A trade that one of the two called off counts for that person like any other collection that did not happen (D56).
CREATE TRIGGER trades_called_off AFTER UPDATE OF called_off_by ON trades
WHEN old.called_off_by IS NULL AND new.called_off_by IS NOT NULL BEGIN
  INSERT INTO failed_collections (id, kind, about_id, recorded_by, created_at)
  VALUES (new.id, 'called_off', new.called_off_by, new.called_off_by, new.closed_at);
END;
