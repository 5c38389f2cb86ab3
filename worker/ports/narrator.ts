/**
 * Input for the language model: the decision already taken and public facts about the item, never the minimum price.
 */
export interface Narration {
  model: string;
  temperature: number;
  system: string;
  user: string;
}

/** Words decisions. It decides nothing, and its text is shown only after passing checks. */
export interface Narrator {
  /** Returns the text. Throws when there is no answer in time. */
  say(narration: Narration): Promise<string>;
}
