/** Detects Australian phone numbers in digits, in words, and in disguised spellings. */
import { latinised } from "../reader/characters.ts";
import digitWords from "./digit-words.json" with { type: "json" };

const UNITS: Readonly<Record<string, string>> = {
  zero: "0",
  nought: "0",
  naught: "0",
  nil: "0",
  oh: "0",
  one: "1",
  two: "2",
  three: "3",
  four: "4",
  five: "5",
  six: "6",
  seven: "7",
  eight: "8",
  nine: "9",
};
/** Words and signs of other languages. They count only within a whole number: many are other words, too. */
const ELSEWHERE = new Map(
  Object.entries(digitWords).flatMap(([digit, words]) =>
    words.split(" ").map((word) => [latinised(word), digit] as const),
  ),
);
const SIGNS = new RegExp(
  `[${[...ELSEWHERE.keys()].filter((word) => /^[\p{Script=Han}\p{Script=Hangul}〇]$/u.test(word)).join("")}]`,
  "g",
);
const REPEATS: Readonly<Record<string, number>> = { double: 2, dbl: 2, triple: 3, treble: 3 };
const ZEROS: Readonly<Record<string, string>> = { hundred: "00", thousand: "000" };
/** Letters used for digits; they count only next to digits. */
const SHAPES: Readonly<Record<string, string>> = { o: "0", l: "1", i: "1", s: "5", b: "8", z: "2" };

const WORD = /zer[o0]|n[ao]ught|nil|oh|[o0]ne|tw[o0]|three|f[o0]ur|five|six|seven|eight|nine/y;
/** Text allowed between the parts of one number. */
const JOINT = /^(?:[\s.,;:*_/()|~+-]|\b(?:then|and|space|dash|next|first|second half|the rest)\b|\([^()\d]{0,30}\))*$/;

/** Dates and times, whose digits together with others can look like a phone number. */
const CALENDAR =
  /\b\d{1,2}([/.-])\d{1,2}\1(?:19|20)\d\d\b|\b(?:19|20)\d\d-\d\d-\d\d\b|\b\d{1,2}:\d\d\b|\b\d{1,2}[/.-]\d{1,2} at\b/g;

const MOBILE = /^(?:0|61|0061|610)4\d{8}$/;
const LANDLINE = /^(?:0|61|0061|610)[2378]\d{8}$/;
const SHOP = /^1[38]00\d{6}$/;
/** Without area code or leading zero, the digits count only if the text mentions phones. */
const LOCAL = /^(?:[3-9]\d{7}|4\d{8})$/;
const ABOUT_CALLS =
  /\b(?:call|ring|phone|ph|tel|telephone|bell|buzz|mobile|mob|landline|text|txt|sms|number|reach me|(?:0|zero) (?:in front|at the (?:start|front|beginning)))\b/;
/** A serial, part or model number is not a phone number. */
const ABOUT_THINGS =
  /\b(?:serial|part|model|catalogue|isbn|barcode|order|reference|vin|odometer|abn|tracking|sku|batch|lot|article|item|consignment) (?:number|no|num|code)?\b/;

