/** What the language model's sentences may say (A67): nothing that the reply does not say. */
import { expect, it } from "vitest";
import { checkRewording, type GroundedReply } from "#domain/negotiation/knowzee/rewording-check";
import { rowsOf } from "../support/repository.ts";

const BOOKCASE = { list_cents: 200_00, title: "Oak bookcase with five shelves" };
const COUNTER: GroundedReply = {
  ...BOOKCASE,
  act: "counter",
  amount_cents: 190_00,
  template: "I could let it go for $190. It's listed at $200.",
};
const answer = (template: string): GroundedReply => ({ ...BOOKCASE, act: "answer", amount_cents: null, template });

function replyOf(act: GroundedReply["act"]): GroundedReply {
  if (act === "buy_at_list") return { ...COUNTER, act, amount_cents: 200_00, template: "You can buy it now for $200." };
  const priced = act === "greet" || act === "thanks" || act === "explain" ? null : 190_00;
  const template = priced === null ? "It's listed at $200. What did you have in mind?" : COUNTER.template;
  return { ...COUNTER, act, amount_cents: priced, template };
}

/** Sentences of a language model about an oak bookcase listed at $200, with $190 decided, or about an answer. */
const sentences = rowsOf<"shown" | "act" | "template" | "sentence" | "why_not">("tests/knowzee/rewordings.tsv").map(
  ({ shown, act, template, sentence }) => {
    const reply = template === "" ? replyOf(act as GroundedReply["act"]) : answer(template);
    return { good: shown === "yes", sentence, passes: checkRewording(sentence, reply) !== null };
  },
);

it("shows none of the hostile sentences (A133)", () => {
  const hostile = sentences.filter(({ good }) => !good);
  expect(hostile.length).toBeGreaterThanOrEqual(100);
  expect(hostile.filter(({ passes }) => passes)).toEqual([]);
});

it("shows at least nine of ten good sentences", () => {
  const good = sentences.filter((sentence) => sentence.good);
  expect(good.length).toBeGreaterThanOrEqual(50);
  const refused = good.filter(({ passes }) => !passes).map(({ sentence }) => sentence);
  expect(good.length - refused.length, refused.join("\n")).toBeGreaterThanOrEqual(Math.ceil(good.length * 0.9));
});

it("returns a good sentence as it was written", () => {
  expect(checkRewording("  How about\n$190? ", COUNTER)).toBe("How about $190?");
});

it("takes no claim from the item's title but its name (A133)", () => {
  const named = (title: string) => ({ ...COUNTER, title });
  expect(checkRewording("$190 and the chair is yours.", named("Chair"))).not.toBeNull();
  expect(checkRewording("$190 with free delivery.", named("Chair, free delivery"))).toBeNull();
  expect(checkRewording("$190 and the minimum price.", named("Minimum price $5"))).toBeNull();
  expect(checkRewording("How about $190? Not lower.", named("Not lower chair"))).toBeNull();
});

it("keeps the list price and the decided price in their roles (A133)", () => {
  expect(checkRewording("It's listed at $200. How about $190?", COUNTER)).not.toBeNull();
  expect(checkRewording("It's listed at $190. How about $200?", COUNTER)).toBeNull();
  const unlisted = { ...COUNTER, template: "How about $190?" };
  expect(checkRewording("It's listed at $200. How about $190?", unlisted)).toBeNull();
});

it("keeps what a price covers, a promise and an answer word for word", () => {
  const covers = "That covers “Oak bookcase with five shelves” and pickup, nothing else.";
  const deal = { ...COUNTER, act: "accept_offer" as const, template: `Done! It's yours for $190. ${covers}` };
  expect(checkRewording(`Great, $190 works for me! ${covers}`, deal)).not.toBeNull();
  expect(checkRewording("Great, $190 works for me!", deal)).toBeNull();
  expect(checkRewording("$190 works for me! That covers the bookcase and the lamp.", deal)).toBeNull();

  const final = { ...COUNTER, act: "final" as const, template: "FINAL OFFER: $190. It's good for the next 24 hours." };
  expect(checkRewording("My final offer is $190. It's good for the next 24 hours.", final)).not.toBeNull();
  expect(checkRewording("My final offer is $190. It's good for the next 48 hours.", final)).toBeNull();

  const both = { ...COUNTER, template: 'The listing says: "No marks. Five shelves." How about $190?' };
  expect(checkRewording('The listing says: "No marks. Five shelves." Could we do $190?', both)).not.toBeNull();
  expect(checkRewording("There are marks. Could we do $190?", both)).toBeNull();
  const wishes = "My price is $190 for “Oak bookcase”, pickup in Fitzroy, with nothing else included.";
  const conditions = {
    ...COUNTER,
    act: "hold" as const,
    template: `${wishes} Only the seller can decide about delivery.`,
  };
  expect(checkRewording("$190 works for me, happy to do that!", conditions)).toBeNull();
});
