/** What is told to a language model: what has been decided, and what everybody may know. */
export interface Narration {
  model: string;
  temperature: number;
  system: string;
  user: string;
}

/** Puts decisions into words. It decides nothing, and what it says is shown only if the guard lets it through. */
export interface Narrator {
  /** Throws when there is no answer in time. */
  say(narration: Narration): Promise<string>;
}
