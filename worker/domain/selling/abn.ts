/**
 * Australian Business Numbers: eleven digits. After subtracting 1 from the first digit, their weighted sum is a
 * multiple of 89 (abr.business.gov.au, "Format of the ABN"). A valid checksum does not prove who owns the number.
 */
const WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** Returns whether these are the digits of an ABN with a right checksum. */
export function isAbn(digits: string): boolean {
  if (!/^[1-9]\d{10}$/.test(digits)) return false;
  const sum = WEIGHTS.reduce((total, weight, index) => {
    const digit = Number(digits[index]);
    return total + weight * (index === 0 ? digit - 1 : digit);
  }, 0);
  return sum % 89 === 0;
}

/** Formats an ABN for display: "51824753556" → "51 824 753 556". */
export function abnText(abn: string): string {
  return abn.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3 $4");
}
