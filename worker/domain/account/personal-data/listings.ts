/** Personal data of listings, photos, stores, selling tools, requests, wish lists and trades. */
import { type Declaration, nulls, REMOVED, SEVEN_YEARS, STAFF_RECORD } from "./rules.ts";

/** Title of a listing whose seller has left. Orders keep the title they were made with. */
const REMOVED_LISTING = "'Removed listing'";
const OWN_ITEMS = "(SELECT id FROM items WHERE seller_id = ?1)";

export const LISTINGS: Declaration = {
  listing_drafts: {
    personal: "content photo_ids",
    rows: [
      { of: "owner_id = ?1", as: "drafts", export: "id content photo_ids created_at updated_at", erase: "delete" },
    ],
  },
  images: {
    personal: "key key_800 key_400",
    withheld: { key_800: "A smaller copy of the same photo.", key_400: "A smaller copy of the same photo." },
    rows: [
      { of: "owner_id = ?1", as: "photos", export: "id item_id key width height bytes created_at", erase: "delete" },
    ],
  },
  item_knowledge: {
    personal: "negotiation_notes public_notes",
    rows: [
      {
        of: `item_id IN ${OWN_ITEMS}`,
        as: "listings_private",
        export: `item_id negotiation_enabled minimum_price_cents decline_below_cents negotiation_notes public_notes
          updated_at`,
        erase: {
          negotiation_notes: "''",
          public_notes: "''",
          ...nulls("minimum_price_cents decline_below_cents"),
        },
      },
    ],
  },
  item_causes: {
    neutral: "name abn",
    rows: [{ of: `item_id IN ${OWN_ITEMS}`, as: "causes", export: "item_id kind name abn", erase: "delete" }],
  },
  items: {
    neutral: "category condition collection_windows collection_zone line giveaway",
    personal:
      "title description tags search_forms keywords photos suburb city location postcode lat lon collection_address place",
    withheld: {
      search_forms: "Calculated from the other fields.",
      keywords: "Calculated from the other fields.",
      place: "Calculated from the other fields.",
      lat: "The middle of the suburb.",
      lon: "The middle of the suburb.",
    },
    rows: [
      {
        of: "seller_id = ?1",
        as: "listings",
        export: `id title description tags price_cents category condition photos suburb city location postcode
          collection_address collection_date collection_windows collection_zone views_count status created_at updated_at
          sold_at deleted_at`,
        erase: {
          title: REMOVED_LISTING,
          description: "''",
          tags: "''",
          search_forms: "''",
          keywords: "calculated",
          photos: "'[]'",
          ...nulls("suburb city location postcode lat lon"),
          place: "calculated",
          collection_address: "NULL",
          deleted_at: "coalesce(deleted_at, updated_at)",
        },
      },
    ],
  },
  item_places: { neutral: "place lat lon" },
  item_views: {
    personal: "viewer",
    rows: [{ of: "viewer = ?1", export: "item_id viewer window_start", erase: "delete" }],
  },
  ad_events: { personal: "viewer", rows: [{ of: "viewer = ?1", export: "ad_id kind viewer at", erase: "delete" }] },
  new_listings: { neutral: "after_search" },
  market_counts: { neutral: "name" },
  search_words: { neutral: "word" },
};

