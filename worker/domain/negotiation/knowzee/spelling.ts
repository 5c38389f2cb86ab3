/**
 * Spells a buyer's message the standard way before it is read: contractions with their apostrophe, abbreviations in full,
 * common misspellings and repeated letters corrected. Amounts stay as they are.
 */
import listed from "./spelling.json" with { type: "json" };

/** Long words that the rules depend on. One wrong, missing, added or swapped letter is corrected. */
const KEYWORDS = listed.keywords.split(" ");
/** Words of their own that differ from a keyword by one letter. */
const NOT_TYPOS = new Set(listed.not_typos.split(" "));
const KNOWN = new Set(KEYWORDS);

/** What people type, with the word it stands for: without its apostrophe, where that is rare in a negotiation, or misspelled. */
const WORDS = new Map<string, string>([
  ...listed.apostrophes.split(" ").map((word) => [word.replace("'", ""), word] as const),
  ...Object.entries(listed.spellings).flatMap(([word, typed]) => typed.split(" ").map((form) => [form, word] as const)),
]);
// These are words of their own, which only their neighbours tell apart: see PHRASES.
for (const word of ["were", "shell", "hell", "well", "wed", "shed", "id's"]) WORDS.delete(word);

/** What needs the neighbouring words to be read. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  // "ur dreaming", "what your asking", but "your asking price".
  [
    /\b(?:ur|your)(?= (?:dreaming|kidding|joking|welcome|on\b|asking(?! price)|selling|wanting|offering|saying|at\b|well\b|right\b|happy|keen|free\b|a (?:legend|star|champ)|the best|so\b|not\b|still|located|based))/g,
    "you're",
  ],
  [/\bur\b/g, "your"],
  [/\br(?= (?:you|they|these|those|we|there)\b)|(?<=\b(?:you|they|what|how|where|when|there|prices?|we) )r\b/g, "are"],
  [/\bb(?= (?:ok|okay|good|happy|fine|able|keen|there|great|cool|interested|alright|possible|enough|at)\b)/g, "be"],
  [/(?<=[a-z] )4(?= (?:me|us|you|it|this|that|the)\b)/g, "for"],
  [/(?<=[a-z] )2(?= (?:me|us|you|my|the|go|do|take|pay|buy|get)\b)/g, "to"],
  [/(?<=[a-z] )w(?:\/ ?| )(?=[a-z$\d])/g, "with "],
  [/\bn(?= (?:i|we|it|you|can|will|would|its|the|a|u)\b)/g, "and"],
  [/(?<=\b(?:would|could|can|will|do|if|are|for|from|give|off|what|do) )ya\b/g, "you"],
  // "I except your offer".
  [/(?<=^|\b(?:i|i'll|will|can|to|we|happily) )except(?=(?:ed|ing)? (?:your|the|this|that|it)\b)/g, "accept"],
  // "2.2 k" is an amount.
  [/(?<!\d ?)\bk\b/g, "ok"],
  [/\bwell(?= (?:take|have|buy|grab|pay|do|go|get|come|pick) (?:it|that|this|the|with|for|them)\b)/g, "we'll"],
  [/\bwere(?= (?:happy|keen|interested|good|in\b|taking))/g, "we're"],
  [/\bi am\b/g, "i'm"],
  [/\bwe are\b/g, "we're"],
  [/\byou are\b/g, "you're"],
  [/\b(?:can not|cannot)\b/g, "can't"],
  [/\b(do|does|did|is|are|was|would|could|should|have|has) not\b/g, "$1n't"],
  [/\bwill not\b/g, "won't"],
  [/\btanks(?= (?:mate|heaps|a lot|so much|bro|you|for)\b|$)/g, "thanks"],
];

/** Returns a normalised, lower-case message in standard spelling. */
export function respell(text: string): string {
  const words = text.replace(/(?<![\p{L}\d.@/'-])[a-z\d][a-z\d']*(?![\p{L}\d@/]|[.-][a-z\d])/gu, respelled);
  return PHRASES.reduce((read, [form, word]) => read.replace(form, word), words);
}

function respelled(word: string): string {
  const known = WORDS.get(word);
  if (known !== undefined) return known;
  if (/\d/.test(word) || word.length < 3 || KNOWN.has(word)) return word;
  // "yesss", "sooo", "goooood": three equal letters in a row are never right.
  if (/([a-z])\1\1/.test(word)) {
    const twice = word.replace(/([a-z])\1{2,}/g, "$1$1");
    const once = word.replace(/([a-z])\1{2,}/g, "$1");
    return DOUBLED.has(twice) || WORDS.has(twice) ? (WORDS.get(twice) ?? twice) : respelled(once);
  }
  if (word.length < 6 || NOT_TYPOS.has(word)) return word;
  return KEYWORDS.find((keyword) => isTypo(word, keyword)) ?? word;
}

/** Words with a double letter, which stay so when the letter is repeated more often. */
const DOUBLED = new Set(listed.doubled.split(" "));

/** Whether one letter is wrong, missing, added or swapped with the next. A last letter more or less is an inflection. */
function isTypo(word: string, keyword: string): boolean {
  if (Math.abs(word.length - keyword.length) > 1 || word.startsWith(keyword) || keyword.startsWith(word)) return false;
  let same = 0;
  while (same < word.length && word[same] === keyword[same]) same++;
  // The first letter is seldom wrong, and words that differ in it are mostly other words.
  if (same === 0) return false;
  const typed = word.slice(same);
  const meant = keyword.slice(same);
  return (
    typed.slice(1) === meant ||
    typed === meant.slice(1) ||
    typed.slice(1) === meant.slice(1) ||
    (typed[0] === meant[1] && typed[1] === meant[0] && typed.slice(2) === meant.slice(2))
  );
}
