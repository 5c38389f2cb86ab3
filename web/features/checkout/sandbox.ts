import type { CheckoutView, CreateTransactionInput, TransactionView } from "#contract/checkout";
import { DAY_MS, DEFAULT_HOLD_MS, MINUTE_MS, SECOND_MS } from "#domain/deadlines";
import { dollarsToCents } from "#domain/money";
import { agreedCollectionDate } from "#domain/orders/collection";
import { COIN_FACTS, COINS, type Coin } from "#domain/payments/crypto-coins";
import { ApiError } from "../../lib/api-client.ts";
import { serverNow } from "../../lib/server-clock.ts";
import type { CheckoutCalls } from "./api.ts";

/** Scenarios of the demo page. */
export const SCENARIOS = ["paid", "free", "lapse", "changed", "refused", "held"] as const;
export type Scenario = (typeof SCENARIOS)[number];

export const SANDBOX_ITEM = "itm_sandbox0000000000000";
const ZONE = "Australia/Melbourne";
const SHORT_HOLD_MS = 20 * SECOND_MS;
const PRICE = 45.5;
const NEW_PRICE = 49;
const REFERENCE = "GS00000000";

/** Dollars per coin: invented, but realistic. */
const RATES: Record<Coin, number> = { btc: 150_000, eth: 5_000, usdt: 1.5, usdc: 1.5, xrp: 3 };

/**
 * Simulates the server for the demo page. No call leaves the browser. The bank account and wallets are invalid, so that
 * no payment can reach them by mistake.
 */
export function sandboxCalls(scenario: Scenario): CheckoutCalls {
  let acknowledged = false;
  let since = 0;
  let until = 0;
  let price = scenario === "free" ? 0 : PRICE;

  const view = (): CheckoutView => ({
    item_id: SANDBOX_ITEM,
    hold_id: "hld_sandbox0000000000000",
    title: scenario === "free" ? "Garden chair (demo)" : "Brass reading lamp (demo)",
    image_url: null,
    seller_id: "acc_sandbox0000000000000",
    seller_name: "Sam Demo",
    amount: price,
    listed: price,
    methods: scenario === "free" ? [] : ["stripe", "bank_transfer", "crypto"],
    too_late: [],
    coins: scenario === "free" ? [] : [...COINS],
    is_free: scenario === "free",
    collection_date: agreedCollectionDate(null, since, ZONE),
    collection_zone: ZONE,
    collection_summary: "Brunswick, Melbourne",
    acknowledged,
    held_since: since,
    reserved_until: until,
    server_now: serverNow(),
  });

  const held = () => {
    if (serverNow() >= until) throw new ApiError("hold_expired", "Your hold has ended.", 409);
  };

  function create(payload: CreateTransactionInput): TransactionView {
    held();
    if (scenario === "refused") {
      throw new ApiError("conflict", "Refused, as you asked. Nothing was ordered.", 409);
    }
    if (scenario === "changed" && price === PRICE) {
      price = NEW_PRICE;
      throw new ApiError("values_changed", "Something changed since you opened this. Please check it.", 409);
    }
    const at = serverNow();
    const method = payload.paymentMethod;
    const evidence = payload.referenceNumber !== undefined || payload.cryptoTxHash !== undefined;
    const settled = method === "stripe" || method === "free";
    return {
      id: "txn_sandbox0000000000000",
      order_id: "ord_sandbox0000000000000",
      item_id: SANDBOX_ITEM,
      seller_id: "acc_sandbox0000000000000",
      buyer_id: payload.buyerId ?? "",
      payment_method: method,
      payment_status: settled ? "completed" : "pending",
      status: "pending",
      order_status: settled
        ? "payment_confirmed"
        : evidence
          ? "payment_pending_seller_confirmation"
          : "awaiting_payment",
      amount: price,
      collection_date: view().collection_date,
      reference_number: method === "bank_transfer" ? REFERENCE : null,
      crypto_currency: payload.cryptoCurrency ?? null,
      crypto_tx_hash: payload.cryptoTxHash ?? null,
      crypto_amount: null,
      payment_deadline: settled ? null : at + 3 * DAY_MS,
      created_at: at,
      server_now: at,
    };
  }

  return {
    reserve: async () => {
      if (scenario === "held") throw new ApiError("item_unavailable", "Someone else is holding it.", 409);
      since = serverNow();
      until = since + (scenario === "lapse" ? SHORT_HOLD_MS : DEFAULT_HOLD_MS);
      return view();
    },
    release: async () => {
      until = 0;
    },
    fetch: async () => view(),
    acknowledge: async () => {
      held();
      acknowledged = true;
      return view();
    },
    fetchBankDetails: async () => {
      held();
      return {
        method: "bank_transfer",
        bank_details: { account_name: "Demo, do not pay", bsb: "000-000", account_number: "000000000" },
        available_from: null,
        reference_number: REFERENCE,
        amount: price,
        server_now: serverNow(),
      };
    },
    revealQuote: async (_itemId, coin) => {
      held();
      const { network, decimals } = COIN_FACTS[coin];
      const cents = dollarsToCents(price) ?? 0;
      return {
        method: "crypto",
        coin,
        address: `demo-do-not-pay-${coin}`,
        destination_tag: coin === "xrp" ? "0" : null,
        network,
        amount_text: (cents / 100 / RATES[coin]).toFixed(decimals).padEnd(8, "0"),
        amount: price,
        rate: RATES[coin],
        price_source: "fallback",
        estimate: true,
        quote_expires_at: serverNow() + 10 * MINUTE_MS,
        server_now: serverNow(),
      };
    },
    create: async (payload) => create(payload),
  };
}
