/**
 * How wide photos are drawn. The Worker preloads the first ones with the very words the page's `<img>` will use:
 * another `sizes` would make the browser load the same picture twice.
 */

/** A card of the marketplace grid. */
export const CARD_SIZES = "(min-width: 1288px) 295px, (min-width: 1024px) 23vw, (min-width: 768px) 31vw, 47vw";

/** A card of a row of six, which scrolls sideways where six do not fit. */
export const ROW_SIZES = "(min-width: 1288px) 190px, (min-width: 1024px) 15vw, (min-width: 484px) 208px, 43vw";

/** The large photo of an item's own page. */
export const GALLERY_SIZES = "(min-width: 1288px) 700px, (min-width: 768px) 56vw, 100vw";

/** The stored renditions for `srcset`. */
export function photoSrcset(photo: { url: string; url_800: string; url_400: string }): string {
  return `${photo.url_400} 400w, ${photo.url_800} 800w, ${photo.url} 1600w`;
}
