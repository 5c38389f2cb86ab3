/** Suggested first messages. Amounts have their own field. */
export const OPENERS: readonly string[] = ["Can you do a better price?", "What condition is it in?"];
