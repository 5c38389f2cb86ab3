/** Form of the rules about what may not be sold (D63, decision 0049). */

/** `block`: may not be listed. `review`: staff look at it first. `note`: it may be sold, with advice to the seller. */
export type GoodsAnswer = "block" | "review" | "note";

export interface GoodsSource {
  /** Act, regulator or policy of large marketplaces. */
  name: string;
  url: string;
}

/** A rule with its phrases (notation: `safety/reader/phrases.ts`). */
export interface GoodsRule {
  id: string;
  /** The answer to a name in the title. What stands elsewhere is never refused without staff. */
  answer: GoodsAnswer;
  /** Names the goods in a sentence: "You can't list … here." */
  goods: string;
  /** One sentence: why, or for a note what to check. */
  why: string;
  source: GoodsSource;
  /** Words that mean these goods and nothing else, searched in every text. */
  names?: string;
  /** The same in other languages. */
  foreign?: string;
  /** Words that name goods in a title or tag, but in a sentence may only mention them. */
  titles?: string;
  /** Words with a second meaning and their neighbours, searched in every text. Staff look at them. */
  phrases?: string;
  /** The same words in a harmless sense ("glue gun"). What overlaps with them does not count. */
  harmless?: string;
  /** Whether a picture, book, toy or costume of the goods passes: always, or for `titles` only. */
  depictable?: "all" | "titles";
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
  classification: {
    name: "Classification Act 1995 (Cth)",
    url: "https://www.legislation.gov.au/C2004A04863/latest/text",
  },
  marketplace: {
    name: "Meta: what can't be sold on Marketplace",
    url: "https://www.facebook.com/policies_center/commerce",
  },
  stolen: {
    name: "Crimes Act 1900 (NSW), goods in custody and receiving",
    url: "https://legislation.nsw.gov.au/view/html/inforce/current/act-1900-040",
  },
  defence: {
    name: "Defence Act 1903, uniforms and decorations",
    url: "https://www.legislation.gov.au/C1903A00020/latest/text",
  },
  police: {
    name: "Police Act 1990 (NSW), uniforms and insignia",
    url: "https://legislation.nsw.gov.au/view/html/inforce/current/act-1990-047",
  },
  vet: { name: "APVMA: veterinary medicines", url: "https://www.apvma.gov.au" },
  electrical: { name: "Electrical Equipment Safety System", url: "https://www.eess.gov.au" },
  gas: { name: "Gas Technical Regulators Committee", url: "https://www.gtrc.gov.au" },
  formula: { name: "ACCC: infant formula marketing agreement", url: "https://www.accc.gov.au" },
  biosecurity: { name: "Biosecurity Act 2015", url: "https://www.legislation.gov.au/C2015A00061/latest/text" },
  modernSlavery: {
    name: "Criminal Code Act 1995, division 270",
    url: "https://www.legislation.gov.au/C2004A04868/latest/text",
  },
  surveillance: {
    name: "Surveillance Devices Act 2007 (NSW)",
    url: "https://legislation.nsw.gov.au/view/html/inforce/current/act-2007-064",
  },
  gambling: { name: "Interactive Gambling Act 2001", url: "https://www.legislation.gov.au/C2004A00851/latest/text" },
  pyramid: {
    name: "Australian Consumer Law, pyramid schemes",
    url: "https://www.accc.gov.au/consumers/buying-products-and-services/pyramid-schemes",
  },
  scamwatch: { name: "Scamwatch", url: "https://www.scamwatch.gov.au" },
} as const satisfies Record<string, GoodsSource>;
