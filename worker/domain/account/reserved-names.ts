/** Display names users may not choose, because others would mistake them for staff (A84). */

/** Look-alike letters and digits, with the Latin letter they resemble. */
const LATIN = "aeopcyxsijdnmtkbhaopvitkioiesa";
const LOOKALIKES = new Map(Array.from("аеорсухѕіјԁոмтквнαορνιτκı0135@", (letter, index) => [letter, LATIN[index]]));

/** Reserved as any word of a name. */
const RESERVED_WORDS = ["goodstreet", "knowzee", "admin", "administrator", "moderator"];
/** Reserved only as the whole name, because they are also surnames or parts of other names. */
const RESERVED_NAMES = [
  "support",
  "staff",
  "official",
  "system",
  "helpdesk",
  "security",
  "customerservice",
  "customersupport",
  // Stands for people whose account was deleted.
  "formermember",
];

const plain = (text: string) =>
  Array.from(text.normalize("NFKD").toLowerCase(), (letter) => LOOKALIKES.get(letter) ?? letter)
    .join("")
    .replace(/\p{M}/gu, "");

/** Returns whether users could mistake this name for staff or the site, in any spelling. */
export function isReservedName(name: string): boolean {
  const words = plain(name).split(/[^a-z]+/);
  return (
    words.some((word) => RESERVED_WORDS.includes(word)) ||
    RESERVED_WORDS.includes(words.join("")) ||
    RESERVED_NAMES.includes(words.join(""))
  );
}
