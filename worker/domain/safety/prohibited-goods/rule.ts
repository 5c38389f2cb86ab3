/** Form of the rules about what may not be sold (D63, decision 0049). */

/** `block`: may not be listed. `review`: staff look at it first. `note`: it may be sold, with advice to the seller. */
export type GoodsAnswer = "block" | "review" | "note";

export interface GoodsSource {
  /** Act, regulator or policy of large marketplaces. */
  name: string;
  url: string;
}

/** A rule of `rules/*.json` with its lists of phrases (notation: `safety/reader/phrases.ts`). */
export interface GoodsRule {
  id: string;
  /** The answer to a name in the title. What stands elsewhere is never refused without staff. */
  answer: GoodsAnswer;
  /** Names the goods in a sentence: "You can't list … here." */
  goods: string;
  /** One sentence: why, or for a note what to check. */
  why: string;
  /** Australian. A state's act stands for the similar acts of the others. */
  source: GoodsSource;
  /** Words that mean these goods and nothing else, searched in every text. */
  names?: string[];
  /** The same in other languages. */
  foreign?: string[];
  /** Words that name goods in a title or tag, but in a sentence may only mention them. */
  titles?: string[];
  /** Words with a second meaning and their neighbours, searched in every text. Staff look at them. */
  phrases?: string[];
  /** The same words in a harmless sense ("glue gun"). What overlaps with them does not count. */
  harmless?: string[];
  /** Whether a picture, book, toy or costume of the goods passes: always, or for `titles` only. */
  depictable?: "all" | "titles";
}

/** One file of rules: a kind of goods. */
export interface GoodsRules {
  about: string;
  /** Alternatives that several phrases share, written there as `{NAME}`. They may name each other. */
  words?: Record<string, string>;
  rules: GoodsRule[];
}

/** Returns the phrase with the shared words in their places. Throws for a name that the file does not explain. */
export function withWords(phrase: string, words: Record<string, string> = {}): string {
  return phrase.replace(/\{(\w+)\}/g, (_, name: string) => {
    const meant = words[name];
    if (meant === undefined) throw new Error(`a phrase uses {${name}}, which its file does not explain`);
    return withWords(meant, words);
  });
}
