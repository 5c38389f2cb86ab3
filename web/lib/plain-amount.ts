/**
 * Removes "$", spaces and thousands separators: "$1,200.50" → "1200.50". Any other comma stays, so that validation
 * refuses "12,50" instead of reading 1250.
 */
export function normaliseAmount(typed: string): string {
  const bare = typed.trim().replace(/[$\s]/g, "");
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare) ? bare.replaceAll(",", "") : bare;
}
