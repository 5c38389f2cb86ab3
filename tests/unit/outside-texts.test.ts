/**
 * Texts whose author has not seen the rules (tests/outside-texts). The rules may catch more of them, never fewer. The
 * files `*.held-out.tsv` are measured once, when the rules are finished; nobody reads them before.
 */
import { describe, expect, it } from "vitest";
import { screenMessage } from "#domain/safety/content-filter/screen";
import { checkGoods, type OfferedGoods } from "#domain/safety/prohibited-goods/check";
import { rowsOf } from "../support/repository.ts";

type Row = Record<string, string>;

const textsOf = (name: string): Row[] => rowsOf(`tests/outside-texts/${name}.dev.tsv`);

/** The text where a listing has it. Texts of other places are tried as a title. */
const listing = ({ place, text = "" }: Row): OfferedGoods => {
  if (place === "description") return { title: "Box of odds and ends", description: text };
  return place === "tag" ? { title: "Box of odds and ends", tags: text } : { title: text };
};
const isStopped = (row: Row) => ["block", "review"].includes(checkGoods(listing(row)).answer);

describe("texts from outside", () => {
  it("stop at least as many attempts at forbidden goods as before", () => {
    const attempts = textsOf("goods-attempts").filter(({ outcome }) => outcome !== "note");
    const stopped = attempts.filter(isStopped).length;
    expect(attempts.length).toBeGreaterThan(600);
    expect(stopped).toBeGreaterThanOrEqual(867);
  });

  it("disturb no more honest listings than before", () => {
    const listings = textsOf("honest").filter(({ place = "" }) => ["title", "description", "tag"].includes(place));
    const stopped = listings.filter(isStopped).length;
    expect(stopped).toBe(0);
  });

  /** Messages before an order, and public texts everywhere else. */
  const isCaught = ({ place, text = "" }: Row) =>
    screenMessage(text, { stage: place === "message" ? "enquiry" : "public" }).verdict !== "pass";

  it("give away no more contact details than before", () => {
    const [inMessages, inPublic] = [true, false].map((message) =>
      textsOf("contact-details").filter((row) => (row.place === "message") === message && isCaught(row)),
    );
    expect(inMessages?.length).toBeGreaterThanOrEqual(68);
    expect(inPublic?.length).toBeGreaterThanOrEqual(340);
  });

  it("disturb no more honest texts that look like contact details than before", () => {
    expect(textsOf("honest").filter(isCaught).length).toBeLessThanOrEqual(2);
  });
});
