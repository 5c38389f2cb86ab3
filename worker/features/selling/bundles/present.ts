import { entityFields } from "#contract/entity-fields";
import type { BundleCard } from "#contract/items/marketplace";
import type { OwnBundle } from "#contract/selling/my-items";
import { availabilityOf } from "#domain/items/listing";
import { centsToDollars } from "#domain/money";
import { collectionSummary } from "#domain/orders/collection";
import { pick } from "#domain/pick";
import { BUNDLE_ITEMS_MIN, bundleTotals } from "#domain/selling/bundle";
import { HIDDEN } from "../../../http/impersonation.ts";
import { presentSellerSummary } from "../../account/profiles/present.ts";
import type { RequestContext } from "../../items/present.ts";
import type { BundleRow, OwnBundleRow } from "./queries.ts";

/** Returns a bundle for the public: totals from the current items, no address (D9, D38). */
export function presentBundle(row: BundleRow, { viewerId, now }: RequestContext): BundleCard {
  const parts = row.parts.map((part) => {
    const { status, reserved_by_you } = availabilityOf(part, viewerId, now);
    // The viewer's own hold does not prevent them from buying the bundle.
    return { ...part, status: reserved_by_you ? ("active" as const) : status };
  });
  const totals = bundleTotals(row, parts);
  const [first] = row.parts;
  return {
    ...entityFields("bundles", "everyone", row),
    bundle_price: centsToDollars(row.bundle_price_cents),
    individual_total: centsToDollars(totals.individual_total_cents),
    savings: centsToDollars(totals.savings_cents),
    savings_percentage: totals.savings_percentage,
    collection_zone: first?.collection_zone ?? "Australia/Melbourne",
    collection_summary: collectionSummary(first ?? row.seller),
    available: totals.available,
    bundle_items: parts.map((part) => ({
      item_id: part.id,
      ...pick(part, "quantity", "title", "status", "condition", "collection_zone"),
      price: centsToDollars(part.price_cents),
      image: part.photo,
      collection_date: part.collection_date !== null && part.collection_date > now ? part.collection_date : null,
    })),
    seller: presentSellerSummary(row.seller),
  };
}

const HIDDEN_BECAUSE: Record<string, string> = {
  inactive: "isn't listed for sale",
  sold: "is sold",
  reserved: "is on hold for someone",
  pending: "is being traded",
  pending_payment: "is being paid for",
};

/** Returns why the bundle cannot be bought now, for its seller. */
function problemOf(bundle: BundleCard): string | null {
  if (bundle.status === "pending") return "Someone is buying this bundle.";
  if (bundle.status === "sold" || bundle.available) return null;
  const part = bundle.bundle_items.find((item) => item.status !== "active");
  if (part) return `“${part.title}” ${HIDDEN_BECAUSE[part.status] ?? "can't be bought"}.`;
  if (bundle.bundle_items.length < BUNDLE_ITEMS_MIN) return "A bundle needs at least 2 items.";
  return "It no longer costs less than buying its items separately.";
}

/** Removes the address. For staff who impersonate the seller. */
export function withoutAddress(bundle: OwnBundle): OwnBundle {
  return { ...bundle, collection_address: bundle.collection_address && HIDDEN };
}

/** Returns a bundle for its seller: with its address, and why it is not for sale. */
export function presentOwnBundle(row: OwnBundleRow, context: RequestContext): OwnBundle {
  const bundle = presentBundle(row, context);
  return {
    ...bundle,
    collection_address: row.collection_address,
    problem: problemOf(bundle),
    editable: row.status === "active",
  };
}
