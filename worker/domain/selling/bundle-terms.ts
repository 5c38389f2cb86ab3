/** Validation of a bundle, shared by the dialog and the server. */

import type { Cents } from "../money.ts";
import { collectionDateProblem } from "../orders/collection-windows.ts";
import { BUNDLE_ITEMS_MIN } from "./bundle.ts";

export interface BundleTerms {
  title: string;
  /** Null when the typed text is not an amount. */
  bundle_price_cents: Cents | null;
  item_price_cents: readonly Cents[];
  collection_date: number | null;
}

export interface BundleProblem {
  field: "item_ids" | "title" | "bundle_price" | "collection_date";
  title: "Invalid Bundle" | "Title Required" | "Invalid Price" | "Invalid Bundle Price" | "Invalid Date";
  message: string;
}

/** Lists every problem of a bundle, in display order. An unchanged date (`keptDate`) may lie in the past. */
export function bundleProblems(terms: BundleTerms, now: number, keptDate: number | null = null): BundleProblem[] {
  const problems: BundleProblem[] = [];
  const price = terms.bundle_price_cents;
  if (terms.item_price_cents.length < BUNDLE_ITEMS_MIN) {
    problems.push({
      field: "item_ids",
      title: "Invalid Bundle",
      message: "Please select at least 2 items for the bundle.",
    });
  }
  if (terms.title.trim() === "") {
    problems.push({ field: "title", title: "Title Required", message: "Please enter a bundle title." });
  }
  if (price === null || price <= 0) {
    problems.push({ field: "bundle_price", title: "Invalid Price", message: "Please enter a valid bundle price." });
  } else if (price >= terms.item_price_cents.reduce((sum, cents) => sum + cents, 0)) {
    problems.push({
      field: "bundle_price",
      title: "Invalid Bundle Price",
      message: "Bundle price must be less than the sum of individual item prices.",
    });
  }
  const date = terms.collection_date;
  const dateProblem = date === null || date === keptDate ? null : collectionDateProblem(date, now);
  if (dateProblem) problems.push({ field: "collection_date", title: "Invalid Date", message: dateProblem });
  return problems;
}
