/** Questions to the seller, their answers as facts, and suggested amounts (D64). */
import { describe, expect, it } from "vitest";
import { appendMessage, openSession } from "#domain/negotiation/negotiation-session";
import { answerFromSeller, mayBeShared } from "#domain/negotiation/seller-answers";
import { askSeller, giveAnswer, shareAnswer } from "#domain/negotiation/seller-questions";
import { suggestedAmounts } from "#domain/negotiation/suggested-amounts";

const NOW = 1_800_000_000_000;
const asking = (text: string) => ({ conditions: [], amount_cents: null, text });

function session(...texts: string[]) {
  const empty = openSession({ id: "neg_1", item_id: "itm_1", buyer_id: "acc_1" }, 200_00, NOW);
  return texts.reduce((before, text) => {
    const said = appendMessage(before, { from: "buyer", text }, NOW);
    return appendMessage(said, { from: "knowzee", text: "I don't know.", ask_seller: asking(text) }, NOW);
  }, empty);
}

function done(decision: ReturnType<typeof askSeller>) {
  if (!decision.ok) throw new Error(decision.reason);
  return decision.session;
}

describe("questions to the seller", () => {
  it("are asked once, answered once and only about what was left open", () => {
    const before = session("Does it squeak?");
    expect(askSeller(before, { id: "qst_1", seq: 1 }, NOW)).toEqual({ ok: false, reason: "not_found" });
    const asked = done(askSeller(before, { id: "qst_1", seq: 2 }, NOW));
    expect(asked.messages.at(-1)).toMatchObject({ from: "system", act: "asked" });
    expect(done(askSeller(asked, { id: "qst_1", seq: 2 }, NOW))).toBe(asked);
    const answer = { id: "qst_1", seq: 2, text: "No.", shared: true };
    const answered = done(giveAnswer(asked, answer, NOW + 5));
    expect(answered.messages.at(-1)).toMatchObject({ from: "seller", text: "No." });
    expect(answered.questions).toMatchObject([{ text: "Does it squeak?", answer: "No.", shared: true }]);
    expect(done(giveAnswer(answered, answer, NOW + 6))).toBe(answered);
    expect(giveAnswer(answered, { ...answer, text: "Yes." }, NOW)).toEqual({ ok: false, reason: "answered" });
    expect(answered.rev).toBe(before.rev + 2);
  });

  it("can be answered before the buyer asks, and shared or not until then", () => {
    const before = session("Does it squeak?");
    expect(shareAnswer(before, { seq: 2, shared: true })).toEqual({ ok: false, reason: "unanswered" });
    const answered = done(giveAnswer(before, { id: "qst_1", seq: 2, text: "No.", shared: false }, NOW));
    const shared = done(shareAnswer(answered, { seq: 2, shared: true }));
    expect(shared.questions?.[0]?.shared).toBe(true);
    expect(done(shareAnswer(shared, { seq: 2, shared: true }))).toBe(shared);
  });

  it("wait for an answer three at a time", () => {
    let talk = session("one?", "two?", "three?", "four?");
    for (const seq of [2, 4, 6]) talk = done(askSeller(talk, { id: `qst_${seq}`, seq }, NOW));
    expect(askSeller(talk, { id: "qst_8", seq: 8 }, NOW)).toEqual({ ok: false, reason: "too_many" });
  });
});

describe("answers of the seller", () => {
  const answers = [
    { question: "Does the veneer peel anywhere?", answer: "No." },
    { question: "Is the dog friendly?", answer: "Very." },
  ];

  it("answer the same question of another buyer, with the question in quotation marks", () => {
    const said = answerFromSeller("does any of the veneer peel?", answers);
    expect(said).toContain("“Does the veneer peel anywhere?”");
    expect(said).toContain("“No.”");
  });

  it.each(["Does the veneer shine?", "Does it peel when wet in the rain outside?", "Is it friendly to pets?", "hello"])(
    "do not answer %j",
    (question) => {
      expect(answerFromSeller(question, answers)).toBeNull();
    },
  );

  it.each(["I'd take $65.", "65 dollars", "The lowest is sixty", "I accept offers", "20% off"])(
    "about money stay with the buyer who asked: %j",
    (answer) => expect(mayBeShared(answer)).toBe(false),
  );

  it("about anything else may be shared", () => {
    expect(mayBeShared("It's 120 cm wide and has 3 drawers.")).toBe(true);
  });
});

describe("suggested amounts", () => {
  it.each([
    [{ list_cents: 200_00, table_cents: null, offered_cents: null }, [160_00, 170_00, 180_00]],
    [{ list_cents: 200_00, table_cents: 180_00, offered_cents: null }, [155_00, 160_00, 170_00]],
    [{ list_cents: 200_00, table_cents: 180_00, offered_cents: 170_00 }, [175_00]],
    [{ list_cents: 12_00, table_cents: null, offered_cents: null }, [9_50, 10_00, 11_00]],
    [{ list_cents: 1_00, table_cents: null, offered_cents: null }, []],
  ])("for %o are %o", (prices, amounts) => {
    expect(suggestedAmounts(prices)).toEqual(amounts);
  });

  it("lie above the buyer's best offer and below the price on the table", () => {
    for (let list = 1_00; list < 2_000_00; list += 7_77) {
      for (const table of [null, Math.round(list * 0.9), Math.round(list * 0.7)]) {
        for (const offered of [null, Math.round(list * 0.5), Math.round(list * 0.69)]) {
          for (const cents of suggestedAmounts({ list_cents: list, table_cents: table, offered_cents: offered })) {
            expect(cents).toBeLessThan(table ?? list);
            expect(cents).toBeGreaterThan(offered ?? 0);
          }
        }
      }
    }
  });
});
