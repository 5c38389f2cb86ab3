import type { CheckoutMethod, CheckoutView } from "#contract/checkout";
import { DEFAULT_HOLD_MS, PAYMENT_HOLD_MS, PAYMENT_MS, SECOND_MS } from "#domain/deadlines";
import { collectionTimes } from "#domain/orders/collection-windows";
import { COIN_FACTS, COINS, type Coin } from "#domain/payments/crypto-coins";
import { ApiError } from "../../lib/api-client.ts";
import { serverNow } from "../../lib/server-clock.ts";
import type { CheckoutCalls, CoinTerms, Terms } from "./api.ts";
import { itemOffer, type Offer } from "./offer.ts";
import type { Placed } from "./placed.ts";

/** Scenarios of the demo page. */
export type Scenario = "paid" | "free" | "lapse" | "changed" | "refused" | "held";

const ZONE = "Australia/Melbourne";
const SHORT_HOLD_MS = 20 * SECOND_MS;
const PRICE = 45.5;
const NEW_PRICE = 49;
const ACCOUNT = { account_name: "Demo, do not pay", bsb: "000-000", account_number: "000000000" };
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

  const offer = () => itemOffer(view());
  const times = () => collectionTimes({ collection_date: null, collection_windows: [], collection_zone: ZONE }, since);
  const view = (): CheckoutView => ({
    item_id: "itm_sandbox0000000000000",
    hold_id: "hld_sandbox0000000000000",
    title: scenario === "free" ? "Garden chair (demo)" : "Brass reading lamp (demo)",
    image_url: null,
    seller_id: "acc_sandbox0000000000000",
    seller_name: "Sam Demo",
    seller_is_new: false,
    amount: price,
    listed: price,
    discount: null,
    methods: scenario === "free" ? [] : ["stripe", "bank_transfer", "crypto"],
    too_late: [],
    cash_problem: null,
    last_method: null,
    pay_by: deadlines(serverNow()),
    no_bank_details: null,
    coins: scenario === "free" ? [] : [...COINS],
    is_free: scenario === "free",
    collection_date: times()[0].from,
    collection_ends_at: times()[0].until,
    collection_times: [...times()],
    collection_zone: ZONE,
    collection_summary: "Brunswick, Melbourne",
    centre: null,
    acknowledged,
    held_since: since,
    reserved_until: until,
    server_now: serverNow(),
  });

  const held = () => {
    if (serverNow() >= until) throw new ApiError("hold_expired", "Your hold has ended.", 409);
  };

  const hold = async (): Promise<Offer> => {
    if (scenario === "held") throw new ApiError("item_unavailable", "Someone else is holding it.", 409);
    since = serverNow();
    until = since + (scenario === "lapse" ? SHORT_HOLD_MS : DEFAULT_HOLD_MS);
    return offer();
  };

  async function place({ method }: Terms): Promise<Placed> {
    held();
    if (scenario === "refused") {
      throw new ApiError("conflict", "Refused, as you asked. Nothing was ordered.", 409);
    }
    if (scenario === "changed" && price === PRICE) {
      price = NEW_PRICE;
      throw new ApiError("values_changed", "Something changed since you opened this. Please check it.", 409);
    }
    const free = method === "free";
    return {
      path: "/MyOrders",
      method,
      status: method === "bank_transfer" ? "awaiting_payment" : method === "crypto" ? "waiting_for_seller" : "paid",
      due: price,
      payment_deadline: free ? null : (deadlines(serverNow())[method] ?? null),
      zone: ZONE,
      unpaid_order: null,
      card: null,
      bank: method === "bank_transfer" ? { ...ACCOUNT, reference: REFERENCE } : null,
      crypto: null,
    };
  }

  return {
    kind: "item",
    charges: false,
    open: hold,
    refresh: async () => offer(),
    holdAgain: hold,
    forget: () => undefined,
    leave: () => undefined,
    letGo: () => Promise.resolve(true),
    acknowledge: async () => {
      held();
      acknowledged = true;
      return offer();
    },
    hold: null,
    bankDetails: async () => {
      held();
      return { details: ACCOUNT, available_from: null, reference: REFERENCE };
    },
    quote: async (_offer, coin) => {
      held();
      until = Math.max(until, serverNow() + PAYMENT_HOLD_MS);
      return coinTerms(coin, price, until);
    },
    place,
    find: async () => {
      throw new ApiError("not_found", "There are no orders in the demo.", 404);
    },
    report: async (placed) => ({ ...placed, status: "waiting_for_seller" }),
  };
}

const deadlines = (now: number): Partial<Record<CheckoutMethod, number>> => ({
  stripe: now + PAYMENT_MS.stripe,
  bank_transfer: now + PAYMENT_MS.bank_transfer,
  crypto: now + PAYMENT_MS.crypto,
});

function coinTerms(coin: Coin, price: number, until: number): CoinTerms {
  const { network, decimals } = COIN_FACTS[coin];
  const amount = price / RATES[coin];
  return {
    coin,
    address: `demo-do-not-pay-${coin}`,
    destination_tag: coin === "xrp" ? "0" : null,
    network,
    amount_text: amount.toFixed(decimals).padEnd(8, "0"),
    tx_hash: null,
    rate: RATES[coin],
    estimate: true,
    until,
  };
}
