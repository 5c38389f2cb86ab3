/** What a card pays for. The server knows the price of goods; only a top-up brings its own amount (D17). */
export type CardTarget =
  | { kind: "order"; orderId: string }
  | { kind: "purchase"; purchaseId: string }
  | { kind: "topup"; cents: number };
