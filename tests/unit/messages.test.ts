import { describe, expect, it } from "vitest";
import { cautionSentences, eventSentence, sameAs } from "#domain/messages";
import { SHIELD_REASONS } from "#domain/shield/verdict";

describe("two messages are the same one", () => {
  it("whatever their case, spacing and marks", () => {
    const [first, ...others] = ["Cheap phones, call now!!", "cheap   PHONES call\nnow", "¡Cheap–phones… call now?"];
    for (const other of others) expect(sameAs(other, false)).toBe(sameAs(String(first), false));
    expect(sameAs("Cheap phones, call later", false)).not.toBe(sameAs(String(first), false));
  });

  it("unless they are what everybody says, to somebody who is in the talk", () => {
    expect(sameAs("Yes, thanks!", true)).toBeNull();
    expect(sameAs("Yes, thanks!", false)).toBe("yes thanks");
    expect(sameAs("Please come and see my other things", true)).not.toBeNull();
    // Nothing to compare: a photo, or marks alone.
    expect(sameAs("", false)).toBeNull();
    expect(sameAs("👍", false)).toBeNull();
  });
});

describe("a caution", () => {
  it("is one sentence, however many reasons come down to it, and every reason has one", () => {
    expect(cautionSentences(["phone", "off_platform", "email"])).toHaveLength(1);
    expect(cautionSentences(["payid", "phone"])).toHaveLength(2);
    for (const reason of SHIELD_REASONS) expect(cautionSentences([reason]), reason).toHaveLength(1);
    expect(cautionSentences(["a reason of an earlier version"])).toEqual([]);
  });
});

it("an event is told in words that are true for both sides", () => {
  expect(eventSentence({ subject: "order", kind: "payment_confirmed" })).toBe("Payment confirmed.");
  expect(eventSentence({ subject: "trade", kind: "void" })).toContain("no longer available");
});
