import { MESSAGES } from "#contract/copy";
import { entityFields } from "#contract/entity-fields";
import type { PaymentConfirmationView } from "#contract/orders";
import { displayName } from "#domain/account/display-name";
import { maskedEmail } from "#domain/account/masked-email";
import { centsToDollars } from "#domain/money";
import { namedHash } from "#domain/orders/order";
import type { ConfirmationRow } from "./queries.ts";

/**
 * Returns a confirmation as its seller sees it. `buyer.full_name` is the display name, and the email address is masked
 * (D7).
 */
export function presentConfirmation(row: ConfirmationRow, now: number): PaymentConfirmationView {
  return {
    ...entityFields("payment_confirmations", "owner", row),
    amount: centsToDollars(row.amount_cents),
    reference_number: row.reference,
    crypto: row.crypto && {
      coin: row.crypto.coin,
      network: row.crypto.network,
      amount_text: row.crypto.amount_text,
      tx_hash: namedHash(row.crypto),
      contested: row.crypto.contested_hash !== undefined,
    },
    collection_zone: row.collection_zone,
    item: { id: row.item.id, title: row.item.title, image_urls: row.item.photos.map((photo) => photo.url) },
    buyer: {
      id: row.buyer.id,
      full_name: displayName(row.buyer.full_name) || MESSAGES.anonymousBuyer,
      email: maskedEmail(row.buyer.email),
    },
    server_now: now,
  };
}
