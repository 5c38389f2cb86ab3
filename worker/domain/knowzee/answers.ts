/** Answers from what the listing says to everybody. What is not in it is not answered: Knowzee does not guess. */

export interface PublicFacts {
  title: string;
  description: string;
  /** In words: "Like new". */
  condition: string;
  /** Suburb and city, or "To be arranged with seller". Never the address (D9). */
  collection_summary: string;
  /** In words and in the zone of the place, or null where none is set. */
  collection_date: string | null;
  /** Whole days since it was listed. */
  days_listed: number;
  /** In words: "bank transfer", "card", "crypto". */
  payment_methods: readonly string[];
  /** What the seller lets Knowzee say, as stored; only its `sayableNotes` are used. */
  notes: string;
}

/** The answer to a question in a buyer's message, or null where the listing does not give one. */
export function answerQuestion(_message: string, _facts: PublicFacts): string | null {
  return null;
}
