/** Personal data of listings, photos, stores, selling tools, requests, wish lists and trades. */
import { type Declaration, REMOVED, SEVEN_YEARS, STAFF_RECORD } from "./rules.ts";

/** Title of a listing whose seller has left. Orders keep the title they were made with. */
const REMOVED_LISTING = "'Removed listing'";
const OWN_ITEMS = "(SELECT id FROM items WHERE seller_id = ?1)";

export const LISTINGS: Declaration = {
  listing_drafts: {
    neutral: "owner_id id missing_photos version created_at updated_at deleted_at item_id",
    personal: "content photo_ids",
    rows: [
      { of: "owner_id = ?1", as: "drafts", export: "id content photo_ids created_at updated_at", erase: "delete" },
    ],
  },
  images: {
    neutral: "id owner_id item_id width height bytes created_at",
    personal: "key key_800 key_400",
    withheld: { key_800: "A smaller copy of the same photo.", key_400: "A smaller copy of the same photo." },
    rows: [
      { of: "owner_id = ?1", as: "photos", export: "id item_id key width height bytes created_at", erase: "delete" },
    ],
  },
  item_knowledge: {
    neutral: `item_id negotiation_enabled minimum_price_cents decline_below_cents reserve_cents created_at updated_at`,
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
          minimum_price_cents: "NULL",
          decline_below_cents: "NULL",
        },
      },
    ],
  },
  item_causes: {
    neutral: "item_id kind name abn listed_at updated_at",
    rows: [{ of: `item_id IN ${OWN_ITEMS}`, as: "causes", export: "item_id kind name abn", erase: "delete" }],
  },
  items: {
    neutral: `rid id seller_id price_cents previous_price_cents previous_price_until priced_at category condition
      collection_date collection_windows
      collection_zone negotiation_available open_to_offers views_count popular_score seller_away version created_at
      updated_at asked_at relisted_at deleted_at status rev fence holder_id hold_id hold_kind hold_started_at hold_until
      order_id sold_at sold_outside line giveaway listed_as listed_or_sold_at`,
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
          suburb: "NULL",
          city: "NULL",
          location: "NULL",
          postcode: "NULL",
          lat: "NULL",
          lon: "NULL",
          place: "calculated",
          collection_address: "NULL",
          deleted_at: "coalesce(deleted_at, updated_at)",
        },
      },
    ],
  },
  item_places: { neutral: "place lat lon" },
  price_changes: { neutral: "id item_id from_cents to_cents at" },
  item_views: {
    neutral: "item_id window_start",
    personal: "viewer",
    rows: [{ of: "viewer = ?1", export: "item_id viewer window_start", erase: "delete" }],
  },
  ad_events: {
    neutral: "ad_id kind at",
    personal: "viewer",
    rows: [{ of: "viewer = ?1", export: "ad_id kind viewer at", erase: "delete" }],
  },
  new_listings: { neutral: "id item_id after_search at" },
  market_counts: { neutral: "name count" },
  search_words: { neutral: "word" },
};

