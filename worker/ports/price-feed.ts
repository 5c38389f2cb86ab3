import type { Rates } from "#domain/payments/crypto-quote";

/** Source of crypto market prices. */
export interface PriceFeed {
  /** Key of its stored prices. */
  name: string;
  /** Returns the price of one coin in dollars. Throws when there is no valid answer in time. */
  read(): Promise<Rates>;
}
