/** Rules for new passwords (NIST 800-63B: length and a block list, no composition rules). */

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;

/** Normalises a password, so that the same characters from another keyboard give the same text. */
export function normalisePassword(password: string): string {
  return password.normalize("NFKC");
}

/** Returns why a password is refused, or null. `isCommon` looks up the lower-cased text in a list of leaked ones. */
export function passwordProblem(
  password: string,
  email: string,
  isCommon: (lowerCased: string) => boolean,
): string | null {
  const normal = normalisePassword(password);
  const length = Array.from(normal).length;
  if (length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters.`;
  if (length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters.`;
  const lower = normal.toLowerCase();
  if (lower === email.toLowerCase()) return "Your password can't be your email address.";
  if (new Set(lower).size < 3) return "That password is too easy to guess. Please choose another.";
  if (isCommon(lower)) return "That password has appeared in a data leak. Please choose another.";
  return null;
}
