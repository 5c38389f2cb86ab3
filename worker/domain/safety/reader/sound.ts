/** One spelling for words that sound alike, so that a rule knows a word in the plural and in most misspellings. */

const LATIN = /^[a-z]+$/;

/** The singular of an English word; words of rules and of texts go through it alike. */
function singular(word: string): string {
  const last = word.endsWith("z") && !word.endsWith("zz") ? `${word.slice(0, -1)}s` : word;
  if (last.length < 4 || !last.endsWith("s") || last.endsWith("ss")) return last;
  if (last.endsWith("ies") && last.length > 4) return `${last.slice(0, -3)}y`;
  return /(?:x|ch|sh|ss)es$/.test(last) ? last.slice(0, -2) : last.slice(0, -1);
}

/** The key of a word. Short words keep their letters: one letter more or less is another word. */
export function soundOf(word: string): string {
  if (!LATIN.test(word)) return word;
  const one = singular(word);
  if (one.length < 5) return one;
  return one
    .replace(/ph/g, "f")
    .replace(/ck|q/g, "k")
    .replace(/dge?(?=[eiy]|$)|dj/g, "j")
    .replace(/g(?=[eiy])/g, "j")
    .replace(/c(?=[eiy])/g, "s")
    .replace(/c(?!h)/g, "k")
    .replace(/x/g, "ks")
    .replace(/z/g, "s")
    .replace(/y/g, "i")
    .replace(/([a-z])\1/g, "$1")
    .replace(/ea/g, "e")
    .replace(/(?<=...)(?:er|or|our|re|ar|ah|a)$/, "a")
    .replace(/(?<=...)e$/, "");
}
