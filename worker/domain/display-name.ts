/**
 * What strangers see of a name (D5): the first name and the initial of the last, "Jane D.". Empty when there is no
 * name; the screens then show the specified "Anonymous Seller".
 */
export function displayName(fullName: string): string {
  const [first, ...more] = fullName.split(/\s/u).filter(Boolean);
  if (first === undefined) return "";
  const last = more.at(-1);
  if (last === undefined) return first;
  // The first letter, not the first character: "(Smith)" gives S. Code points, so that no surrogate pair is cut.
  const initial = Array.from(last).find((character) => /\p{L}/u.test(character));
  return initial === undefined ? first : `${first} ${initial.toLocaleUpperCase("en-AU")}.`;
}
