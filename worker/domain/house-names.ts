/** Names nobody may carry, because readers would take their words for ours (A84). Staff speak under their own names. */

/** Letters of other alphabets that are drawn like these. */
const DRAWN_LIKE: Readonly<Record<string, string>> = {
  а: "a",
  е: "e",
  о: "o",
  р: "p",
  с: "c",
  у: "y",
  х: "x",
  ѕ: "s",
  і: "i",
  ј: "j",
  ԁ: "d",
  ո: "n",
  м: "m",
  т: "t",
  к: "k",
  в: "b",
  н: "h",
  α: "a",
  ο: "o",
  ρ: "p",
  ν: "v",
  ι: "i",
  τ: "t",
  κ: "k",
  ı: "i",
  "0": "o",
  "1": "i",
  "3": "e",
  "5": "s",
  "@": "a",
};

/** Ours wherever they stand in a name. */
const OURS = ["goodstreet", "knowzee", "admin", "administrator", "moderator"];
/** Surnames and words of other names as well: ours only as the whole of one. */
const ALONE = ["support", "staff", "official", "system", "helpdesk", "security", "customerservice", "customersupport"];

const plain = (text: string) =>
  Array.from(text.normalize("NFKD").toLowerCase(), (letter) => DRAWN_LIKE[letter] ?? letter)
    .join("")
    .replace(/\p{M}/gu, "");

/** Whether a reader could take this name for the house's own, however it is spelt. */
export function posesAsHouse(name: string): boolean {
  const words = plain(name).split(/[^a-z]+/);
  return words.some((word) => OURS.includes(word)) || OURS.includes(words.join("")) || ALONE.includes(words.join(""));
}
