import { describe, expect, it } from "vitest";
import { eventSentence, MESSAGE_LIMITS, repeatKey, warningSentences } from "#domain/messages/messages";
import { FILTER_REASONS } from "#domain/safety/content-filter/verdict";

describe("repeatKey", () => {
  it("ignores case, spacing and punctuation when it compares messages", () => {
    const [first, ...others] = ["Cheap phones, call now!!", "cheap   PHONES call\nnow", "¡Cheap–phones… call now?"];
    for (const other of others) expect(repeatKey(other, false)).toBe(repeatKey(String(first), false));
    expect(repeatKey("Cheap phones, call later", false)).not.toBe(repeatKey(String(first), false));
  });

  it("ignores short common replies in an existing conversation", () => {
    expect(repeatKey("Yes, thanks!", true)).toBeNull();
    expect(repeatKey("Yes, thanks!", false)).toBe("yes thanks");
    expect(repeatKey("Please come and see my other things", true)).not.toBeNull();
    expect(repeatKey("x".repeat(20), true)).toBeNull();
    expect(repeatKey("x".repeat(21), true)).not.toBeNull();
    // There is nothing to compare in a photo, or in marks alone.
    expect(repeatKey("", false)).toBeNull();
    expect(repeatKey("👍", false)).toBeNull();
  });
});

it("repeatKey compares the first two hundred characters, and repeats count for an hour", () => {
  expect(repeatKey(`${"x".repeat(200)} one`, false)).toBe("x".repeat(200));
  expect(MESSAGE_LIMITS.window_ms).toBe(3_600_000);
});

describe("warningSentences", () => {
  it("returns one sentence per group of reasons, and every reason has one", () => {
    expect(warningSentences(["phone", "off_platform", "email"])).toHaveLength(1);
    expect(warningSentences(["payid", "phone"])).toHaveLength(2);
    for (const reason of FILTER_REASONS) expect(warningSentences([reason]), reason).toHaveLength(1);
    expect(warningSentences(["a reason of an earlier version"])).toEqual([]);
  });
});

it("eventSentence uses copy that is true for both sides", () => {
  // It also covers gifts, transfers that were only announced, and orders whose money the seller still has to return.
  expect(eventSentence({ subject: "order", kind: "payment_confirmed" })).not.toMatch(/pa(y|id)/i);
  expect(eventSentence({ subject: "order", kind: "evidence_submitted" })).toContain("says");
  expect(eventSentence({ subject: "order", kind: "refunded" })).not.toMatch(/pa(y|id)|refund/i);
  expect(eventSentence({ subject: "trade", kind: "void" })).toContain("no longer available");
});

it("eventSentence has a different sentence for every event", () => {
  const sentences = [
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
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
  expect(new Set(sentences).size).toBe(sentences.length);
});
