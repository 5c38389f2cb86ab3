import type { Coin } from "./crypto-coins.ts";

interface PaymentSettings {
  accepted_payment_methods: readonly string[];
  bank_details: unknown;
  crypto_wallet_addresses: Partial<Record<Coin, string>>;
}

/**
 * Returns the methods a seller accepts and has nowhere to be paid by, which buyers are not offered (D22). A new account
 * accepts both, so they also show that the question of the first publish is open. Crypto alone is no question: most
 * sellers never wanted it.
 */
export function methodsWithoutDetails(settings: PaymentSettings): ("bank_transfer" | "crypto")[] {
  const accepts = (method: string) => settings.accepted_payment_methods.includes(method);
  const crypto = accepts("crypto") && Object.keys(settings.crypto_wallet_addresses).length === 0;
  if (accepts("bank_transfer") && settings.bank_details === null)
    return crypto ? ["bank_transfer", "crypto"] : ["bank_transfer"];
  return crypto && settings.accepted_payment_methods.length === 1 ? ["crypto"] : [];
}
