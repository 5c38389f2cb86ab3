import type { Rates } from "#domain/crypto-quote";

/** Where market prices of coins come from. */
export interface PriceFeed {
  /** Names its row of remembered prices. */
  name: string;
  /** Dollars of one coin now. Throws when there is no good answer in time. */
  read(): Promise<Rates>;
}