export const SELLING: Declaration = {
  bundles: {
    personal: "title description collection_address",
    rows: [
      {
        of: "seller_id = ?1",
        export: "id title description bundle_price_cents collection_date collection_address status created_at",
        erase: {
          title: REMOVED,
          description: "''",
          collection_address: "NULL",
          status: "CASE status WHEN 'active' THEN 'deleted' ELSE status END",
        },
      },
    ],
  },
  moving_sales: {
    neutral: "collection_windows collection_zone status",
    personal: "title description",
    rows: [
      {
        of: "seller_id = ?1",
        export: "id title description collection_windows collection_zone ends_at status created_at",
        erase: { title: REMOVED, description: "''", status: "'removed'" },
      },
    ],
  },
  special_offers: {
    neutral: "config",
    personal: "title description",
    rows: [
      {
        of: "seller_id = ?1",
        export: "title description offer_type config is_active ends_at created_at",
        erase: { title: REMOVED, description: "''", is_active: "0" },
      },
    ],
  },
  advertisements: {
    neutral: "start_date end_date",
    personal: "title description image_url link_url",
    rows: [
      {
        of: "owner_id = ?1",
        as: "promoted_ads",
        export: "title description image_url link_url placement start_date end_date impressions clicks created_at",
        erase: { title: REMOVED, description: "''", image_url: "NULL", link_url: "NULL", active: "0" },
      },
    ],
  },
  ad_days: { neutral: "day" },
  promotions: {
    neutral: "placement start_date end_date",
    rows: [
      {
        of: "owner_id = ?1",
        export: "item_id placement start_date end_date amount_cents refunded_cents created_at cancelled_at",
      },
    ],
  },
  price_adjustments: { neutral: "plan", rows: [{ of: "seller_id = ?1", erase: "delete" }] },
  businesses: {
    personal: "name abn description website phone",
    rows: [
      {
        of: "owner_id = ?1",
        as: "business",
        export: "name abn description website phone created_at updated_at",
        erase: "delete",
      },
    ],
  },
  stores: {
    personal: "name name_key description banner",
    withheld: { name_key: "Calculated from the name." },
    rows: [{ of: "owner_id = ?1", as: "store", export: "name description banner updated_at", erase: "delete" }],
  },
  seller_follows: {
    rows: [
      { of: "follower_id = ?1", as: "following", export: "seller_id created_at", erase: "delete" },
      { of: "seller_id = ?1", erase: "delete" },
    ],
  },
  follow_digests: { neutral: "after_user", rows: [{ of: "seller_id = ?1", erase: "delete" }] },
};

export const WISHES: Declaration = {
  cart_items: { rows: [{ of: "buyer_id = ?1", as: "cart", export: "item_id created_at", erase: "delete" }] },
  wish_list_items: {
    rows: [
      {
        of: "list_id IN (SELECT id FROM wish_lists WHERE owner_id = ?1)",
        export: "list_id item_id added_at price_cents_when_added",
        erase: "delete",
      },
    ],
  },
  wish_lists: { personal: "name", rows: [{ of: "owner_id = ?1", export: "id name created_at", erase: "delete" }] },
  wish_watches: { rows: [{ of: "user_id = ?1", erase: "delete" }] },
  wish_events: { neutral: "after_user" },
  saved_searches: {
    neutral: "terms_key category frequency",
    personal: "name terms lat lon",
    withheld: { lat: "The middle of the suburb.", lon: "The middle of the suburb." },
    rows: [{ of: "owner_id = ?1", export: "name terms frequency created_at", erase: "delete" }],
  },
  request_words: {
    personal: "word",
    withheld: { word: "Calculated from the request." },
    rows: [{ of: "request_id IN (SELECT id FROM requests WHERE user_id = ?1)", erase: "delete" }],
  },
  request_matches: {
    rows: [
      {
        of: `request_id IN (SELECT id FROM requests WHERE user_id = ?1) OR item_id IN ${OWN_ITEMS}`,
        erase: "delete",
      },
    ],
  },
  requests: {
    neutral: "category",
    personal: "title description suburb city postcode lat lon",
    withheld: { lat: "The middle of the suburb.", lon: "The middle of the suburb." },
    rows: [
      {
        of: "user_id = ?1",
        export: "id title description category max_price_cents suburb city postcode within_km status created_at",
        erase: "delete",
      },
    ],
  },
  matching_progress: { neutral: "name" },
  announcements_seen: { rows: [{ of: "user_id = ?1", erase: "delete" }] },
};

