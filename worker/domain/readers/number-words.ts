/** Converts "a hundred and twenty", "two fifty", "fourty five" to digits, in lower-case text. */

/** Returns the values of words that count up from a number. */
const countingFrom = (first: number, words: string): Record<string, number> =>
  Object.fromEntries(words.split(" ").map((word, index) => [word, first + index]));

const ONES = countingFrom(1, "one two three four five six seven eight nine");
const TEENS = countingFrom(10, "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen");
/** Includes common misspellings. */
const TENS: Record<string, number> = {
  twenty: 20,
  twnety: 20,
  thirty: 30,
  thrity: 30,
  forty: 40,
  fourty: 40,
  fifty: 50,
  fifity: 50,
  fity: 50,
  fiddy: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  eigthy: 80,
  ninety: 90,
  ninty: 90,
};
const SCALES: Record<string, number> = {
  hundred: 100,
  hundered: 100,
  hundo: 100,
  hundy: 100,
  thousand: 1_000,
  grand: 1_000,
};

const WORD = [...new Set([ONES, TEENS, TENS, SCALES].flatMap((words) => Object.keys(words)))].join("|");
const RUN = new RegExp(
  `\\b(?:(?:an?|\\d+(?:\\.\\d+)?)\\s+(?=hund|thous|grand))?(?:${WORD})(?:[\\s-]+(?:(?:and|n|&)\\s+)?(?:${WORD}))*\\b`,
  "g",
);

/** "2 fifty", "3fifty": the hundreds as a digit. */
const SPOKEN = new RegExp(
  `(?<![\\d.,$])\\b([1-9])\\s?(${Object.keys(TENS).join("|")})(?:[\\s-](${Object.keys(ONES).join("|")}))?\\b`,
  "g",
);

const NOTES = { fiver: 5, tenner: 10 };

/** Replaces spelled-out numbers by digits. A single "one" stays, because it is mostly a pronoun ("this one"). */
export function digitsForWords(text: string): string {
  return text
    .replace(/\b(?:a )?(fiver|tenner)\b/g, (_, note: keyof typeof NOTES) => `$${NOTES[note]}`)
    .replace(SPOKEN, (_, hundreds, tens, ones) =>
      String(Number(hundreds) * 100 + (TENS[tens] ?? 0) + (ones === undefined ? 0 : (ONES[ones] ?? 0))),
    )
    .replace(RUN, (run) => (run === "one" ? run : valuesOf(run).join(" ")));
}

/** Usually one number; "forty fifty" and "a hundred two hundred" are two. */
function valuesOf(run: string): number[] {
  const values: number[] = [];
  let total = 0;
  let part: number | null = null;
  // A following word belongs to the same number only below this value: after "forty", only ones.
  let room = Number.POSITIVE_INFINITY;
  // What the previous word added to `part`; 0 after a scale.
  let last = 0;
  const close = () => {
    if (part !== null || total > 0) values.push(total + (part ?? 0));
    total = 0;
    part = null;
    room = Number.POSITIVE_INFINITY;
  };
  for (const word of run.split(/[\s-]+/)) {
    if (word === "and" || word === "n" || word === "&") continue;
    const scale = SCALES[word];
    const digits = /^\d/.test(word) ? Number(word) : null;
    if (scale !== undefined) {
      const hundreds = part ?? 0;
      if (scale === 100 && hundreds >= 100) {
        // A number has only one hundreds word, so the second one starts a new number, together with the word before it.
        part = hundreds - last;
        const begun = last || null;
        close();
        part = begun;
      }
      const scaled: number = (part ?? 1) * scale;
      if (scale === 100) part = scaled;
      else {
        total += scaled;
        part = null;
      }
      room = scale;
      last = 0;
      continue;
    }
    const value: number = word === "a" || word === "an" ? 1 : (digits ?? ONES[word] ?? TEENS[word] ?? TENS[word] ?? 0);
    const spoken = part !== null && part < 10 && room === 1 && value >= 10;
    if (spoken) {
      // "two fifty" means 250.
      part = (part ?? 0) * 100 + value;
      room = value >= 20 ? 10 : 0;
      last = value;
      continue;
    }
    if (value >= room) close();
    part = (part ?? 0) + value;
    room = value >= 20 && value < 100 && value % 10 === 0 ? 10 : 1;
    last = value;
  }
  close();
  return values;
}
