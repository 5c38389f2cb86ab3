import type { OwnItem, Photo } from "#contract/items";
import { CATEGORY_LABELS, CONDITION_LABELS } from "#domain/items/catalogue";
import { FIELD_NAMES, LISTING_FIELDS, type ListingField } from "#domain/items/listing-fields";
import { formatCents } from "#domain/money";
import { typedCents } from "#domain/readers/amount";
import { type ItemFormValues, itemBody, valuesOf } from "./item-form-values.ts";

/** Fields in which a form and a stored listing can differ. Price and Free count as one field. */
export type ConflictField = ListingField | "photos";

/** A field changed both here and elsewhere (another tab or device) to different values. */
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
  /** Both edits combined; in a conflict it has this seller's value. */
  merged: EditState;
  conflicts: Conflict[];
  /** Labels of the fields whose changes from elsewhere were merged in. */
  taken: string[];
}

const FIELDS: readonly ConflictField[] = ["photos", ...FIELD_NAMES];
const labelOf = (field: ConflictField) => (field === "photos" ? "Photos" : LISTING_FIELDS[field].label);

/** Returns a stored listing in the form in which two edits are compared. */
export function stateOf(item: OwnItem): EditState {
  return { values: valuesOf(item), photos: item.photos };
}

/** Returns a comparable value of a field: "240" and "240.00" are the same price. */
function meaning({ values, photos }: EditState, field: ConflictField): string {
  if (field === "photos") return photos.map((photo) => photo.id).join(" ");
  return JSON.stringify(itemBody(values)[field]);
}

function textOf({ values, photos }: EditState, field: ConflictField): string {
  switch (field) {
    case "photos":
      return photos.length === 1 ? "1 photo" : `${photos.length} photos`;
    case "price": {
      const cents = values.free ? 0 : typedCents(values.price);
      return cents === 0 ? "Free" : cents === null ? values.price : formatCents(cents);
    }
    case "category":
      return CATEGORY_LABELS[values.category as keyof typeof CATEGORY_LABELS] ?? values.category;
    case "condition":
      return CONDITION_LABELS[values.condition as keyof typeof CONDITION_LABELS] ?? values.condition;
    case "collection_date":
      return values.collection_date.replace("T", " ") || "Not set";
    case "collection_windows":
      return values.collection_windows.replaceAll("T", " ").replaceAll("/", "–").replaceAll(" 2", ", 2") || "One time";
    case "negotiation_enabled":
    case "open_to_offers":
      return values[field] ? "On" : "Off";
    case "minimum_price":
    case "decline_below":
      return values[field] ? `$${values[field]}` : "None";
    default:
      return values[field] || "Empty";
  }
}

/** Returns a state with one field copied from another state. */
export function takeField(into: EditState, from: EditState, field: ConflictField): EditState {
  if (field === "photos") return { ...into, photos: from.photos };
  const values = { ...into.values, [field]: from.values[field] };
  if (field === "price") values.free = from.values.free;
  return { ...into, values };
}

/**
 * Merges this edit with one saved meanwhile. Fields changed on one side only are taken; fields changed differently on
 * both sides are conflicts.
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
      taken.push(labelOf(field));
    } else {
      conflicts.push({ field, label: labelOf(field), mine: textOf(mine, field), theirs: textOf(theirs, field) });
    }
  }
  return { merged, conflicts, taken };
}
