/**
 * What may not be sold (D63, decision 0049). Pure: the browser shows the answer while the seller types, and the server
 * enforces it.
 */
import type { Category } from "../../items/catalogue.ts";
import { Phrases } from "../reader/phrases.ts";
import { Text, type Undone } from "../reader/read-text.ts";
import { DECORATION, PLAY } from "./depictions.ts";
import { type GoodsAnswer, type GoodsRule, type GoodsRules, withWords } from "./rule.ts";
import frauds from "./rules/frauds.json" with { type: "json" };
import living from "./rules/living.json" with { type: "json" };
import medicines from "./rules/medicines.json" with { type: "json" };
import products from "./rules/products.json" with { type: "json" };
import substances from "./rules/substances.json" with { type: "json" };
import weapons from "./rules/weapons.json" with { type: "json" };

// A test holds the files to the type, which the compiler cannot see in them.
const FILES = [weapons, substances, medicines, living, frauds, products] as GoodsRules[];

export const GOODS_RULES: readonly GoodsRule[] = FILES.flatMap(({ rules }) => rules);

export const GOODS_TEXTS = ["title", "tags", "description", "public_notes", "location", "suburb", "city"] as const;
export type GoodsText = (typeof GOODS_TEXTS)[number];

/** The texts that offer goods. */
export interface OfferedGoods extends Partial<Record<GoodsText, string>> {
  title: string;
  category?: Category | "";
}

export interface GoodsMatch {
  rule: GoodsRule;
  /** A name in the title as its rule says; what stands elsewhere, or has a second meaning, is for staff. */
  answer: GoodsAnswer;
  field: GoodsText;
  /** The rule with the field, the words and their neighbours. An approval holds for the same key. */
  key: string;
  /** Disguises that the reader undid to find it. */
  undone: Undone[];
}

export interface GoodsVerdict {
  answer: "pass" | GoodsAnswer;
  /** The strongest first. */
  matches: GoodsMatch[];
}

const LISTS = ["names", "foreign", "titles", "phrases", "harmless"] as const;
type List = (typeof LISTS)[number];

interface Entry {
  rule: GoodsRule | null;
  list: List | "play" | "decoration";
}

/** Index of all rules, made on first use. */
interface Index {
  phrases: Phrases;
  entries: Entry[];
}
let index: Index | null = null;

export function goodsIndex(): Index {
  if (index) return index;
  const phrases = new Phrases();
  const entries: Entry[] = [];
  const add = (entry: Entry, text: string | undefined) => {
    if (text) phrases.add(entries.push(entry) - 1, text);
  };
  for (const { rules, words } of FILES)
    for (const rule of rules)
      for (const list of LISTS) add({ rule, list }, rule[list]?.map((phrase) => withWords(phrase, words)).join(","));
  add({ rule: null, list: "play" }, PLAY);
  add({ rule: null, list: "decoration" }, DECORATION);
  index = { phrases, entries };
  return index;
}

const ORDER = { block: 0, review: 1, note: 2 } as const;
const NEIGHBOURS = 2;

interface Hit {
  entry: Entry;
  from: number;
  to: number;
  undone: Undone[];
  /** Letters of its words. */
  length: number;
}

/** Letters of a misspelt word that counts alone. */
const ALONE = 7;

/** Everything that one text has, for the rules to weigh. */
function hitsOf(text: string): { text: Text; hits: Hit[] } {
  const { phrases, entries } = goodsIndex();
  const read = new Text(text, phrases);
  const hits = read.find(phrases).flatMap(({ entry, ...found }) => {
    const known = entries[entry];
    const length = read.words.slice(found.from, found.to).reduce((sum, { plain }) => sum + plain.length, 0);
    return known ? [{ entry: known, length, ...found }] : [];
  });
  return { text: read, hits };
}

const overlaps = (a: Hit, b: Hit) => a.from < b.to && b.from < a.to;

