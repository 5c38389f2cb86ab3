import { describe, expect, it } from "vitest";
import { answerQuestion, type PublicFacts, quotableNotes } from "#domain/negotiation/knowzee/answers";
import type { Act } from "#domain/negotiation/knowzee/engine";
import { checkModelReply } from "#domain/negotiation/knowzee/model-output-check";
import { templateText } from "#domain/negotiation/knowzee/phrases";
import { copyFor } from "#domain/negotiation/knowzee-copy";

const SAID = { title: "Desk lamp", place: "Fitzroy", list_cents: 100_00, ask_cents: 80_00, answer: null };
const seeds = Array.from({ length: 60 }, (_, i) => `neg_${i}:1`);

describe("templateText", () => {
  const act = (kind: Act["kind"], amount: number | null, counter_no: Act["counter_no"] = null): Act => ({
    kind,
    amount_cents: amount,
    counter_no,
  });

  it("names the counter-offer and the price", () => {
    for (const seed of seeds) {
      expect(templateText(act("counter", 85_00, 1), SAID, seed)).toContain("$85");
      expect(templateText(act("counter", 85_00, 1), SAID, seed)).not.toMatch(/Moving closer|FINAL/);
      expect(templateText(act("counter", 82_50, 2), SAID, seed)).toContain("$82.50");
      expect(templateText(act("counter", 82_50, 2), SAID, seed)).toContain("Moving closer to a deal...");
      expect(templateText(act("final", 80_00, 3), SAID, seed)).toMatch(/FINAL OFFER.*\$80/);
    }
  });

  it("asks for the Accept button whenever a price is agreed, because text never accepts", () => {
    for (const seed of seeds) {
      for (const kind of ["accept_offer", "confirm"] as const)
        expect(templateText(act(kind, 80_00), SAID, seed)).toMatch(/tap Accept/i);
    }
  });

  it("repeats itself for the same seed and varies between seeds", () => {
    for (const kind of [
      "greet",
      "thanks",
      "hold",
      "buy_at_list",
      "accept_offer",
      "confirm",
      "explain",
      "answer",
    ] as const) {
      const texts = seeds.map((seed) => templateText(act(kind, null), SAID, seed));
      expect(texts).toEqual(seeds.map((seed) => templateText(act(kind, null), SAID, seed)));
      expect(new Set(texts).size).toBeGreaterThanOrEqual(3);
      for (const text of texts) {
        expect(text).toMatch(/^[A-Z$].*[.?]$/);
        expect(text).not.toMatch(/[{}]|undefined|null/);
      }
    }
  });

  it("names the current price whenever it is about one", () => {
    for (const seed of seeds) {
      for (const kind of ["hold", "buy_at_list"] as const)
        expect(templateText(act(kind, null), SAID, seed)).toContain("$80");
      expect(templateText(act("greet", null), { ...SAID, answer: "It's in Fitzroy." }, seed)).not.toContain("Fitzroy");
    }
  });

  it("gives the listing's answer to a question it answers", () => {
    expect(templateText(act("answer", null), { ...SAID, answer: "It's in Fitzroy." }, "s")).toBe("It's in Fitzroy.");
  });
});

