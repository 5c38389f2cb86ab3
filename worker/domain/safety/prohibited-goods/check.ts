/**
 * What may not be sold (D63, decision 0049). Pure: the browser shows the answer while the seller types, and the server
 * enforces it.
 */
import type { Category } from "../../items/catalogue.ts";
import { normaliseMessage } from "../content-filter/normalise.ts";
import { BLOCKED } from "./blocked.ts";
import { NOTED, REVIEWED } from "./reviewed.ts";
import { anyOf, type GoodsRule } from "./rule.ts";

export const GOODS_RULES: readonly GoodsRule[] = [...BLOCKED, ...REVIEWED, ...NOTED];

export const GOODS_TEXTS = ["title", "tags", "description", "public_notes"] as const;
export type GoodsText = (typeof GOODS_TEXTS)[number];

/** The texts that offer goods. */
export interface OfferedGoods extends Partial<Record<GoodsText, string>> {
  title: string;
  category?: Category | "";
}

export interface GoodsMatch {
  rule: GoodsRule;
  field: GoodsText;
  /** The rule with the words and their neighbours. An approval holds for the same key. */
  key: string;
}

export interface GoodsVerdict {
  answer: "pass" | GoodsRule["answer"];
  /** The strongest first. */
  matches: GoodsMatch[];
}

/** Words that make a title one of a toy, game, film or costume. */
const PLAY = anyOf(
  "toys?|nerf|lego|duplo|playmobil|barbie|sylvanian|figures?|figurines?|funko|warhammer|die ?cast|scale model|model kits?|airfix|revell",
  "books?|novels?|paperbacks?|hardcovers?|magazines?|comics?|manga|sheet music|textbooks?",
  "dvds?|blu ?rays?|vinyl|lps?|cds?|cassettes?|vhs|soundtrack|games?|board games?|ps ?[1-5]|playstation|xbox|nintendo|wii|gameboy|steam key",
  "cosplay|costumes?|dress ?ups?|fancy dress|plush(?:ies?)?|soft toys?|stuffed|puzzles?|jigsaws?",
  "minecraft|fortnite|star wars|marvel|pokemon|zelda|disney|harry potter|paw patrol|my little pony|roblox|halloween|pretend play|play ?sets?|water pistols?|foam|inflatable",
);

/** Words that make a title one of a picture, a piece of clothing or an ornament. */
const DECORATION = anyOf(
  "posters?|paintings?|canvas|artworks?|wall art|framed|prints?|drawings?|photos?|stickers?|cross stitch|embroidery|fabric|quilts?|wallpaper",
  "t ?shirts?|tees?|hoodies?|jumpers?|pyjamas|pjs|onesies?|dress(?:es)?|socks|hats?|beanies?|earrings?|necklaces?|brooch(?:es)?|pendants?|keyrings?",
  "mugs?|cushions?|pillows?|doona|bedding|rugs?|lamps?|night ?lights?|candles?|fridge magnets?|ornaments?|gnomes?|nutcrackers?|statues?|garden art|cookie cutters?|tea ?towels?|curtains?|wall decals?",
);

const ORDER = { block: 0, review: 1, note: 2 } as const;

/** Returns text in lower case, without punctuation and without disguises: "v.a.p.e", "p1stol". */
function plainText(text: string): string {
  return normaliseMessage(text)
    .undisguised.replace(/'/g, "")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

/** Replaces what matches by signs that no rule names, so that positions stay. */
const blanked = (text: string, pattern: RegExp | undefined) =>
  pattern === undefined ? text : text.replace(pattern, (found) => "_".repeat(found.length));

const NEIGHBOURS = 2;

/** Returns the words from `start` to `end` with their neighbours. */
function inContext(text: string, start: number, end: number): string {
  const words = (part: string) => part.split(" ").filter((word) => word !== "");
  const before = words(text.slice(0, start)).slice(-NEIGHBOURS);
  const after = words(text.slice(end)).slice(0, NEIGHBOURS);
  return [...before, ...words(text.slice(start, end)), ...after].join(" ");
}

/** Returns every place where a rule applies. */
function findGoods(goods: OfferedGoods): GoodsMatch[] {
  const texts = GOODS_TEXTS.map((field) => ({ field, text: plainText(goods[field] ?? "") }));
  const title = plainText(goods.title);
  const play = goods.category === "books" || title.search(PLAY) >= 0;
  const depicted = play || title.search(DECORATION) >= 0;
  const found: GoodsMatch[] = [];
  const add = (rule: GoodsRule, field: GoodsText, text: string, pattern: RegExp | undefined) => {
    if (!pattern) return;
    for (const match of blanked(text, rule.harmless).matchAll(pattern)) {
      const key = `${rule.id}: ${inContext(text, match.index, match.index + match[0].length)}`;
      if (!found.some((other) => other.key === key)) found.push({ rule, field, key });
    }
  };
  for (const rule of GOODS_RULES) {
    for (const { field, text } of texts) {
      // Using an expression for the first time takes long, so an empty text is not searched.
      if (text === "") continue;
      const named = field === "title" || field === "tags";
      // A toy's description speaks of the toy. A lamp's description that offers ammunition does not speak of the lamp.
      if (rule.depictable && (named ? depicted : play)) continue;
      if (named) add(rule, field, text, rule.named);
      add(rule, field, text, rule.offered);
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
    .toSorted((a, b) => ORDER[a.rule.answer] - ORDER[b.rule.answer]);
  return { answer: matches[0]?.rule.answer ?? "pass", matches };
}

/** Keys of what needs a decision of staff. */
export function reviewKeys({ matches }: GoodsVerdict): string[] {
  return matches.filter(({ rule }) => rule.answer !== "note").map(({ key }) => key);
}

/** Returns the rule of a key, or null for a rule that no longer exists. */
export function ruleOfKey(key: string): GoodsRule | null {
  const id = key.slice(0, key.indexOf(":"));
  return GOODS_RULES.find((rule) => rule.id === id) ?? null;
}

/** The words that a key is about. */
export function wordsOfKey(key: string): string {
  return key.slice(key.indexOf(":") + 2);
}

/** Why the goods cannot be listed, in one line. */
export function blockedMessage({ goods, why }: GoodsRule): string {
  return `You can't list ${goods} here. ${why}`;
}

/** What happens to goods that need a review, in one line. */
export function reviewMessage({ goods, why }: GoodsRule): string {
  return `Our team checks ${goods} before they go on sale. ${why}`;
}
