/** Store names as they are compared: neither case, accents, spaces nor punctuation make another store of one. */
export function storeNameKey(name: string): string | null {
  const key = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  return key === "" ? null : key;
}
