/** Form values of a bundle, and their conversion and validation. */
import { BUNDLE_ITEMS_MAX, type OwnBundle } from "#contract/selling/my-items";
import { amountProblem, typedCents } from "#domain/readers/amount";
import { type BundleProblem, bundleProblems } from "#domain/selling/bundle-terms";
import { instantOfInput, localTime, skippedTime } from "../../../lib/local-time.ts";

export interface BundleValues {
  title: string;
  description: string;
  price: string;
  item_ids: string[];
  /** `datetime-local` value in the time zone of the collection place; "" for none. */
  collection_date: string;
  collection_address: string;
}

export function bundleValuesOf(bundle: OwnBundle | null): BundleValues {
  return {
    title: bundle?.title ?? "",
    description: bundle?.description ?? "",
    price: bundle ? String(bundle.bundle_price) : "",
    item_ids: bundle?.bundle_items.map((item) => item.item_id) ?? [],
    collection_date: bundle?.collection_date ? localTime(bundle.collection_date, bundle.collection_zone) : "",
    collection_address: bundle?.collection_address ?? "",
  };
}

/** Returns the typed price in cents; null for invalid text. */
export function bundlePriceOf(values: BundleValues): number | null {
  return typedCents(values.price);
}

function dateOf(values: BundleValues, zone: string): number | null {
  return values.collection_date === "" ? null : instantOfInput(values.collection_date, zone);
}

/** Returns the request body. */
export function bundleBody(values: BundleValues, zone: string) {
  const cents = bundlePriceOf(values);
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    bundle_price: cents === null ? null : cents / 100,
    item_ids: values.item_ids,
    collection_date: dateOf(values, zone),
    collection_address: values.collection_address.trim() || null,
  };
}

/** Returns the validation messages by the same rules as the server. */
export function bundleErrors(
  values: BundleValues,
  prices: readonly number[],
  zone: string,
  now: number,
  storedDate: number | null,
): BundleProblem[] {
  const problems = bundleProblems(
    {
      title: values.title,
      bundle_price_cents: bundlePriceOf(values),
      item_price_cents: prices,
      collection_date: dateOf(values, zone),
    },
    now,
    storedDate,
  ).map((problem) =>
    problem.title === "Invalid Price"
      ? { ...problem, message: amountProblem(values.price, problem.message) ?? problem.message }
      : problem,
  );
  const skipped = values.collection_date === "" ? null : skippedTime(values.collection_date, zone);
  if (skipped) problems.push({ field: "collection_date", title: "Invalid Date", message: skipped });
  if (values.item_ids.length <= BUNDLE_ITEMS_MAX) return problems;
  const message = `A bundle can have up to ${BUNDLE_ITEMS_MAX} items.`;
  return [{ field: "item_ids", title: "Invalid Bundle", message }, ...problems];
}