/** A number that its own name stands beside, unless the text asks for a call. */
const NAMED =
  /\b(?:serial|s\/n|isbn(?:-1[03])?|imei|vin|abn|acn|licen[cs]e|receipt|part|model|barcode|engine|chassis|invoice|warranty|catalogue|sku|ref)(?:[.:# ]|\b(?:number|no|num|code|is)\b){1,8}[\d -]{7,20}\d/g;
const ASKS_TO_CALL = /\b(?:call|ring|text|txt|sms|whats ?app|phone (?:me|us)|reach (?:me|us))\b/;

interface Part {
  digits: string;
  from: number;
  to: number;
  /** Not written in plain digits. */
  disguised: boolean;
}

export interface FoundPhone {
  disguised: boolean;
}

/** Finds a phone number in lower-case text, see `normaliseMessage`. */
export function findPhone(text: string): FoundPhone | null {
  const blank = (match: string) => "#".repeat(match.length);
  const dated = text.replace(SIGNS, (sign) => ELSEWHERE.get(sign) ?? sign).replace(CALENDAR, blank);
  const cleared = ASKS_TO_CALL.test(text) ? dated : dated.replace(NAMED, blank);
  const parts = partsOf(cleared);
  const local = ABOUT_CALLS.test(text) && !ABOUT_THINGS.test(text);
  for (let first = 0; first < parts.length; first++) {
    let digits = "";
    let disguised = false;
    for (let last = first; last < parts.length; last++) {
      const [part, before] = [parts[last], parts[last - 1]];
      if (!part || (last > first && before && !JOINT.test(cleared.slice(before.to, part.from)))) break;
      digits += part.digits;
      if (digits.length > 14) break;
      disguised ||= part.disguised;
      const whole = MOBILE.test(digits) || LANDLINE.test(digits) || SHOP.test(digits);
      if (whole || (local && LOCAL.test(digits) && !isMeasure(cleared, part, parts[first]))) {
        const end = cleared.slice(parts[first]?.from, part.to);
        return { disguised: disguised || isOddlySpaced(end) };
      }
    }
  }
  return null;
}

/** Returns whether the number has groups of one digit, or unusual separators. */
function isOddlySpaced(written: string): boolean {
  return /[*_|~]/.test(written) || /(?:\d[\s.,-]){6}/.test(written);
}

function isMeasure(text: string, last: Part, first: Part | undefined): boolean {
  return (
    /^\s?(?:mm|cm|m|km|kg|g|kms?|x|%)\b/.test(text.slice(last.to)) || /[$x]\s?$/.test(text.slice(0, first?.from ?? 0))
  );
}

/** Returns digits and number words in order; a repeat ("double two") is one part. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let repeat: { times: number; from: number } | null = null;
  for (const token of text.matchAll(/[\p{L}\p{M}\d]+/gu)) {
    const from = token.index;
    const times = REPEATS[token[0]];
    if (times !== undefined) {
      repeat = { times, from };
      continue;
    }
    const read = digitsOf(token[0], parts.at(-1), text, from + token[0].length);
    if (read === null) {
      repeat = null;
      continue;
    }
    const digits = repeat ? (read.digits[0] ?? "").repeat(repeat.times) + read.digits.slice(1) : read.digits;
    parts.push({
      digits,
      from: repeat?.from ?? from,
      to: from + token[0].length,
      disguised: read.disguised || repeat !== null,
    });
    repeat = null;
  }
  return parts;
}

function digitsOf(token: string, before: Part | undefined, text: string, to: number) {
  if (/^\d+$/.test(token)) return { digits: token, disguised: false };
  const elsewhere = ELSEWHERE.get(token);
  if (elsewhere !== undefined) return { digits: elsewhere, disguised: true };
  const zeros = ZEROS[token];
  if (zeros !== undefined) return before ? { digits: zeros, disguised: true } : null;
  // A single "o" or "l" is a digit when a digit or a number word follows.
  if (token.length === 1) {
    const shape = SHAPES[token];
    return shape !== undefined &&
      /^[\s.,-]*(?:\d|zero|oh|one|two|three|four|five|six|seven|eight|nine)/.test(text.slice(to))
      ? { digits: shape, disguised: true }
      : null;
  }
  let digits = "";
  let certain = 0;
  for (let at = 0; at < token.length; ) {
    WORD.lastIndex = at;
    const word = WORD.exec(token)?.[0];
    const unit = word === undefined ? undefined : UNITS[word.replaceAll("0", "o")];
    const character = token[at] ?? "";
    if (word !== undefined && unit !== undefined) {
      digits += unit;
      certain += word.length;
      at += word.length;
    } else if (/\d/.test(character)) {
      digits += character;
      certain++;
      at++;
    } else if (SHAPES[character] !== undefined) {
      digits += SHAPES[character];
      at++;
    } else {
      // "number0412345678", "0412345678thanks": a number attached to a word.
      const glued = /\d{9,12}/.exec(token)?.[0];
      return glued === undefined ? null : { digits: glued, disguised: false };
    }
  }
  return certain >= token.length / 2 ? { digits, disguised: true } : null;
}
