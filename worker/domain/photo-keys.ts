/** Names of stored photos: the SHA-256 of the bytes, so that a key never changes its content and can be cached for ever. */

export type ImageType = "image/jpeg" | "image/png" | "image/webp";

const EXTENSIONS: Record<ImageType, string> = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" };
const NAME = /^[0-9a-f]{64}\.(jpg|png|webp)$/;

/** R2 key of a photo by the lower-case hex SHA-256 of its bytes. */
export function photoKey(sha256: string, type: ImageType): string {
  return `photos/${sha256}.${EXTENSIONS[type]}`;
}

/** Address under which a stored photo is served. */
export function photoUrl(key: string): string {
  return key.replace(/^photos\//, "/images/");
}

/** Key and type behind the last part of a photo's address; null for anything we would not have made (A81). */
export function photoOfName(name: string): { key: string; type: ImageType } | null {
  const extension = NAME.exec(name)?.[1];
  const type = (Object.keys(EXTENSIONS) as ImageType[]).find((candidate) => EXTENSIONS[candidate] === extension);
  return type === undefined ? null : { key: `photos/${name}`, type };
}
