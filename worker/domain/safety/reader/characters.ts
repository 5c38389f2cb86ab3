/** What people write instead of letters, digits and words to get past a reader. */

import signs from "./signs.json" with { type: "json" };

/** Letters of other alphabets, and of other styles, that look like Latin ones. */
const LOOKALIKES = new Map<string, string>();
for (const [like, latin] of [
  ["авекмнорстухіјѕԁԛԝһѵпгьёїєиԍɡ", "abekmhopctyxijsdqwhvnrbeieigg"],
  ["αβεηικμνορτυχωγσςζδλπθϲϳ", "abenikuvoptuxwyoczdlnocj"],
  ["ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz"],
  ["ɑɩıøłđðɐǝɔıʌʍɥоօսհոցʋƅƙƭ", "aiioiddaecivwhoouhngvbkt"],
] as const) {
  const latins = [...latin];
  for (const [index, letter] of [...like].entries()) LOOKALIKES.set(letter, latins[index] ?? letter);
}
LOOKALIKES.set("ł", "l").set("м", "m").set("т", "t").set("в", "b").set("н", "h").set("у", "y");

/** Digits and signs used as letters; "1" is an i or an l. */
const LEET: Readonly<Record<string, string>> = signs.leet;

/** Emoji as words. Several emoji in a row are a sentence. */
const EMOJI: Readonly<Record<string, string>> = signs.emoji;

/** Signs that hide letters: "v*pe". */
export const HIDING = /[*#•●∗✱✲※☆★%^~_]/u;

/** Marks above and below letters of alphabets that are read without them. Indic vowel signs are letters and stay. */
const MARKS =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single marks are meant.
  /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u093c\u0a3c\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/gu;

const INVISIBLE =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single characters are meant.
  /[\p{Cf}\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\u{e0100}-\u{e01ef}]/gu;
const PICTURES = /(?:\p{Regional_Indicator}){2}|\p{Extended_Pictographic}|[→₿]/gu;

/** Letters in circles and squares, and flags that spell a word. */
const letterOf = (code: number): string | null =>
  code >= 0x1f150 && code <= 0x1f169
    ? String.fromCharCode(97 + code - 0x1f150)
    : code >= 0x1f170 && code <= 0x1f189
      ? String.fromCharCode(97 + code - 0x1f170)
      : null;

/** A digit of any script as one of 0 to 9: their blocks begin with the zero. */
function asciiDigit(digit: string): string {
  let zero = digit.codePointAt(0) ?? 0;
  const code = zero;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero--;
  return String(code - zero);
}

/** Text in lower case without invisible characters, in one form of each character, with emoji as words. */
export function cleaned(text: string): string {
  const shown = text.replace(INVISIBLE, "").normalize("NFKC").replace(INVISIBLE, "");
  return shown
    .replace(/[\u{1f150}-\u{1f189}]/gu, (sign) => letterOf(sign.codePointAt(0) ?? 0) ?? sign)
    .replace(/(?:\p{Regional_Indicator}){3,}/gu, (flags) =>
      [...flags].map((flag) => String.fromCharCode(97 + (flag.codePointAt(0) ?? 0) - 0x1f1e6)).join(""),
    )
    .replace(/[\u{1f3fb}-\u{1f3ff}]/gu, "")
    .replace(/(?<=\d)\u20e3/gu, "")
    .replace(PICTURES, (sign) => ` ${EMOJI[sign] ?? ""} `)
    .replace(/\p{Nd}/gu, (digit) => (digit <= "9" ? digit : asciiDigit(digit)))
    .replace(/[\u2018\u2019\u02bc`\u00b4\uff07]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, "-");
}

/** Without accents; letters of alphabets that need their marks keep them. */
export const folded = (text: string): string =>
  text
    .normalize("NFD")
    .replace(MARKS, "")
    .normalize("NFC")
    .replace(/[đłøßıæœأإآٱىةςـ]/g, (letter) => FOLDS[letter] ?? letter);
const FOLDS: Readonly<Record<string, string>> = signs.folds;

/** With the Latin letters that others look like. */
export function latinised(text: string): string {
  let latin = "";
  for (const letter of text) latin += LOOKALIKES.get(letter) ?? letter;
  return latin;
}

/** With letters for the digits and signs inside a word. */
export const unleeted = (word: string, one: "i" | "l"): string =>
  word.replace(/[0-9@$!|+€£¢¥]/g, (sign) => (sign === "1" || sign === "!" ? one : (LEET[sign] ?? sign)));
