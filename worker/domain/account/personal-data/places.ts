/**
 * Where something of a person is kept besides the tables of D1 (declaration.ts) and their browser
 * (web/lib/storage-keys.ts): each file that writes to a room's storage, a bucket or a queue, with what it keeps and what
 * removes it. tests/unit/personal-data.test.ts finds writers that are not here.
 */
export const PLACES: Readonly<Record<string, string>> = {
  "durable/item-room/item-room.ts":
    "State of an item: holder, waitlist, orders, offers. `forget` deletes the room's storage when a party is erased.",
  "durable/item-room/negotiation-store.ts":
    "Negotiations of an item. `forget` drops those of an erased buyer, and all of an erased seller's items.",
  "worker/features/items/images/images.ts":
    "Photos (IMAGES). `eraseStored` deletes those that only the erased person uses.",
  "worker/features/own-data/export-file.ts":
    "Copies of a person's data (PRIVATE_FILES). Deleted after 24 hours, and by `eraseStored`.",
  "worker/features/own-data/erase-stored.ts":
    "Ids of erased accounts (PRIVATE_FILES), so that a restore erases them again.",
  "worker/features/notifications/delivery-queue.ts": "Wake-ups (DELIVERIES): nothing of a person.",
  "worker/features/site/health/probe.ts": "A probe (IMAGES): nothing of a person.",
  "worker/jobs/backup/copy-database.ts":
    "Daily copies of the tables (BACKUPS). They expire; a restore repeats the erasures first.",
};
