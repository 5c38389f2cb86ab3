/** Structured data (schema.org) as plain objects; escaped when written into the page. */

import type { PublicProfile } from "#contract/account/profiles";
import type { ItemDetail, ItemStatus } from "#contract/items";
import { CATEGORY_LABELS } from "#domain/items/catalogue";

const CONTEXT = "https://schema.org";

/** Availability for search engines: held items and items in payment are limited, not sold out. */
const AVAILABILITY: Record<ItemStatus, string> = {
  active: "InStock",
  reserved: "LimitedAvailability",
  pending: "LimitedAvailability",
  pending_payment: "LimitedAvailability",
  sold: "SoldOut",
  inactive: "Discontinued",
};

/** schema.org has no steps between new and used. */
const conditionOf = ({ condition }: Pick<ItemDetail, "condition">) =>
  `${CONTEXT}/${condition === "new" ? "New" : condition === "for_parts" ? "Damaged" : "Used"}Condition`;

export function product(
  origin: string,
  path: string,
  item: ItemDetail,
  sellerIsBusiness: boolean,
): Record<string, unknown> {
  const itemCondition = conditionOf(item);
  return {
    "@context": CONTEXT,
    "@type": "Product",
    name: item.title,
    sku: item.id,
    url: origin + path,
    ...(item.description !== "" && { description: item.description }),
    ...(item.photos.length > 0 && { image: item.photos.map((photo) => origin + photo.url) }),
    category: CATEGORY_LABELS[item.category],
    itemCondition,
    offers: {
      "@type": "Offer",
      url: origin + path,
      price: item.offer_price ?? item.price,
      priceCurrency: "AUD",
      availability: `${CONTEXT}/${AVAILABILITY[item.status]}`,
      itemCondition,
      seller: {
        "@type": sellerIsBusiness ? "Organization" : "Person",
        name: item.seller.display_name,
        url: `${origin}/Store/${item.seller_id}`,
      },
      ...((item.suburb ?? item.city) && {
        areaServed: { "@type": "Place", name: [item.suburb, item.city].filter(Boolean).join(", ") },
      }),
    },
  };
}

export function profilePage(origin: string, path: string, seller: PublicProfile): Record<string, unknown> {
  const place = [seller.suburb, seller.city].filter(Boolean).join(", ");
  return {
    "@context": CONTEXT,
    "@type": "ProfilePage",
    url: origin + path,
    dateCreated: new Date(seller.member_since).toISOString(),
    mainEntity: {
      "@type": seller.account_type === "business" ? "Organization" : "Person",
      name: seller.display_name,
      identifier: seller.id,
      url: origin + path,
      ...(place && { address: { "@type": "PostalAddress", addressLocality: place, addressCountry: "AU" } }),
    },
  };
}

/** Returns the path from the site to this page: name and path of each step. */
export function breadcrumbs(
  origin: string,
  steps: readonly (readonly [name: string, path: string])[],
): Record<string, unknown> {
  return {
    "@context": CONTEXT,
    "@type": "BreadcrumbList",
    itemListElement: steps.map(([name, path], index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

export function itemList(items: readonly { name: string; url: string }[]): Record<string, unknown> {
  return {
    "@context": CONTEXT,
    "@type": "ItemList",
    itemListElement: items.map((item, index) => ({ "@type": "ListItem", position: index + 1, ...item })),
  };
}

/** Returns the site and its search box. */
export function website(origin: string, name: string): Record<string, unknown> {
  return {
    "@context": CONTEXT,
    "@type": "WebSite",
    name,
    url: `${origin}/`,
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${origin}/Marketplace?q={search_term_string}` },
      "query-input": "required name=search_term_string",
    },
  };
}
