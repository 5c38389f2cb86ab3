/**
 * Australian Business Numbers: eleven digits whose weighted sum is a multiple of 89, the first digit counted one less
 * (abr.business.gov.au, "Format of the ABN"). A number that passes is well formed; whose it is, the public register knows.
 */
const WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** The eleven digits of a typed ABN, or null when it cannot be one. */
export function readAbn(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, "");
  if (!/^[1-9]\d{10}$/.test(digits)) return null;
  const sum = WEIGHTS.reduce((total, weight, index) => {
    const digit = Number(digits[index]);
    return total + weight * (index === 0 ? digit - 1 : digit);
  }, 0);
  return sum % 89 === 0 ? digits : null;
}

/** "51824753556" → "51 824 753 556", as it is printed. */
export function abnText(abn: string): string {
  return abn.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3 $4");
}
