/** "Given for **Flood relief** (ABN 12 345 678 901). Goods only, never money." */
export const givenFor = {
  before: "Given for",
  after: (abn: string | null) => `${abn === null ? "" : ` (ABN ${abn})`}. Goods only, never money.`,
};
