/**
 * The reader of typed amounts of money, for every form, API text and imported cell (D110). It accepts what has one meaning
 * and asks about the rest: an amount is never guessed. Amounts inside a sentence to Knowzee have their own parser.
 */
import { type Cents, centsToDollars, dollarsToCents, formatCents, MAX_PRICE_CENTS } from "../money.ts";
import { plainCharacters } from "./characters.ts";

export type AmountReading =
  | { kind: "empty" }
  | { kind: "amount"; cents: Cents }
  /** Readable in more than one way, or in one that a person should confirm. */
  | { kind: "ambiguous"; choices: readonly Cents[]; message: string }
  | { kind: "refused"; message: string };

/** For what cannot be read at all. */
export const AMOUNT_EXPECTED = "Enter an amount in dollars, such as 45 or 45.50.";

const refused = (message = AMOUNT_EXPECTED): AmountReading => ({ kind: "refused", message });

function amount(cents: Cents | null): AmountReading {
  if (cents === null) return refused();
  return cents > MAX_PRICE_CENTS ? tooMuch : { kind: "amount", cents };
}

const tooMuch = refused(`Enter at most ${formatCents(MAX_PRICE_CENTS)}.`);

/** Asks which amount is meant; refuses when none of them is possible. */
function ambiguous(choices: readonly (Cents | null)[]): AmountReading {
  const possible = choices.filter((cents) => cents !== null && cents <= MAX_PRICE_CENTS) as Cents[];
  if (possible.length === 0) return refused();
  const meant = possible.map(formatCents).join(" or ");
  return {
    kind: "ambiguous",
    choices: possible,
    message: `Do you mean ${meant}? Please type ${possible.map(amountText).join(" or ")}.`,
  };
}

const CURRENCY = String.raw`(?:(?:a|au|aus|aud)? ?\$|(?:aud|dollars?|bucks)(?![a-z]))`;
const LABEL = /^(?:(?:asking )?price|asking|amount|total|offer|cost)\s?[:=]?\s?(?=[\d.,$a])/;
/** What sellers write after a price. */
const REMARK =
  /\s?(?:\(?(?:o\.?n\.?o\.?|o\.?b\.?o\.?|or (?:best|nearest|near) offer|neg(?:otiable|\.)?|firm|fixed|each|ea\.?|only|cash|incl?\.? gst)\)?)$/;
const BEFORE = new RegExp(`^\\+?\\s?(?:${CURRENCY}\\s?)*`);
const AFTER = new RegExp(`\\s?(?:(?<=[\\d.,-]\\s?)${CURRENCY}\\s?)+\\.?$`);
/** "45.-", "45,-" and "45/-": no cents. */
const NO_CENTS = /(?<=\d)\s?[.,/](?:-|--)$/;

const FOREIGN =
  /[£€¥₹₩₽₫₱฿₪₺₦]|(?<![a-z])(?:us|nz|ca|c|hk|s)\s?\$|\$\s?(?:us|nz|ca)(?![a-z])|(?<![a-z])(?:usd|nzd|cad|sgd|hkd|eur|gbp|jpy|cny|inr|chf|sek|euros?|pounds?|rupees?|yuan|yen|rs|kr|fr)(?![a-z])/;

