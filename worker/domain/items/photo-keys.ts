/** Keys of stored photos: the SHA-256 of the bytes, so that a key's content never changes and can be cached forever. */

export type ImageType = "image/jpeg" | "image/png" | "image/webp";

const EXTENSIONS: Record<ImageType, string> = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" };
const NAME = /^[0-9a-f]{64}\.(jpg|png|webp)$/;

/** Returns the R2 key of a photo for the lower-case hex SHA-256 of its bytes. */
export function photoKey(sha256: string, type: ImageType): string {
  return `photos/${sha256}.${EXTENSIONS[type]}`;
}

/** Returns the path under which a stored photo is served. */
export function photoUrl(key: string): string {
  return key.replace(/^photos\//, "/images/");
}

/** Returns where a photo of ours is fetched: from the photos' own origin, or from its path when `origin` is empty. */
export function photoAddress(url: string, origin: string): string {
  return origin === "" ? url : url.replace(/^\/images\//, `${origin}/photos/`);
}

/** Returns the key and type for the file name in a photo's address; null for any name that is not ours (A81). */
export function photoOfName(name: string): { key: string; type: ImageType } | null {
  const extension = NAME.exec(name)?.[1];
  const type = (Object.keys(EXTENSIONS) as ImageType[]).find((candidate) => EXTENSIONS[candidate] === extension);
  return type === undefined ? null : { key: `photos/${name}`, type };
}
