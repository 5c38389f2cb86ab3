/**
 * The specified fields that replies carry as they are stored, by entity and by who sees them (D4, D5, D7). Presenters take
 * them with `entityFields`; amounts, and what depends on the moment or the viewer, they convert themselves.
 */
const ENTITY_FIELDS = {
  items: { everyone: ["id", "seller_id", "title", "category", "condition", "views_count"] },
  bundles: {
    everyone: ["id", "seller_id", "title", "description", "collection_date", "status", "created_at", "updated_at"],
  },
  orders: {
    parties: [
      "id",
      "buyer_id",
      "seller_id",
      "item_id",
      "status",
      "payment_deadline",
      "marked_incomplete",
      "incomplete_reason",
      "created_at",
    ],
  },
  transactions: { parties: ["item_id", "seller_id", "buyer_id", "payment_deadline", "created_at"] },
  payment_confirmations: {
    owner: ["id", "order_id", "seller_id", "status", "payment_confirmed_at", "confirmation_deadline", "created_at"],
  },
  special_offers: { owner: ["id", "title", "description", "offer_type", "is_active", "ends_at", "created_at"] },
  balance_transactions: { owner: ["id", "user_id", "description", "type", "created_at"] },
  profiles: {
    owner: [
      "id",
      "email",
      "full_name",
      "role",
      "account_type",
      "country",
      "state_region",
      "city",
      "suburb",
      "postcode",
      "phone",
      "collection_address",
      "negotiation_aggressiveness",
      "open_to_trades",
      "enable_ai_upsell",
      "upsell_commission_rate",
      "accepted_payment_methods",
      "bank_details",
      "crypto_wallet_addresses",
      "is_banned",
      "ban_reason",
      "account_restricted",
      "restriction_reason",
      "incomplete_transaction_count",
      "last_incomplete_transaction_date",
      "rating_count",
      "created_at",
      "updated_at",
    ],
  },
} as const;

type Fields = typeof ENTITY_FIELDS;
type Entity = keyof Fields;
type Field<E extends Entity, A extends keyof Fields[E]> = Extract<
  Fields[E][A] extends readonly (infer Name)[] ? Name : never,
  string
>;

/** Returns the fields of a row that this audience sees. */
export function entityFields<
  E extends Entity,
  A extends keyof Fields[E],
  Row extends { readonly [name in Field<E, A>]: unknown },
>(entity: E, audience: A, row: Row): Pick<Row, Field<E, A>> {
  const names = ENTITY_FIELDS[entity][audience] as readonly Field<E, A>[];
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Field<E, A>>;
}