/** Returns what this text says as an amount in dollars. */
export function readAmount(typed: string): AmountReading {
  const text = plainCharacters(typed)
    .replace(/[٫·]/g, ".")
    .replace(/٬/g, ",")
    .replace(/[’ʼ`´]/g, "'")
    .toLowerCase();
  if (text === "") return { kind: "empty" };
  if (text === "free") return { kind: "amount", cents: 0 };
  if (FOREIGN.test(text)) return refused("Amounts are in Australian dollars. Please convert it first.");
  const bare = text.replace(LABEL, "").replace(REMARK, "").replace(BEFORE, "").replace(NO_CENTS, "").replace(AFTER, "");
  const cents = /^(\d{1,2}) ?(?:c|¢|cents?)$/.exec(bare) ?? /^0?\.(\d{2}) ?(?:c|¢|cents?)$/.exec(bare);
  if (cents) return { kind: "amount", cents: Number(cents[1]) };
  const spoken = /^(\d+) ?dollars?(?: and)? (\d{1,2}) ?cents?$/.exec(bare);
  if (spoken) return amount(exact(spoken[1], spoken[2]?.padStart(2, "0")));
  const thousands = /^(\d{1,3})(?:[.,](\d{1,2}))? ?k$/.exec(bare);
  if (thousands) return amount(exact(`${thousands[1]}${(thousands[2] ?? "").padEnd(3, "0")}`));
  return /^[\d.,' ]+$/.test(bare) ? readNumber(bare.replace(/(?<=\d) ?[.,]$/, "")) : refused(reasonOf(bare));
}

/** Reads digits with separators. */
function readNumber(text: string): AmountReading {
  const plain = /^(\d*)(?:[.,](\d{0,2}))?$/.exec(text);
  if (plain && /\d/.test(text)) return amount(exact(plain[1], plain[2]));
  const grouped = /^([1-9]\d{0,2})((?<group>[.,' ])\d{3}(?:\k<group>\d{3})*)(?:(?!\k<group>)[.,](\d{1,2}))?$/.exec(
    text,
  );
  if (grouped) {
    const [, first = "", rest = "", group, fraction] = grouped;
    const whole = exact(`${first}${rest.replace(/\D/g, "")}`, fraction);
    // "1.200" is twelve hundred on the continent and a dollar twenty with a stray zero elsewhere.
    return group === "." && rest.length === 4 && fraction === undefined
      ? ambiguous([whole, withoutZeros(text)])
      : amount(whole);
  }
  // Databases export four and more decimals; "0.500" is no number of thousands either.
  if (/^(?:\d{1,3}\.\d{4,}|0?[.,]\d{3,})$/.test(text)) return amount(withoutZeros(text));
  return asked(text);
}

/** Numbers with a slip: asked about where one or two amounts can be meant, refused otherwise. */
function asked(text: string): AmountReading {
  const tight = text.replace(/ ?([.,']) ?/g, "$1");
  if (tight !== text) {
    const reading = readNumber(tight);
    return reading.kind === "amount" ? ambiguous([reading.cents]) : reading;
  }
  const joined = exact(text.replace(/\D/g, ""));
  if (/^\d+ \d{2}$/.test(text)) return ambiguous([exact(...(text.split(" ") as [string, string])), joined]);
  if (/^\d(?: \d)+$/.test(text) || /^\d{1,2}(?:,\d{2})+,\d{3}$/.test(text)) return ambiguous([joined]);
  return /^\d+\.\d{3}$/.test(text) ? ambiguous([withoutZeros(text), joined]) : refused();
}

/** Returns the cents of whole dollars and a fraction. */
function exact(whole = "", fraction = ""): Cents | null {
  const digits = whole.replace(/^0+/, "");
  return digits.length > 12 ? null : Number(digits) * 100 + Number(fraction.padEnd(2, "0"));
}

/** Returns the cents of "45.0000"; null where the digits beyond two say something. */
function withoutZeros(text: string): Cents | null {
  const [whole = "", fraction = ""] = text.split(/[.,]/);
  return /^\d{2}0*$/.test(fraction) ? exact(whole, fraction.slice(0, 2)) : null;
}

function reasonOf(text: string): string {
  if (/^-|^\(.*\)$|\d-$/.test(text)) return "Enter an amount without a minus sign.";
  if (/\d\s?(?:-|to|or|\/|&)\s?\$?\d/.test(text)) return "Enter one amount instead of a range.";
  if (/%/.test(text)) return "Enter an amount in dollars, not a percentage.";
  return AMOUNT_EXPECTED;
}

/** Reads an amount of a request: a number exactly as it is, a text as people type it. */
export function amountIn(value: number | string): AmountReading {
  if (typeof value === "string") return readAmount(value);
  return value * 100 > MAX_PRICE_CENTS && Number.isFinite(value) ? tooMuch : amount(dollarsToCents(value));
}

/** Returns the cents of a typed amount; null where it is empty, ambiguous or none. */
export function typedCents(typed: string): Cents | null {
  const reading = readAmount(typed);
  return reading.kind === "amount" ? reading.cents : null;
}

/**
 * Returns why a typed amount is not accepted; undefined for an amount and for an empty text.
 * @param unreadable the field's own message for a text that is nothing like an amount
 */
export function amountProblem(typed: string, unreadable = AMOUNT_EXPECTED): string | undefined {
  const reading = readAmount(typed);
  if (reading.kind === "amount" || reading.kind === "empty") return undefined;
  return reading.message === AMOUNT_EXPECTED ? unreadable : reading.message;
}

/** Returns the dollars of a typed amount for a request; other text as it was typed, so that the schema gives the reason. */
export function dollarsIn(typed: string): number | string {
  const cents = typedCents(typed);
  return cents === null ? typed.trim() : centsToDollars(cents);
}

/** Returns an amount as it stands in an input: "1200", "45.50". */
export function amountText(cents: Cents): string {
  return formatCents(cents).replace(/[$,]/g, "");
}

/** Returns an amount in our notation; any other text as it was typed. */
export function tidyAmount(typed: string): string {
  const cents = typedCents(typed);
  return cents === null ? typed : amountText(cents);
}
