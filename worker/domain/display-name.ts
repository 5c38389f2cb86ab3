/**
 * What strangers see of a name (D5): the first name and the initial of the last, "Jane D.". Empty when there is no
 * name; the screens then show the specified "Anonymous Seller".
 */
export function displayName(fullName: string): string {
  const words = fullName.trim().split(/\s+/u).filter(Boolean);
  const first = words[0];
  if (first === undefined) return "";
  const last = words.at(-1);
  if (words.length === 1 || last === undefined) return first;
  // The first letter, not the first character: "(Smith)" gives S. Code points, so that no surrogate pair is cut.
  const initial = Array.from(last).find((character) => /\p{L}/u.test(character));
  return initial === undefined ? first : `${first} ${initial.toLocaleUpperCase("en-AU")}.`;
}
