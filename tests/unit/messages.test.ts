import { describe, expect, it } from "vitest";
import { cautionSentences, eventSentence, MESSAGE_LIMITS, sameAs } from "#domain/messages";
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
    expect(sameAs("x".repeat(20), true)).toBeNull();
    expect(sameAs("x".repeat(21), true)).not.toBeNull();
    // Nothing to compare: a photo, or marks alone.
    expect(sameAs("", false)).toBeNull();
    expect(sameAs("👍", false)).toBeNull();
  });
});

it("a message is compared by its first two hundred characters, and counted for an hour", () => {
  expect(sameAs(`${"x".repeat(200)} one`, false)).toBe("x".repeat(200));
  expect(MESSAGE_LIMITS.window_ms).toBe(3_600_000);
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
  // Said of a gift too, of a transfer that was only announced, and of a deal whose money the seller has yet to return.
  expect(eventSentence({ subject: "order", kind: "payment_confirmed" })).not.toMatch(/pa(y|id)/i);
  expect(eventSentence({ subject: "order", kind: "evidence_submitted" })).toContain("says");
  expect(eventSentence({ subject: "order", kind: "refunded" })).not.toMatch(/pa(y|id)|refund/i);
  expect(eventSentence({ subject: "trade", kind: "void" })).toContain("no longer available");
});

it("every event is told in a sentence of its own", () => {
  const told = [
    ...(
      [
        "placed",
        "evidence_submitted",
        "payment_confirmed",
        "payment_denied",
        "completed",
        "cancelled",
        "expired",
        "disputed",
        "card_failed",
        "refunded",
        "dispute_opened",
        "dispute_resolved",
        "handed_over",
        "sold_outside",
        "sale_undone",
      ] as const
    ).map((kind) => eventSentence({ subject: "order", kind })),
    ...(["proposed", "accepted", "declined", "withdrawn", "expired", "void", "completed", "failed"] as const).map(
      (kind) => eventSentence({ subject: "trade", kind }),
    ),
  ];
  for (const sentence of told) expect(sentence).toMatch(/^[A-Z].*\.$/);
  expect(new Set(told).size).toBe(told.length);
});
