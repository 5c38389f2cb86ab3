/**
 * Returns the form in which store names are compared: without case, accents, spaces and punctuation. Null when nothing
 * is left.
 */
export function storeNameKey(name: string): string | null {
  const key = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  return key === "" ? null : key;
}