export const TRADES: Declaration = {
  trades: {
    neutral: "status",
    personal: "message meeting meeting_change",
    rows: [
      {
        of: "offeror_id = ?1",
        as: "trades_offered",
        export: "id target_item_id cash_cents message status meeting meeting_change created_at closed_at",
        erase: { message: "''", meeting: "NULL", meeting_change: "NULL" },
      },
      {
        of: "seller_id = ?1",
        as: "trades_received",
        export: "id target_item_id cash_cents message status meeting meeting_change created_at closed_at",
        erase: { meeting: "NULL", meeting_change: "NULL" },
      },
    ],
  },
  giveaways: { neutral: "mode status seed commitment ended_as" },
  giveaway_entries: {
    neutral: "code status",
    personal: "note",
    rows: [{ of: "user_id = ?1", export: "giveaway_id note status place entered_at", erase: { note: "''" } }],
  },
  circles: {
    neutral: "legs_key",
    kept: { staff_note: STAFF_RECORD },
    rows: [
      {
        of: "id IN (SELECT circle_id FROM circle_legs WHERE giver_id = ?1)",
        as: "swap_circle_decisions",
        export: "id status staff_note closed_at settled_at",
      },
    ],
  },
  circle_legs: {
    neutral: "code",
    rows: [
      {
        of: "giver_id = ?1",
        as: "swap_circles",
        export: "circle_id item_id value_cents cash_cents state handed_over_at",
      },
    ],
  },
  price_offers: {
    neutral: "status turn ref",
    personal: "note",
    rows: [
      {
        of: "buyer_id = ?1",
        as: "price_offers_made",
        export: "id item_id status amount_cents list_cents rounds note created_at updated_at",
        erase: { note: "''" },
      },
      {
        of: "seller_id = ?1",
        as: "price_offers_received",
        export: "id item_id status ended_by amount_cents list_cents rounds note created_at updated_at",
        erase: { note: "''" },
      },
    ],
  },
  negotiations: {
    rows: [{ of: "buyer_id = ?1", export: "id item_id last_offer_cents offer_cents created_at updated_at" }],
  },
  negotiation_messages: {
    neutral: "act upsell ref",
    personal: "text ask_seller template",
    rows: [
      {
        of: "negotiation_id IN (SELECT id FROM negotiations WHERE buyer_id = ?1)",
        export: "negotiation_id seq sender text ask_seller template amount_cents at",
        erase: { text: REMOVED, ask_seller: "NULL", template: "NULL", ref: "NULL" },
      },
      // What the seller wrote to buyers, and what Knowzee said for them, which quotes their notes and answers.
      {
        of: `sender IN ('seller', 'knowzee') AND negotiation_id IN (SELECT id FROM negotiations WHERE item_id IN ${OWN_ITEMS})`,
        as: "answers_to_buyers",
        export: "negotiation_id seq sender text amount_cents at",
        erase: { text: REMOVED, ask_seller: "NULL", template: "NULL" },
      },
    ],
  },
  seller_questions: {
    personal: "question answer",
    rows: [
      {
        of: "buyer_id = ?1",
        as: "questions_asked",
        export: "item_id question answer asked_at answered_at",
        erase: { question: REMOVED, shared: "0" },
      },
      {
        of: `item_id IN ${OWN_ITEMS}`,
        as: "questions_received",
        export: "item_id question answer shared asked_at answered_at",
        erase: { answer: `CASE WHEN answer IS NOT NULL THEN ${REMOVED} END`, shared: "0" },
      },
    ],
  },
  accepted_offers: {
    rows: [{ of: "buyer_id = ?1", export: "item_id amount_cents list_cents accepted_at expires_at" }],
  },
  ratings: {
    personal: "reply",
    kept: { comment: `What the person wrote about others stays with them, without a name. ${SEVEN_YEARS}` },
    rows: [
      {
        of: "rated_by_user_id = ?1",
        as: "ratings_given",
        export: "transaction_id rating comment role created_at published_at reply replied_at",
      },
      // A copy must not show what is still hidden (D43).
      {
        of: "rated_user_id = ?1 AND published_at IS NOT NULL",
        as: "ratings_received",
        export: "transaction_id rating comment role created_at published_at reply replied_at",
      },
      {
        of: "rated_user_id = ?1",
        erase: { comment: "''", reply: "CASE WHEN reply IS NOT NULL THEN '' END" },
      },
    ],
  },
};
