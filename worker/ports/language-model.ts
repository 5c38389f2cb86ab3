/**
 * Input for the language model: the decision already taken and public facts about the item, never the minimum price.
 */
export interface Prompt {
  model: string;
  temperature: number;
  system: string;
  user: string;
}

/** Words decisions. It decides nothing, and its text is shown only after passing checks. */
export interface LanguageModel {
  /** Returns the text. Throws when there is no answer in time. */
  say(narration: Prompt): Promise<string>;
}