describe("checkModelReply", () => {
  const allowed = [100_00, 80_00, 60_00];

  it.each([
    "$0.01 accepted",
    "Sure, it's yours for $1!",
    "The minimum is $80, so take it.",
    "I can do eighty dollars.",
    "How about 79.99?",
    "How about $80 or even 7 5?",
    "Let's say $８0.",
    "Let's say $٦0.",
    "Deal at half the price.",
    "I'll throw in free delivery at $80.",
    "See https://pay.example.com to pay $80",
    "Mail me at seller@example.com",
    "Call 0412 345 678",
    "**$80** is my price",
    '<img src=x onerror="alert(1)"> $80',
    "My system prompt says $80",
    "It is guaranteed to last.",
    "The lowest I was told is $80.",
    "You can get a refund any time.",
    "80 or 8e1 or 0x50",
    "$80\u200b0",
    "$80.5",
    "It's $80k.",
    "80% of $100, sure.",
    "For you: one dollar.",
    "Take it for nothing!",
    "",
    "a".repeat(401),
  ])("refuses %j", (text) => {
    expect(checkModelReply(text, allowed)).toBeNull();
  });

  it.each([
    "I could let it go for $80. What do you think?",
    "It's listed at $100, and you offered $60. Let's meet at $80.",
    "Thanks for asking! It's a lovely lamp, and $80.00 is a fair price.",
    "No worries, take your time.",
  ])("keeps %j", (text) => {
    expect(checkModelReply(text, allowed)).toBe(text);
  });

  it("refuses every number in words, however it is spelled", () => {
    const numbers = `zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
      seventeen eighteen nineteen twenty thirty forty fourty fifty sixty seventy eighty ninety hundred hundreds thousand
      thousands million millions dozen dozens half quarter double triple percent cent cents grand nothing gratis`;
    for (const word of numbers.split(/\s+/)) {
      expect(checkModelReply(`I could do ${word} for it.`, allowed), word).toBeNull();
      expect(checkModelReply(`${word.toUpperCase()}?`, allowed), word).toBeNull();
    }
    for (const some of ["one dollar", "a dollar", "an buck", "single dollars", "few bucks", "couple of dollars"]) {
      expect(checkModelReply(`It is ${some}.`, allowed), some).toBeNull();
    }
    expect(checkModelReply("It is on the house.", allowed)).toBeNull();
    expect(checkModelReply("80 k it is.", allowed)).toBeNull();
    expect(checkModelReply("This one is lovely, and attendance is not counted.", allowed)).not.toBeNull();
  });

  it("refuses promises, and words about how the assistant works", () => {
    const words = `minimum|lowest|floor|reserve price|reserve is|reserved at|reserved is|bottom line|bottom-line|bottomline|
      rock bottom|rock-bottom|rockbottom|guarantee|guaranteed|warranty|deliver|delivery|ship|shipping|shipped|postage|
      courier|refund|refunds|return|returns|free|discount code|discounts code|coupon|voucher|bank account|bsb|password|prompt|
      prompts|system|instruction|instructions|policy|ladder|language model|ChatGPT|OpenAI|as an AI`;
    for (const word of words.split("|").map((each) => each.trim())) {
      expect(checkModelReply(`About the ${word}, then.`, allowed), word).toBeNull();
    }
  });

  it("refuses links, addresses and markup", () => {
    const links =
      "http://a.b https://a.b www.a shop.com my-shop.net a.org a.io a.au a.co a.me a.app a.xyz a.info @me //a";
    for (const link of links.split(" ")) expect(checkModelReply(`See ${link} now`, allowed), link).toBeNull();
    for (const mark of "<>`*_#|\\[]{}") expect(checkModelReply(`So ${mark} it is`, allowed), mark).toBeNull();
  });

  it("accepts Latin letters only, in one line of at most 400 characters", () => {
    expect(checkModelReply("  Happy\n to   chat \t more. ", allowed)).toBe("Happy to chat more.");
    expect(checkModelReply("It\u2019s a caf\u00e9 chair \u2013 lovely\u2026", allowed)).not.toBeNull();
    for (const odd of ["Н", "ﬁne", "e\u0301", "＄80"]) expect(checkModelReply(`So ${odd} it is`, allowed)).toBeNull();
    expect(checkModelReply("a".repeat(400), allowed)).not.toBeNull();
  });

  it("reads an amount whole, with its cents and the punctuation after it", () => {
    expect(checkModelReply("How about $80.50...", [80_50])).not.toBeNull();
    expect(checkModelReply("How about $80.50?", [79_50, 80_00])).toBeNull();
    expect(checkModelReply("How about $12,345,678?", [12_345_678_00])).not.toBeNull();
    expect(checkModelReply("How about $1234,567?", [1_234_567_00, 567_00, 234_567_00])).toBeNull();
    expect(checkModelReply("How about $80 60?", [80_60_00, 80_00, 60_00, 60])).toBeNull();
    expect(checkModelReply("How about $12,345?", [12_345_00])).not.toBeNull();
  });

  it("compares amounts with thousands separators as a buyer would read them", () => {
    expect(checkModelReply("How about $1,250?", [1_250_00])).toBe("How about $1,250?");
    expect(checkModelReply("How about $1,250?", [1_00, 250_00])).toBeNull();
  });
});

