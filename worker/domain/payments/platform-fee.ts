/** The platform fee of a card sale. Rates are basis points: 250 is 2.5%. */
import type { Cents } from "../money.ts";
import { readPercent } from "../readers/percent.ts";

/** Returns the fee, rounded down to the cent in the seller's favour. */
export function platformFee(price: Cents, basisPoints: number): Cents {
  return Math.floor((price * basisPoints) / 10_000);
}

/** Formats a rate: "5%", "2.5%". */
export function formatRate(basisPoints: number): string {
  return `${basisPoints / 100}%`;
}

/** Returns a typed percentage with at most one decimal place ("5", "2.5") in basis points; NaN for anything else. */
export function parseRate(percent: string): number {
  const read = readPercent(percent) ?? Number.NaN;
  const tenths = Math.round(read * 10);
  return tenths / 10 === read ? tenths * 10 : Number.NaN;
}

/** " We keep 5% of card sales.", after a sentence that listing is free; nothing without a fee. */
export function feeSentence(basisPoints: number): string {
  return basisPoints > 0 ? ` We keep ${formatRate(basisPoints)} of card sales.` : "";
}
