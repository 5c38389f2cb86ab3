/** Form of the rules about what may not be sold (D63, decision 0049). */

/** `block`: may not be listed. `review`: staff look at it first. `note`: it may be sold, with advice to the seller. */
export type GoodsAnswer = "block" | "review" | "note";

export interface GoodsSource {
  /** Act or regulator. */
  name: string;
  url: string;
}

export interface GoodsRule {
  id: string;
  answer: GoodsAnswer;
  /** Names the goods in a sentence: "You can't list … here." */
  goods: string;
  /** One sentence: why, or for a note what to check. */
  why: string;
  source: GoodsSource;
  /** Names of the goods, searched in title and tags. The text is in lower case, without punctuation. */
  named?: RegExp;
  /** Phrases that offer the goods, searched in every text. */
  offered?: RegExp;
  /** The same words in a harmless sense ("glue gun"). They are removed before the search. */
  harmless?: RegExp;
  /** A picture, book, game, toy or costume of the goods is not the goods. */
  depictable?: true;
}

/** Builds an expression that finds any of these alternatives as whole words. */
export function anyOf(...alternatives: string[]): RegExp {
  return new RegExp(`\\b(?:${alternatives.join("|")})\\b`, "g");
}

/** Australian acts and regulators. State acts are named for one state; the others have similar ones. */
export const SOURCES = {
  firearms: {
    name: "Firearms Act 1996 (NSW)",
    url: "https://legislation.nsw.gov.au/view/html/inforce/current/act-1996-046",
  },
  weapons: {
    name: "Australian Border Force: prohibited goods",
    url: "https://www.abf.gov.au/importing-exporting-and-manufacturing/prohibited-goods",
  },
  weaponsVic: {
    name: "Control of Weapons Act 1990 (Vic)",
    url: "https://www.legislation.vic.gov.au/in-force/acts/control-weapons-act-1990",
  },
  explosives: {
    name: "Explosives Act 2003 (NSW)",
    url: "https://legislation.nsw.gov.au/view/html/inforce/current/act-2003-039",
  },
  medicines: { name: "Therapeutic Goods Administration", url: "https://www.tga.gov.au" },
  drugs: {
    name: "Drug Misuse and Trafficking Act 1985 (NSW)",
    url: "https://legislation.nsw.gov.au/view/html/inforce/current/act-1985-226",
  },
  smoking: {
    name: "Department of Health: smoking, vaping and tobacco",
    url: "https://www.health.gov.au/topics/smoking-vaping-and-tobacco",
  },
  liquor: {
    name: "Liquor Act 2007 (NSW)",
    url: "https://legislation.nsw.gov.au/view/html/inforce/current/act-2007-090",
  },
  wildlife: {
    name: "Department of the Environment: wildlife trade",
    url: "https://www.dcceew.gov.au/environment/wildlife-trade",
  },
  animals: { name: "RSPCA: buying and rehoming pets", url: "https://kb.rspca.org.au" },
  weeds: { name: "Weeds Australia", url: "https://weeds.org.au" },
  tickets: {
    name: "Fair Trading Act 1987 (NSW), ticket resale",
    url: "https://legislation.nsw.gov.au/view/html/inforce/current/act-1987-068",
  },
  trademarks: { name: "Trade Marks Act 1995", url: "https://www.legislation.gov.au/C2004A04969/latest/text" },
  copyright: { name: "Copyright Act 1968", url: "https://www.legislation.gov.au/C1968A00063/latest/text" },
  criminalCode: { name: "Criminal Code Act 1995", url: "https://www.legislation.gov.au/C2004A04868/latest/text" },
  productSafety: { name: "ACCC Product Safety", url: "https://www.productsafety.gov.au" },
  recalls: { name: "ACCC Product Safety: recalls", url: "https://www.productsafety.gov.au/recalls" },
  carSeats: { name: "Child Restraint Evaluation Program", url: "https://www.childcarseats.com.au" },
  asbestos: { name: "Asbestos and Silica Safety and Eradication Agency", url: "https://www.asbestossafety.gov.au" },
  refrigerants: { name: "Australian Refrigeration Council", url: "https://www.arctick.org" },
  radio: {
    name: "Radiocommunications (Jamming Equipment) Permanent Ban 2023",
    url: "https://www.legislation.gov.au/F2023L00214/latest/text",
  },
  roadRules: {
    name: "Road Rules 2014 (NSW), rule 225",
    url: "https://legislation.nsw.gov.au/view/html/inforce/current/sl-2014-0758",
  },
  tissue: {
    name: "Human Tissue Act 1983 (NSW)",
    url: "https://legislation.nsw.gov.au/view/html/inforce/current/act-1983-164",
  },
  scamwatch: { name: "Scamwatch", url: "https://www.scamwatch.gov.au" },
} as const satisfies Record<string, GoodsSource>;
