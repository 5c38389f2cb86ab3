import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import type { OwnProfile } from "#contract/account/profiles";
import { CreateItem, type CreateItemInput, type OwnItem } from "#contract/items";
import type { DraftValues } from "#contract/selling/drafts";
import { DECLINE_BELOW_MESSAGE, isValidMinimum, MINIMUM_PRICE_MESSAGE } from "#domain/items/listing";
import { LISTING_FIELDS, type ListingField, TEXT_FIELDS, type TextField } from "#domain/items/listing-fields";
import { defaultCollectionDate } from "#domain/orders/collection";
import { type CollectionWindow, collectionDateProblem, windowsProblem } from "#domain/orders/collection-windows";
import { amountProblem, dollarsIn, typedCents } from "#domain/readers/amount";
import { readTags } from "#domain/readers/tags";
import { instantOfInput, localTime, skippedTime } from "../../../lib/local-time.ts";
import { rowsOf, startingZone, typedWindows, windowsOf } from "./collection-time.ts";

/** Form values of a listing, as typed. Names match the API, so that server messages find their input. */
export type ItemFormValues = DraftValues;

/** The form of a listing, in react-hook-form. */
export type ItemForm = UseFormReturn<ItemFormValues, unknown, ItemFormValues>;

/** The request body without photos. */
export type ItemBody = Required<Pick<CreateItemInput, ListingField>>;

/** Returns a value for each plain text of a listing. */
function texts<T>(textOf: (field: TextField) => T): Record<TextField, T> {
  return Object.fromEntries(TEXT_FIELDS.map((field) => [field, textOf(field)])) as Record<TextField, T>;
}

/** Returns the plain texts of the request body. */
function trimmedTexts(values: ItemFormValues): Pick<ItemBody, TextField> {
  const trimmed = texts((field) => values[field].trim() || ("nullable" in LISTING_FIELDS[field] ? null : ""));
  return trimmed as Pick<ItemBody, TextField>;
}

/** Converts the form values to the API's format. */
export function itemBody(values: ItemFormValues): ItemBody {
  const price = values.free ? "0" : values.price;
  const cents = typedCents(price);
  const { collection_date, collection_zone } = values;
  const windows = windowsOf(values.collection_windows, collection_zone);
  return {
    ...trimmedTexts(values),
    price: dollarsIn(price),
    category: values.category,
    condition: values.condition as ItemBody["condition"],
    tags: readTags(values.tags),
    collection_date: windows[0]?.from ?? (collection_date ? instantOfInput(collection_date, collection_zone) : null),
    collection_windows: windows,
    // Free items are not negotiated.
    negotiation_enabled: values.negotiation_enabled && cents !== 0,
    minimum_price: minimumOf(values, cents),
    open_to_offers: values.open_to_offers,
    decline_below: declineBelow(values, cents),
  };
}

/** Returns how a new free listing is given away, if not to the first who claims it. */
export function givingOf({ free, giving, draw_hours }: ItemFormValues): Pick<CreateItemInput, "giveaway"> {
  if (!free) return {};
  if (giving === "pick") return { giveaway: { mode: "pick" } };
  return giving === "draw" ? { giveaway: { mode: "draw", hours: Number(draw_hours) || DEFAULT_DRAW_HOURS } } : {};
}

export const DEFAULT_DRAW_HOURS = 24;

export const REVIEW_REASON_MIN = 10;

/** Returns why the listing should be reviewed. A shorter text is not sent; the server then says why it is blocked. */
export function reviewReasonOf({ review_reason }: ItemFormValues): Pick<CreateItemInput, "review_reason"> {
  const reason = review_reason.trim();
  return reason.length < REVIEW_REASON_MIN ? {} : { review_reason: reason };
}

/**
 * Returns the minimum price in dollars. An invalid one stays as typed, so that the form reports it, unless negotiation
 * is off.
 */
function minimumOf({ negotiation_enabled, minimum_price }: ItemFormValues, priceCents: number | null) {
  if (priceCents === 0) return null;
  const cents = typedCents(minimum_price);
  // An invalid price has its own message.
  if (cents !== null && isValidMinimum(cents, priceCents ?? cents)) return cents / 100;
  return negotiation_enabled ? minimum_price.trim() : null;
}

/** Returns the amount below which offers are declined. An invalid one stays as typed, so that the form reports it. */
function declineBelow({ open_to_offers, decline_below }: ItemFormValues, priceCents: number | null) {
  const typed = decline_below.trim();
  if (priceCents === 0 || !open_to_offers || typed === "") return null;
  const cents = typedCents(typed);
  return cents !== null && cents > 0 && cents < (priceCents ?? cents + 1) ? cents / 100 : typed;
}

/** A number; text that is no such amount gets the reason why, or the message of the field. */
const limit = (message: string) =>
  z.number({ error: ({ input }) => (typeof input === "string" && amountProblem(input, message)) || message });