export const SELLING: Declaration = {
  bundle_items: { neutral: "bundle_id item_id quantity" },
  bundles: {
    neutral: "id seller_id bundle_price_cents individual_total_cents collection_date status created_at updated_at",
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
  moving_sale_items: { neutral: "sale_id item_id" },
  moving_sales: {
    neutral: "id seller_id collection_windows collection_zone ends_at status created_at updated_at",
    personal: "title description",
    rows: [
      {
        of: "seller_id = ?1",
        export: "id title description collection_windows collection_zone ends_at status created_at",
        erase: { title: REMOVED, description: "''", status: "'removed'" },
      },
    ],
  },
  special_offer_items: { neutral: "offer_id item_id" },
  special_offers: {
    neutral: "id seller_id offer_type config is_active ends_at created_at",
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
    neutral: `id placement priority active start_date end_date impressions clicks owner_id item_id created_at updated_at
      ended_at`,
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
  ad_days: { neutral: "ad_id day impressions clicks" },
  promotions: {
    neutral: `id owner_id item_id ad_id placement start_date end_date daily_cents amount_cents refunded_cents created_at
      cancelled_at`,
    rows: [
      {
        of: "owner_id = ?1",
        export: "item_id placement start_date end_date amount_cents refunded_cents created_at cancelled_at",
      },
    ],
  },
  price_adjustments: {
    neutral: "id seller_id plan created_at",
    rows: [{ of: "seller_id = ?1", erase: "delete" }],
  },
  businesses: {
    neutral: "id owner_id created_at updated_at",
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
    neutral: "owner_id updated_at",
    personal: "name name_key description banner",
    withheld: { name_key: "Calculated from the name." },
    rows: [{ of: "owner_id = ?1", as: "store", export: "name description banner updated_at", erase: "delete" }],
  },
  seller_follows: {
    neutral: "follower_id seller_id created_at",
    rows: [
      { of: "follower_id = ?1", as: "following", export: "seller_id created_at", erase: "delete" },
      { of: "seller_id = ?1", erase: "delete" },
    ],
  },
  follow_digests: { neutral: "seller_id since after_user", rows: [{ of: "seller_id = ?1", erase: "delete" }] },
};

export const WISHES: Declaration = {
  cart_items: {
    neutral: "buyer_id item_id quantity created_at",
    rows: [{ of: "buyer_id = ?1", as: "cart", export: "item_id created_at", erase: "delete" }],
  },
  wish_list_items: {
    neutral: "list_id item_id added_at price_cents_when_added",
    rows: [
      {
        of: "list_id IN (SELECT id FROM wish_lists WHERE owner_id = ?1)",
        export: "list_id item_id added_at price_cents_when_added",
        erase: "delete",
      },
    ],
  },
  wish_lists: {
    neutral: "id owner_id created_at",
    personal: "name",
    rows: [{ of: "owner_id = ?1", export: "id name created_at", erase: "delete" }],
  },
  wish_watches: {
    neutral: "user_id item_id noted_cents created_at",
    rows: [{ of: "user_id = ?1", erase: "delete" }],
  },
  wish_events: { neutral: "id item_id kind after_user at" },
  saved_searches: {
    neutral: "id owner_id terms_key category frequency created_at found found_item_id notice_at last_notice_at",
    personal: "name terms lat lon",
    withheld: { lat: "The middle of the suburb.", lon: "The middle of the suburb." },
    rows: [{ of: "owner_id = ?1", export: "name terms frequency created_at", erase: "delete" }],
  },
  request_words: {
    neutral: "request_id",
    personal: "word",
    withheld: { word: "Calculated from the request." },
    rows: [{ of: "request_id IN (SELECT id FROM requests WHERE user_id = ?1)", erase: "delete" }],
  },
  request_matches: {
    neutral: "request_id item_id source at",
    rows: [
      {
        of: `request_id IN (SELECT id FROM requests WHERE user_id = ?1) OR item_id IN ${OWN_ITEMS}`,
        erase: "delete",
      },
    ],
  },
  requests: {
    neutral: "id user_id category max_price_cents within_km status created_at updated_at",
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
  matching_progress: { neutral: "name at item_id" },
  announcements_seen: { neutral: "user_id at", rows: [{ of: "user_id = ?1", erase: "delete" }] },
};

export const TRADES: Declaration = {
  trade_items: { neutral: "trade_id item_id side" },
  trades: {
    neutral: `id offeror_id seller_id target_item_id cash_cents status attempt accepting_at expires_at accepted_at
      offeror_handed_over_at seller_handed_over_at void_item_id called_off_by closed_at untold created_at updated_at`,
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
  giveaways: {
    neutral: `id item_id giver_id mode status rev opened_at closes_at seed commitment drawn_at hold_id confirm_by ended_as
      entered updated_at`,
  },
  giveaway_entries: {
    neutral: "id giveaway_id user_id code status place entered_at rev",
    personal: "note",
    rows: [{ of: "user_id = ?1", export: "giveaway_id note status place entered_at", erase: { note: "''" } }],
  },
  circles: {
    neutral: `id legs_key status rev attempt locking_at expires_at accepted_at closed_at closed_by void_item_id
      settled_at untold created_at updated_at`,
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
    neutral: `circle_id position giver_id receiver_id item_id value_cents cash_cents state accepted_at handed_over_at code
      wrong_codes code_locked_until`,
    rows: [
      {
        of: "giver_id = ?1",
        as: "swap_circles",
        export: "circle_id item_id value_cents cash_cents state handed_over_at",
      },
    ],
  },
  price_offers: {
    neutral: `id item_id buyer_id seller_id rev status turn amount_cents buyer_cents list_cents rounds expires_at
      decline_at ended_by accepted_id ref created_at updated_at`,
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
    neutral: `id item_id buyer_id rev turn counters ask_cents last_offer_cents final final_at offer_cents
      offer_list_cents offer_until accepted_id messages created_at updated_at`,
    rows: [{ of: "buyer_id = ?1", export: "id item_id last_offer_cents offer_cents created_at updated_at" }],
  },
  negotiation_messages: {
    neutral: "negotiation_id seq sender act amount_cents counter_no upsell ref at",
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
    neutral: "id negotiation_id item_id buyer_id seq shared asked_at answered_at rev",
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
    neutral: "id negotiation_id item_id buyer_id amount_cents list_cents accepted_at expires_at",
    rows: [{ of: "buyer_id = ?1", export: "item_id amount_cents list_cents accepted_at expires_at" }],
  },
  ratings: {
    neutral: `id transaction_id rated_user_id rated_by_user_id rating role created_at visible_from published_at
      replied_at left_out examined_at`,
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
