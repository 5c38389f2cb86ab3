/** Normalised forms of a message, as input of the content filter. */

/** Look-alike letters of other alphabets. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: "a",
  е: "e",
  о: "o",
  р: "p",
  с: "c",
  у: "y",
  х: "x",
  і: "i",
  ѕ: "s",
  ԁ: "d",
  м: "m",
  т: "t",
  в: "b",
  н: "h",
  к: "k",
  α: "a",
  ο: "o",
  ρ: "p",
  ι: "i",
  ν: "v",
  κ: "k",
  τ: "t",
  ø: "o",
  ı: "i",
};

/** Digits and symbols used for letters inside a word. */
const LEET: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

export interface NormalisedMessage {
  /** Without compatibility forms and diacritics, in the original case: capitals show where a sentence ends. */
  cased: string;
  /** `cased` in lower case with straight quotes. */
  plain: string;
  /** `plain` with words spelled letter by letter joined. */
  joined: string;
  /** `joined` with digits and symbols inside words replaced by letters. Equal to `plain` when nothing was disguised. */
  undisguised: string;
}

/** Normalises a message. */
export function normaliseMessage(text: string): NormalisedMessage {
  const cased = text
    .normalize("NFKC")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[\p{Cf}\u00ad]/gu, "")
    .replace(/[\u2018\u2019\u02bc`\u00b4]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
  const plain = [...cased.toLowerCase()].map((character) => LOOKALIKES[character] ?? character).join("");
  const joined = joinSpelled(plain);
  return { cased, plain, joined, undisguised: unleet(joined) };
}

/** Joins "w h a t s a p p" and "w.h.a.t.s" to one word; initials of two or three letters stay. */
function joinSpelled(text: string): string {
  return text.replace(/(?<![a-z0-9])(?:[a-z0-9@.][ *_-]{1,2}|[a-z0-9@][.]){3,}[a-z](?![a-z0-9])/g, (run) =>
    run.replace(/[ *_-]|(?<=[a-z0-9])\.(?=[a-z0-9])/g, ""),
  );
}

/** Replaces digits and symbols inside a word by letters: "wh4tsapp", "b1tcoin". */
function unleet(text: string): string {
  return text.replace(/[a-z0-9@$!]+/g, (word) => {
    const emails = word.match(/[a-z]/g)?.length ?? 0;
    const others = word.length - emails;
    // Sizes and model names are not words: "2400w", "e18", "usb3".
    if (others === 0 || emails < 3 || others > 2 || /^\d+[a-z]+$|^[a-z]+\d+$/.test(word)) return word;
    return word.replace(/[0-9@$!]/g, (sign) => LEET[sign] ?? sign);
  });
}
