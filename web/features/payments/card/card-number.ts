/** Formatting and validation of the test card form. */

/** Returns the digits of a text, up to `most`. */
export function digitsOf(text: string, most: number): string {
  return text.replace(/\D/g, "").slice(0, most);
}

/** "4242424242424242" → "4242 4242 4242 4242". */
export function groupNumber(text: string): string {
  return digitsOf(text, 19).replace(/(\d{4})(?=\d)/g, "$1 ");
}

/** Formats an expiry date while it is typed: "1228" → "12 / 28", "5" → "05 / ". */
export function groupExpiry(text: string, before = ""): string {
  let digits = digitsOf(text, 4);
  if (/^[2-9]$/.test(digits)) digits = `0${digits}`;
  // Deleting the separator must not bring it back.
  const erasing = text.length < before.length;
  if (digits.length < 2 || (digits.length === 2 && erasing)) return digits;
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

/** Whether the check digit of a card number is right. */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return number.length >= 12 && sum % 10 === 0;
}

export interface TestCard {
  number: string;
  outcome: string;
}

/** The payment provider's published test numbers. The form refuses all other numbers, so that no real card is sent. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: "4242424242424242", outcome: "Payment succeeds" },
  { number: "4000000000000002", outcome: "Declined" },
  { number: "4000000000009995", outcome: "Insufficient funds" },
  { number: "4000002760003184", outcome: "3-D Secure check" },
  { number: "5555555555554444", outcome: "Payment succeeds (Mastercard)" },
  { number: "4000002500003155", outcome: "3-D Secure check on the first payment" },
  { number: "4000000000000069", outcome: "Expired card" },
  { number: "4000000000000127", outcome: "Wrong CVC" },
  { number: "4000000000000119", outcome: "Processing error" },
  { number: "4000000000009987", outcome: "Lost card" },
  { number: "4000000000009979", outcome: "Stolen card" },
  { number: "4000000000000259", outcome: "Succeeds, then disputed" },
];

export interface CardFields {
  number: string;
  expiry: string;
  cvc: string;
}

export interface CardDetails {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc: string;
}

export type CardErrors = Partial<Record<keyof CardFields, string>>;

/**
 * Validates the fields. Returns the card, or a message per invalid field. `now` is the local time; a card is valid
 * until the end of its month.
 */
export function parseCard(fields: CardFields, now: Date): { card: CardDetails } | { problems: CardErrors } {
  const problems: CardErrors = {};
  const number = digitsOf(fields.number, 19);
  if (number === "") problems.number = "Enter the card number.";
  else if (!passesLuhn(number)) problems.number = "Your card number is invalid. Please check it.";
  else if (!TEST_CARDS.some((card) => card.number === number)) {
    problems.number = "This is a test. Only the test card numbers below work. Never enter a real card here.";
  }
  const expiry = digitsOf(fields.expiry, 4);
  const month = Number(expiry.slice(0, 2));
  const year = 2000 + Number(expiry.slice(2));
  if (expiry.length < 4 || month < 1 || month > 12) problems.expiry = "Enter the expiry as month and year, MM / YY.";
  else if (year * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1) {
    problems.expiry = "Your card's expiry is in the past.";
  }
  const cvc = digitsOf(fields.cvc, 4);
  if (cvc.length < 3) problems.cvc = "Enter the 3 digits from the back.";
  if (Object.keys(problems).length > 0) return { problems };
  return { card: { number, exp_month: month, exp_year: year, cvc } };
}