/** Whether this finding counts in this text. */
function counts(hit: Hit, hits: readonly Hit[], named: boolean, depicted: boolean): boolean {
  const { rule, list } = hit.entry;
  // One misspelt word alone is too often another word: "flashlight", "burger".
  if (hit.undone.includes("misspelt") && hit.to - hit.from === 1 && hit.length < ALONE) return false;
  if (rule === null || list === "harmless" || (list === "titles" && !named)) return false;
  if (depicted && (rule.depictable === "all" || (rule.depictable === "titles" && list === "titles"))) return false;
  return !hits.some((other) => other.entry.rule === rule && other.entry.list === "harmless" && overlaps(hit, other));
}

function answerOf({ entry, undone }: Hit, rule: GoodsRule, field: GoodsText): GoodsAnswer {
  if (rule.answer !== "block") return rule.answer;
  const sure = entry.list !== "phrases" && !undone.includes("misspelt");
  return field === "title" && sure ? "block" : "review";
}

/** Returns every place where a rule applies. */
function findGoods(goods: OfferedGoods): GoodsMatch[] {
  const title = hitsOf(goods.title);
  const has = (list: Entry["list"]) => title.hits.some(({ entry }) => entry.list === list);
  const play = goods.category === "books" || has("play");
  const depicted = play || has("decoration");
  const found: GoodsMatch[] = [];
  for (const field of GOODS_TEXTS) {
    const written = goods[field] ?? "";
    if (written === "") continue;
    const { text, hits } = field === "title" ? title : hitsOf(written);
    const named = field === "title" || field === "tags";
    for (const hit of hits) {
      // A toy's description speaks of the toy. A lamp's description that offers ammunition does not speak of the lamp.
      if (!counts(hit, hits, named, named ? depicted : play) || !hit.entry.rule) continue;
      const { rule } = hit.entry;
      const words = text.words.slice(Math.max(0, hit.from - NEIGHBOURS), hit.to + NEIGHBOURS);
      const key = `${rule.id}: ${field}: ${words.map(({ plain }) => plain).join(" ")}`;
      const answer = answerOf(hit, rule, field);
      const same = found.findIndex((other) => other.key === key);
      if (same >= 0 && ORDER[found[same]?.answer ?? answer] <= ORDER[answer]) continue;
      found.splice(same >= 0 ? same : found.length, same >= 0 ? 1 : 0, {
        rule,
        answer,
        field,
        key,
        undone: hit.undone,
      });
    }
  }
  return found;
}

/**
 * Returns whether the goods may be listed.
 * @param approved keys of what staff have approved for this listing.
 */
export function checkGoods(goods: OfferedGoods, approved: readonly string[] = []): GoodsVerdict {
  const matches = findGoods(goods)
    .filter(({ key }) => !approved.includes(key))
    .toSorted((a, b) => ORDER[a.answer] - ORDER[b.answer]);
  return { answer: matches[0]?.answer ?? "pass", matches };
}

/** Keys of what needs a decision of staff. */
export function reviewKeys({ matches }: GoodsVerdict): string[] {
  return matches.filter(({ answer }) => answer !== "note").map(({ key }) => key);
}

/** Returns the rule of a key, or null for a rule that no longer exists. */
export function ruleOfKey(key: string): GoodsRule | null {
  const id = key.slice(0, key.indexOf(":"));
  return GOODS_RULES.find((rule) => rule.id === id) ?? null;
}

/** The words that a key is about. */
export function wordsOfKey(key: string): string {
  return key.slice(key.lastIndexOf(": ") + 2);
}

/** Why a text beside listings cannot name the goods, which words are meant, and how to reach a person. */
export function refusedMessage({ rule, key }: GoodsMatch): string {
  const why = rule.answer === "block" ? blockedMessage(rule) : reviewMessage(rule);
  return `${why} Please leave out “${wordsOfKey(key)}”, or list it as an item first: our team checks it, and then you can name it here.`;
}

/** Why the goods cannot be listed, in one line. */
export function blockedMessage({ goods, why }: GoodsRule): string {
  return `You can't list ${goods} here. ${why}`;
}

/** What happens to goods that need a review, in one line. */
export function reviewMessage({ goods, why }: GoodsRule): string {
  return `Our team checks ${goods} before they go on sale. ${why}`;
}