/** When a stored listing can be collected. What has passed does not block an edit that leaves it unchanged. */
export interface StoredCollection {
  date: number | null;
  windows: readonly CollectionWindow[];
}

/** Validation schema of the form: the API's own rules and the limits of the collection. */
export function itemFormSchema(now: () => number, stored: StoredCollection = { date: null, windows: [] }) {
  // With windows, the date is the start of the first one, and its own message is not shown.
  const date = z.nullable(z.int("Enter a valid date.")).check((context) => {
    if (context.value === null || sameMinute(context.value, stored.date)) return;
    const message = collectionDateProblem(context.value, now());
    if (message) context.issues.push({ code: "custom", input: context.value, message });
  });
  const windows = z.array(z.custom<CollectionWindow>()).check((context) => {
    const message = context.value.some(({ from, until }) => Number.isNaN(from + until))
      ? "Enter a day, a start and an end for each pickup time."
      : windowsProblem(context.value, stored.windows, now());
    if (message) context.issues.push({ code: "custom", input: context.value, message });
  });
  const wire = z.object({
    ...z.omit(CreateItem, { photo_ids: true, location: true, draft_id: true }).shape,
    collection_date: date,
    collection_windows: windows,
    minimum_price: z.nullable(limit(MINIMUM_PRICE_MESSAGE)),
    decline_below: z.nullable(limit(DECLINE_BELOW_MESSAGE)),
  });
  return z.pipe(
    z.transform((values: ItemFormValues, context) => {
      const skipped = skippedIn(values);
      if (skipped) context.issues.push({ code: "custom", input: values, ...skipped });
      return itemBody(values) as z.input<typeof wire>;
    }),
    wire,
  );
}

/** Returns the first pickup time that the change to summer time skips. */
function skippedIn({ collection_date, collection_windows, collection_zone: zone }: ItemFormValues) {
  const times = rowsOf(collection_windows).flatMap(({ day, from, until }) => [`${day}T${from}`, `${day}T${until}`]);
  const ofWindow = times.map((time) => skippedTime(time, zone)).find((message) => message !== null);
  if (ofWindow) return { path: ["collection_windows"], message: ofWindow };
  const ofDate = times.length > 0 || collection_date === "" ? null : skippedTime(collection_date, zone);
  return ofDate ? { path: ["collection_date"], message: ofDate } : null;
}

/** Compares dates to the minute, because the input has no seconds. */
function sameMinute(a: number | null, b: number | null): boolean {
  return a === b || (a !== null && b !== null && Math.floor(a / 60_000) === Math.floor(b / 60_000));
}

/** Returns the values of an empty form: place and address from the profile, collection next Saturday morning (D54). */
export function startingValues(profile: OwnProfile | null, now: number): ItemFormValues {
  const zone = startingZone(profile ?? { postcode: null, state_region: null });
  return {
    ...texts(() => ""),
    free: false,
    giving: "",
    draw_hours: "",
    review_reason: "",
    price: "",
    category: "",
    condition: "",
    tags: "",
    collection_date: localTime(defaultCollectionDate(now, zone), zone),
    collection_windows: "",
    collection_zone: zone,
    collection_address: profile?.collection_address ?? "",
    suburb: profile?.suburb ?? "",
    city: profile?.city ?? "",
    postcode: profile?.postcode ?? "",
    negotiation_enabled: false,
    minimum_price: "",
    open_to_offers: true,
    decline_below: "",
  };
}

/** Returns the form values of a stored listing. */
export function valuesOf(item: OwnItem): ItemFormValues {
  return {
    ...texts((field) => item[field] ?? ""),
    free: item.price === 0,
    // Changed on the item's page.
    giving: "",
    draw_hours: "",
    review_reason: "",
    price: item.price === 0 ? "" : amountText(item.price),
    category: item.category,
    condition: item.condition,
    tags: item.tags.join(", "),
    collection_date: item.collection_date === null ? "" : localTime(item.collection_date, item.collection_zone),
    collection_windows: typedWindows(item.collection_windows, item.collection_zone),
    negotiation_enabled: item.negotiation_enabled,
    minimum_price: item.minimum_price === null ? "" : amountText(item.minimum_price),
    open_to_offers: item.open_to_offers,
    decline_below: item.decline_below === null ? "" : amountText(item.decline_below),
  };
}

function amountText(price: number): string {
  return Number.isInteger(price) ? String(price) : price.toFixed(2);
}

/** Returns only the changed fields of an edit. */
export function changedFields(loaded: ItemBody, edited: ItemBody): Partial<ItemBody> {
  const entries = (Object.keys(edited) as (keyof ItemBody)[]).filter((field) =>
    field === "collection_date"
      ? !sameMinute(loaded.collection_date, edited.collection_date)
      : JSON.stringify(loaded[field]) !== JSON.stringify(edited[field]),
  );
  return Object.fromEntries(entries.map((field) => [field, edited[field]]));
}
