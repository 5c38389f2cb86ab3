import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parseMessage } from "#domain/negotiation/knowzee/understand";
import { Random } from "../sim/random.ts";

interface Line {
  text: string;
  list_price: number;
  on_table?: number;
  intent: string;
}

const LINES = ["development", "development-2", "development-3"].flatMap(
  (file) =>
    JSON.parse(readFileSync(resolve(import.meta.dirname, `../knowzee/${file}.json`), "utf8")) as readonly Line[],
);

const read = ({ list_price, on_table }: Line, text: string) => {
  const { intent, offer_cents } = parseMessage(text, {
    list_cents: Math.round(list_price * 100),
    ask_cents: Math.round((on_table ?? list_price) * 100),
    last_offer_cents: null,
  });
  return `${intent} ${offer_cents}`;
};

/** Changes one word of at least this many letters. */
function changeWord(
  text: string,
  letters: number,
  random: Random,
  change: (word: string, at: number) => string,
): string {
  const words = [...text.matchAll(/[a-z]+/gi)].filter(([word]) => word.length >= letters);
  if (words.length === 0) return text;
  const { 0: word, index } = random.pick(words);
  return text.slice(0, index) + change(word, 1 + random.below(word.length - 2)) + text.slice(index + word.length);
}

/** How the same message is typed by somebody else, and the least share that is then read the same. */
const VARIATIONS: readonly (readonly [string, number, (text: string, random: Random) => string])[] = [
  ["in capitals", 1, (text) => text.toUpperCase()],
  ["without apostrophes", 0.99, (text) => text.replace(/['’]/g, "")],
  ["without punctuation", 0.96, (text) => (text.includes("?") ? text : text.replace(/[!,;:](?!\d)|\.(?!\d)/g, ""))],
  ["with a greeting", 0.98, (text) => `Hello there ${text}`],
  ["with a mate", 0.98, (text) => text.replace(/[?.!]*$/, (end) => ` mate${end}`)],
  ["with an emoji", 0.99, (text) => `${text} 😊`],
  [
    "in text language",
    0.97,
    (text) =>
      text
        .replace(/\byou\b/gi, "u")
        .replace(/\byour\b/gi, "ur")
        .replace(/\bplease\b/gi, "pls"),
  ],
  [
    "with a repeated letter",
    0.97,
    (text, random) => changeWord(text, 3, random, (word) => `${word}${word.slice(-1).repeat(3)}`),
  ],
  [
    "with a letter missing",
    0.95,
    (text, random) => changeWord(text, 7, random, (word, at) => word.slice(0, at) + word.slice(at + 1)),
  ],
  [
    "with two letters swapped",
    0.95,
    (text, random) =>
      changeWord(text, 7, random, (word, at) => `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`),
  ],
];

describe("the same message", () => {
  it.each(VARIATIONS)("is read the same %s", (_, least, change) => {
    const random = new Random(20_261_126, 1);
    const varied = LINES.map((line) => ({ line, text: change(line.text, random) })).filter(
      ({ line, text }) => text !== line.text,
    );
    const same = varied.filter(({ line, text }) => read(line, text) === read(line, line.text));
    expect(varied.length).toBeGreaterThan(50);
    expect(same.length / varied.length).toBeGreaterThanOrEqual(least);
  });
});
