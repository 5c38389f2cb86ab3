/** GST within a price that includes it (D75). */
import type { Cents } from "../money.ts";

/** Returns the tax within a price, rounded to the cent; for 10% it is an eleventh. */
export function gstWithin(cents: Cents, basisPoints: number): Cents {
  return Math.round((cents * basisPoints) / (10_000 + basisPoints));
}
