/**
 * The fields of a listing, in the order of the form. Drafts, form errors, the comparison of two edits, the CSV columns
 * and the searched text follow from this list; the compiler and tests/workerd/listing-fields.test.ts name every other
 * place that a new field needs.
 */
export const LISTING_FIELDS = {
  title: {
    label: "Title",
    seenBy: "everyone",
    max: 120,
    draftMax: 400,
    csv: { headings: ["name", "product", "item"], example: "Solid oak coffee table" },
  },
  category: { label: "Category", seenBy: "everyone", draftMax: 40, csv: { example: "Furniture" } },
  condition: { label: "Condition", seenBy: "everyone", draftMax: 40, csv: { example: "Good" } },
  description: {
    label: "Description",
    seenBy: "everyone",
    max: 5_000,
    draftMax: 8_000,
    csv: { headings: ["details"], example: "110 × 60 cm. One scratch on the left side." },
  },
  tags: {
    label: "Tags",
    seenBy: "everyone",
    draftMax: 800,
    keyword: true,
    csv: { headings: ["keywords"], example: "oak, table" },
  },
  price: {
    label: "Price",
    seenBy: "everyone",
    draftMax: 40,
    csv: { headings: ["priceaud", "priceinaud", "amount"], example: "120.00" },
  },
  open_to_offers: { label: "Open to offers", seenBy: "everyone", draftMax: null, on: true },
  decline_below: { label: "Decline offers below", seenBy: "owner", draftMax: 40 },
  negotiation_enabled: { label: "Knowzee", seenBy: "owner", draftMax: null },
  minimum_price: {
    label: "Minimum price",
    seenBy: "owner",
    draftMax: 40,
    csv: { headings: ["minimum"], example: "100.00" },
  },
  negotiation_notes: {
    label: "Notes for Knowzee",
    seenBy: "owner",
    max: 500,
    draftMax: 1_000,
    csv: { headings: ["notes"], example: "" },
  },
  public_notes: {
    label: "What buyers may be told",
    seenBy: "owner",
    max: 500,
    draftMax: 1_000,
    csv: { headings: ["buyernotes"], example: "Comes with a glass top." },
  },
  collection_windows: { label: "Pickup times", seenBy: "everyone", draftMax: 400 },
  collection_date: { label: "Pickup date", seenBy: "everyone", draftMax: 40 },
  collection_zone: { label: "Time zone", seenBy: "everyone", max: 60, draftMax: 60 },
  suburb: {
    label: "Suburb",
    seenBy: "everyone",
    max: 60,
    nullable: true,
    draftMax: 120,
    csv: { headings: ["town"], example: "Brunswick" },
  },
  city: {
    label: "City",
    seenBy: "everyone",
    max: 60,
    nullable: true,
    draftMax: 120,
    csv: { example: "Melbourne" },
  },
  postcode: { label: "Postcode", seenBy: "owner", max: 4, nullable: true, draftMax: 20, csv: { example: "3056" } },
  collection_address: {
    label: "Pickup address",
    seenBy: "owner",
    max: 200,
    nullable: true,
    draftMax: 400,
    csv: { headings: ["address"], example: "" },
  },
} as const satisfies Record<string, FieldSpec>;

interface FieldSpec {
  /** Short name, as on the form. */
  label: string;
  seenBy: "everyone" | "owner";
  /** Most characters of a text. Fields of other types have none. */
  max?: number;
  /** An empty text is null. */
  nullable?: true;
  /** Most characters of its input in a draft: more than `max`, because drafts are not validated. Null: a checkbox. */
  draftMax: number | null;
  /** A checkbox that is ticked in a new listing, and in drafts that are older than the field. */
  on?: true;
  /** Part of the column `keywords`, which search reads besides title and description. */
  keyword?: true;
  /** Has a column of the same name in CSV files: other headings for it, and its cell in the template. */
  csv?: { headings?: readonly string[]; example: string };
}

type Specs = typeof LISTING_FIELDS;
export type ListingField = keyof Specs;
type FieldsWith<S> = { [F in ListingField]: Specs[F] extends S ? F : never }[ListingField];

export const FIELD_NAMES = Object.keys(LISTING_FIELDS) as ListingField[];

/** The fields that are plain text: sent and shown as typed. */
export type TextField = FieldsWith<{ max: number }>;
export const TEXT_FIELDS = FIELD_NAMES.filter((field): field is TextField => "max" in LISTING_FIELDS[field]);

/** The fields whose input is a checkbox. */
export type FlagField = FieldsWith<{ draftMax: null }>;

/** The fields with a column in CSV files. */
export type CsvField = FieldsWith<{ csv: object }>;
export const CSV_FIELDS = FIELD_NAMES.filter((field): field is CsvField => "csv" in LISTING_FIELDS[field]);

/** The fields that make up the column `keywords`. */
export const KEYWORD_FIELDS = FIELD_NAMES.filter((field) => "keyword" in LISTING_FIELDS[field]);
