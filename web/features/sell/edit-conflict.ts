import type { OwnItem, Photo } from "#contract/items";
import { CATEGORY_LABELS, CONDITION_LABELS } from "#domain/catalogue";
import { dollarsToCents, formatCents } from "#domain/money";
import { type ItemFormValues, valuesOf, wireOf } from "./item-form-values.ts";

/** What the form and a stored listing can differ in. Price and Free are one thing to a seller. */
export type ConflictField = Exclude<keyof ItemFormValues, "free"> | "photos";

/** Something both the seller here and somebody elsewhere (another tab, another phone) changed differently. */
export interface Conflict {
  field: ConflictField;
  label: string;
  mine: string;
  theirs: string;
}

export interface EditState {
  values: ItemFormValues;
  photos: Photo[];
}

export interface Merge {
  /** Both edits together; where they disagree it still holds the seller's own. */
  merged: EditState;
  conflicts: Conflict[];
  /** What was changed elsewhere and taken over, in words. */
  taken: string[];
}

const LABELS: Record<ConflictField, string> = {
  photos: "Photos",
  title: "Title",
  price: "Price",
  category: "Category",
  condition: "Condition",
  description: "Description",
  tags: "Tags",
  collection_date: "Collection date",
  collection_zone: "Time zone",
  collection_address: "Collection address",
  suburb: "Suburb",
  city: "City",
  postcode: "Postcode",
  negotiation_enabled: "Knowzee",
  minimum_price: "Minimum price",
  negotiation_notes: "Notes for Knowzee",
};
const FIELDS = Object.keys(LABELS) as ConflictField[];

export function stateOf(item: OwnItem): EditState {
  return { values: valuesOf(item), photos: item.photos };
}

/** A field in a form that compares by meaning: "240" and "240.00" are one price. */
function meaning({ values, photos }: EditState, field: ConflictField): string {
  if (field === "photos") return photos.map((photo) => photo.id).join(" ");
  return JSON.stringify(wireOf(values)[field]);
}

function inWords({ values, photos }: EditState, field: ConflictField): string {
  switch (field) {
    case "photos":
      return photos.length === 1 ? "1 photo" : `${photos.length} photos`;
    case "price": {
      const cents = dollarsToCents(wireOf(values).price);
      return cents === 0 ? "Free" : cents === null ? values.price : formatCents(cents);
    }
    case "category":
      return CATEGORY_LABELS[values.category as keyof typeof CATEGORY_LABELS] ?? values.category;
    case "condition":
      return CONDITION_LABELS[values.condition as keyof typeof CONDITION_LABELS] ?? values.condition;
    case "collection_date":
      return values.collection_date.replace("T", " ") || "Not set";
    case "negotiation_enabled":
      return values.negotiation_enabled ? "Negotiates for you" : "Switched off";
    case "minimum_price":
      return values.minimum_price ? `$${values.minimum_price}` : "None";
    default:
      return values[field] || "Empty";
  }
}

/** Takes one field over from another state. */
export function takeField(into: EditState, from: EditState, field: ConflictField): EditState {
  if (field === "photos") return { ...into, photos: from.photos };
  const values = { ...into.values, [field]: from.values[field] };
  if (field === "price") values.free = from.values.free;
  return { ...into, values };
}

/**
 * Joins the seller's edit with one that was saved meanwhile. What only one side touched is simply taken; what both
 * changed to different things is a conflict, for the seller to choose.
 */
export function mergeEdits(loaded: EditState, mine: EditState, theirs: EditState): Merge {
  let merged = mine;
  const conflicts: Conflict[] = [];
  const taken: string[] = [];
  for (const field of FIELDS) {
    const before = meaning(loaded, field);
    const here = meaning(mine, field);
    const there = meaning(theirs, field);
    if (there === before || there === here) continue;
    if (here === before) {
      merged = takeField(merged, theirs, field);
      taken.push(LABELS[field]);
    } else {
      conflicts.push({ field, label: LABELS[field], mine: inWords(mine, field), theirs: inWords(theirs, field) });
    }
  }
  return { merged, conflicts, taken };
}
