/** Shown instead of the name of a person whose account was deleted (D61). Nobody may choose it. */
export const FORMER_MEMBER = "Former member";

/** Titles before a name and additions after it, which are neither first nor last names. "Md" is a first name. */
const BEFORE = /^(?:mr|mrs|ms|miss|mx|mister|dr|prof|professor|rev|sir|dame|lady)\.?$/iu;
const AFTER = /^(?:jr|sr|jnr|snr|ii|iii|iv|phd|ph\.d|esq|oam|ao|am|obe|mbe)[.,]?$/iu;

/** Splits "Amy.Lee" and "Mr.Smith", but not "J.R." or the "Ma.Theresa" of a longer name. */
const partsOf = (fullName: string): string[] => {
  const parts = fullName.split(/\s/u).filter(Boolean);
  const [only = ""] = parts;
  return parts.length === 1 ? (/^(\p{L}{2,})\.(\p{L}{2,})\.?$/u.exec(only)?.slice(1) ?? parts) : parts;
};

/** Returns the public form of a name, first name and last initial: "Jane D." (D5). Empty without a name. */
export function displayName(fullName: string): string {
  if (fullName === FORMER_MEMBER) return FORMER_MEMBER;
  const parts = partsOf(fullName);
  while (parts.length > 1 && BEFORE.test(parts[0] ?? "")) parts.shift();
  while (parts.length > 2 && AFTER.test(parts.at(-1) ?? "")) parts.pop();
  const [first, ...more] = parts;
  if (first === undefined) return "";
  const last = more.at(-1);
  if (last === undefined) return first;
  // The first letter, not the first character: "(Smith)" gives S. Code points, so that no surrogate pair is cut.
  const initial = Array.from(last).find((character) => /\p{L}/u.test(character));
  return initial === undefined ? first : `${first} ${initial.toLocaleUpperCase("en-AU")}.`;
}
