import { describe, expect, it } from "vitest";
import type { StaffAnnouncement } from "#contract/community/announcements";
import { checkValues, stateOf, valuesOf } from "../../web/features/admin/announcements/announcement-form.ts";
import { applyMark, type Mark } from "../../web/features/admin/announcements/toolbar.ts";

/** The ends of the selection are marked with |. */
function press(marked: string, mark: Mark): string {
  const start = marked.indexOf("|");
  const end = marked.lastIndexOf("|") - 1;
  const next = applyMark({ text: marked.replaceAll("|", ""), start, end: Math.max(start, end) }, mark);
  return `${next.text.slice(0, next.start)}|${next.text.slice(next.start, next.end)}|${next.text.slice(next.end)}`;
}

describe("applyMark", () => {
  it.each<[string, Mark, string]>([
    ["say |hello|", "bold", "say **|hello|**"],
    ["say **|hello|**", "bold", "say |hello|"],
    ["say | hello |now", "bold", "say  **|hello|** now"],
    ["||", "italic", "*|italic text|*"],
    ["**|hello|**", "italic", "***|hello|***"],
    ["|one\ntwo|", "bullets", "|- one\n- two|"],
    ["|- one\n- two|", "bullets", "|one\ntwo|"],
    ["|one\ntwo|", "numbers", "|1. one\n2. two|"],
    ["intro\n|one|", "bullets", "intro\n\n|- one|"],
    ["o|n|e", "heading", "|# one|"],
    ["see |here| now", "link", "see [here](|https://|) now"],
  ])("turns %j, on %s, into %j", (before, mark, after) => {
    expect(press(before, mark)).toBe(after);
  });
});

const NOW = Date.UTC(2026, 10, 21, 9, 0, 30);
const OPENED: StaffAnnouncement = {
  id: "ann_1",
  title: "Fewer fees",
  source: "None.",
  html: "<p>None.</p>",
  published_at: NOW - 90_500,
  ends_at: null,
  author: "Ada A.",
  created_at: NOW - 100_000,
  updated_at: NOW - 100_000,
};

describe("the form of an announcement", () => {
  it("keeps the exact publication time, and can return to a draft", () => {
    const values = valuesOf(OPENED, NOW);
    expect(values.when).toBe("kept");
    expect(checkValues(values, OPENED, NOW)).toMatchObject({ ok: true, body: { published_at: OPENED.published_at } });
    expect(checkValues({ ...values, when: "draft" }, OPENED, NOW)).toMatchObject({ body: { published_at: null } });
  });

  it("reads times in Sydney's time zone and refuses an end before the start", () => {
    const values = { ...valuesOf(null, NOW), title: "Market day", source: "Come!", when: "later" as const };
    expect(checkValues(values, null, NOW)).toMatchObject({ ok: false, problems: { later: expect.any(String) } });
    const timed = { ...values, later: "2026-11-25T09:00", ends: "2026-11-25T08:00" };
    expect(checkValues(timed, null, NOW)).toEqual({
      ok: false,
      problems: { ends_at: "The end must be after the start." },
    });
    expect(checkValues({ ...timed, ends: "" }, null, NOW)).toMatchObject({
      body: { published_at: Date.UTC(2026, 10, 24, 22), ends_at: null },
    });
  });

  it("shows whether it is a draft, scheduled, published or ended", () => {
    const at = (published_at: number | null, ends_at: number | null) => stateOf({ published_at, ends_at }, NOW);
    expect([at(null, null), at(NOW + 1, null), at(NOW, null), at(NOW - 2, NOW - 1)]).toEqual([
      "draft",
      "scheduled",
      "published",
      "ended",
    ]);
  });
});
