/** Shown instead of the name of a person whose account was deleted (D61). Nobody may choose it. */
export const FORMER_MEMBER = "Former member";

/** Returns the public form of a name, first name and last initial: "Jane D." (D5). Empty without a name. */
export function displayName(fullName: string): string {
  if (fullName === FORMER_MEMBER) return FORMER_MEMBER;
  const [first, ...more] = fullName.split(/\s/u).filter(Boolean);
  if (first === undefined) return "";
  const last = more.at(-1);
  if (last === undefined) return first;
  // The first letter, not the first character: "(Smith)" gives S. Code points, so that no surrogate pair is cut.
  const initial = Array.from(last).find((character) => /\p{L}/u.test(character));
  return initial === undefined ? first : `${first} ${initial.toLocaleUpperCase("en-AU")}.`;
}
