import type { Photo } from "#contract/items";
import { photoUrl } from "#domain/items/photo-keys";
import type { images } from "../../../db/schema/items.ts";

/** Returns the addresses of a stored photo, without owner and upload time. */
export function presentPhoto(row: typeof images.$inferSelect): Photo {
  return {
    id: row.id,
    url: photoUrl(row.key),
    url_800: photoUrl(row.key_800),
    url_400: photoUrl(row.key_400),
    width: row.width,
    height: row.height,
  };
}
