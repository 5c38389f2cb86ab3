/** Returns the compared form of a store name, without case, accents, spaces and punctuation; null if empty. */
export function storeNameKey(name: string): string | null {
  const key = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  return key === "" ? null : key;
}
