/** What a card payment is for. The server computes the amount, except of a top-up, where the client sends it (D17). */
export type CardTarget =
  | { kind: "order"; orderId: string }
  | { kind: "purchase"; purchaseId: string }
  | { kind: "topup"; cents: number };
