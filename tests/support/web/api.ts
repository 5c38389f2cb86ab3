import { vi } from "vitest";
import type { SessionReply } from "#contract/account/auth";
import type { OwnProfile } from "#contract/account/profiles";

interface Reply {
  status?: number;
  body: unknown;
}
type Handler = (body: unknown, query: URLSearchParams) => Reply | Promise<Reply>;

/** A reply that refuses a request. */
export const refused = (status: number, code: string, message: string, details?: object): Required<Reply> => ({
  status,
  body: { error: { code, message, details, request_id: "t" } },
});

/** Stubs `fetch` with a handler per "POST /api/auth/sign-in"; other calls get 404. Returns the calls made. */
export function serve(handlers: Record<string, Handler>): { method: string; path: string; body: unknown }[] {
  const calls: { method: string; path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(String(input instanceof Request ? input.url : input), "http://localhost");
    const method = init.method ?? "GET";
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    calls.push({ method, path: url.pathname, body });
    const reply =
      (await handlers[`${method} ${url.pathname}`]?.(body, url.searchParams)) ??
      refused(404, "not_found", "Not found.");
    return new Response(JSON.stringify(reply.body), {
      status: reply.status ?? 200,
      headers: { "Content-Type": "application/json" },
    });
  });
  return calls;
}

const PROFILE: OwnProfile = {
  id: "acc_maya0000000000000000",
  email: "maya@example.com",
  full_name: "Maya Okafor",
  display_name: "Maya O",
  role: "user",
  account_type: "individual",
  country: "Australia",
  state_region: null,
  city: null,
  suburb: null,
  postcode: null,
  phone: null,
  collection_address: null,
  negotiation_aggressiveness: "normal",
  open_to_trades: true,
  away_until: null,
  enable_ai_upsell: false,
  upsell_commission_rate: 0,
  accepted_payment_methods: ["bank_transfer"],
  bank_details: null,
  crypto_wallet_addresses: {},
  details_wait: {},
  seller_balance: 0,
  is_suspended: false,
  suspension_end_date: null,
  is_banned: false,
  ban_reason: null,
  account_restricted: false,
  restriction_reason: null,
  restriction_applied_at: null,
  incomplete_transaction_count: 0,
  last_incomplete_transaction_date: null,
  average_rating: null,
  rating_count: 0,
  answer_time: null,
  shows_up: null,
  walkthroughs: { marketplace: null, item_detail: null },
  created_at: 0,
  updated_at: 0,
};

const AROUND = {
  google: false,
  support_email: "support@example.com",
  closed: [],
  hold_ms: 600_000,
  platform_fee_bp: 0,
  response_hours: 24,
  minimum_age: 18,
  operator: "Goodstreet",
  server_now: Date.UTC(2026, 10, 21),
};

export const visitor: SessionReply = { user: null, profile: null, ...AROUND };

/** Returns the session of a signed-in user, by default Maya. */
export function person(profile: Partial<OwnProfile> = {}): SessionReply {
  const whole = { ...PROFILE, ...profile };
  return { user: { id: whole.id, email: whole.email, email_verified: true }, profile: whole, ...AROUND };
}
