/** Which common questions the item page leaves open. Apart from the answers, because the browser needs only these. */

export type CommonQuestion = "area" | "when" | "why";

/** What the page shows of an item, besides its availability and condition. */
export interface PageFacts {
  description: string;
  /** Whether a suburb, city or other place is known. */
  placed: boolean;
  collection_date: number | null;
}

/** Returns the questions that the page does not answer. It always shows the availability and the condition. */
export function openQuestions({ description, placed, collection_date }: PageFacts): CommonQuestion[] {
  const open: CommonQuestion[] = [];
  if (!placed) open.push("area");
  if (collection_date === null) open.push("when");
  if (quoted(description, ABOUT_REASON) === null) open.push("why");
  return open;
}

/** Common reasons for selling. */
export const ABOUT_REASON =
  /\b(?:selling (?:because|as|since|due|it because|this because)|reason (?:for|why)|why (?:we|i)(?:'m|'re| am| are)? sell\w*|(?:we(?:'re| are)|i(?:'m| am)|am|are) (?:moving|downsizing|renovating|relocating|leaving|upgrading|decluttering)|(?:moving|downsizing|renovat\w+|relocating|upgrading|upgraded|declutter\w*) (?:house|home|interstate|overseas|sale|to|soon|so|and|the)|no longer (?:need\w*|us\w+|fits?|wants?)|(?:don't|do not|never) (?:need|use|have (?:the )?(?:space|room)|fit)|(?:outgrew|outgrown|grown out of)|(?:bought|got|have) a (?:new|bigger|smaller|newer) one|unwanted gift|doesn't fit|surplus to|making (?:space|room)|too (?:big|small|large) for (?:our|my|the|us))\b/i;

const QUOTE_MAX = 240;

/** Returns the first matching sentence. */
export function quoted(text: string, about: RegExp): string | null {
  return (
    text
      .split(/(?<=[.!?])\s+|\n+/)
      .map((sentence) => sentence.trim())
      .find((sentence) => sentence.length <= QUOTE_MAX && about.test(sentence.replaceAll("’", "'"))) ?? null
  );
}