describe("answerQuestion", () => {
  const facts: PublicFacts = {
    title: "Desk lamp",
    description: "Brass desk lamp with a 2 m cord. Small scratch on the base.\nComes with the original bulb.",
    condition: "Good",
    collection_summary: "Fitzroy, Melbourne",
    collection_date: "Saturday 28 November, 10:00 am",
    days_listed: 3,
    payment_methods: ["bank transfer", "card"],
    public_notes: "Smoke-free home. I would take 60 if pushed! My lowest is sixty. It was a gift from my aunt.",
  };

  it.each([
    ["is this still available?", "still available"],
    ["where do I pick it up?", "Fitzroy, Melbourne"],
    ["can you deliver?", "pickup only"],
    ["when can I collect?", "Saturday 28 November"],
    ["can I pay by card?", "bank transfer or card"],
    ["any scratches?", "Small scratch on the base."],
    ["what condition is it in?", "Good"],
    ["does it come with a bulb?", "original bulb"],
    ["how long is the cord?", "2 m cord"],
    ["is it from a smoke free home?", 'The seller says: "Smoke-free home."'],
    ["are you a bot?", "AI assistant"],
  ])("answers %j with %j", (question, answer) => {
    expect(answerQuestion(question, facts)).toContain(answer);
  });

  it("returns null for facts that are not in the listing", () => {
    expect(answerQuestion("what wattage is the transformer?", facts)).toBeNull();
    expect(answerQuestion("does it have (((bluetooth.*?", facts)).toBeNull();
  });

  it("leaves out of the seller's public notes everything about money", () => {
    expect(quotableNotes(facts.public_notes)).toBe("Smoke-free home. It was a gift from my aunt.");
    expect(quotableNotes("Min is ６０. Bottom line: fifty bucks. Bargain hard!")).toBe("Bargain hard!");
    for (const question of ["what would you take?", "what's your lowest", "what if I pushed?", "60?"]) {
      expect(answerQuestion(question, facts) ?? "").not.toMatch(/60|sixty/i);
    }
  });
});

describe("phrases of the administrator", () => {
  const facts: PublicFacts = {
    title: "Desk lamp",
    description: "Brass lamp.",
    condition: "Good",
    collection_summary: "Fitzroy",
    collection_date: null,
    days_listed: 0,
    payment_methods: [],
    public_notes: "",
  };
  const asked = {
    text: "where is it?",
    facts,
    list_cents: 100_00,
    greetings: [] as string[],
    closings: [] as string[],
  };
  const say = (given: Partial<typeof asked>, kind: Act["kind"], turn = 0) =>
    copyFor({ ...asked, ...given })(
      { kind, amount_cents: null, counter_no: null },
      { turn, counters: 0, ask_cents: 80_00, last_offer_cents: null, final: false, compared: [] },
      "s",
    ).text;
  const own = { greetings: ["Hi!", "Oi!"], closings: ["Ta!", "Bye!", "See you!"] };

  it("alternate as greetings and thanks", () => {
    expect([0, 1, 2, 3].map((turn) => say(own, "greet", turn))).toEqual(["Hi!", "Oi!", "Hi!", "Oi!"]);
    expect([0, 1, 2, 3].map((turn) => say(own, "thanks", turn))).toEqual(["Ta!", "Bye!", "See you!", "Ta!"]);
  });

  it("are used for nothing else, and the usual phrases replace missing ones", () => {
    const said = { title: "Desk lamp", place: "Fitzroy", list_cents: 100_00, ask_cents: 80_00, answer: null };
    for (const kind of ["hold", "buy_at_list", "explain"] as const) {
      expect(say(own, kind)).toBe(templateText({ kind, amount_cents: null, counter_no: null }, said, "s"));
    }
    for (const kind of ["greet", "thanks"] as const) {
      expect(say({}, kind, 1)).toBe(templateText({ kind, amount_cents: null, counter_no: null }, said, "s"));
    }
  });

  it("are not used for questions, which the listing answers", () => {
    expect(say(own, "answer")).toMatch(/^Pickup: Fitzroy\./);
    expect(say({ ...own, text: "how tall is it?" }, "answer")).toBe(
      templateText(
        { kind: "answer", amount_cents: null, counter_no: null },
        { title: "Desk lamp", place: "Fitzroy", list_cents: 100_00, ask_cents: 80_00, answer: null },
        "s",
      ),
    );
  });
});
