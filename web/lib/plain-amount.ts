/** "$1,200.50" as people write it. A comma that is not between thousands stays and is refused: "12,50" is not 1250. */
export function plainAmount(typed: string): string {
  const bare = typed.trim().replace(/[$\s]/g, "");
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare) ? bare.replaceAll(",", "") : bare;
}
