/**
 * Australian Business Numbers: eleven digits. After subtracting 1 from the first digit, their weighted sum is a
 * multiple of 89 (abr.business.gov.au, "Format of the ABN"). A valid checksum does not prove who owns the number.
 */
const WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** Returns the eleven digits of a typed ABN, or null when the checksum or the format is wrong. */
export function readAbn(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, "");
  if (!/^[1-9]\d{10}$/.test(digits)) return null;
  const sum = WEIGHTS.reduce((total, weight, index) => {
    const digit = Number(digits[index]);
    return total + weight * (index === 0 ? digit - 1 : digit);
  }, 0);
  return sum % 89 === 0 ? digits : null;
}

/** Formats an ABN for display: "51824753556" → "51 824 753 556". */
export function abnText(abn: string): string {
  return abn.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3 $4");
}
