import { describe, expect, it } from "vitest";
import { type Appointment, calendarFile } from "../../worker/domain/calendar.ts";

const event: Appointment = {
  uid: "ord_a.buyer@goodstreet",
  sequence: 3,
  cancelled: false,
  starts: Date.UTC(2026, 10, 28, 3, 30),
  ends: Date.UTC(2026, 10, 28, 4, 30),
  now: Date.UTC(2026, 10, 21, 1, 2, 3),
  summary: "Collect: Reid city bike",
  location: "Brunswick, Melbourne",
  description: "From Maya R.",
  url: "https://goodstreet.example/MyOrders/ord_a",
  remindBeforeMinutes: 120,
};

/** Parses the file like a calendar: joins folded lines, one property per line. */
const unfolded = (file: string) => file.replaceAll("\r\n ", "").split("\r\n");

describe("calendarFile", () => {
  it("writes the appointment in UTC with a reminder, and ends every line with CRLF", () => {
    const file = calendarFile(event);
    expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true);
    expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(unfolded(file)).toEqual([
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Goodstreet//Collection//EN",
      "CALSCALE:GREGORIAN",
      "METHOD:PUBLISH",
      "BEGIN:VEVENT",
      "UID:ord_a.buyer@goodstreet",
      "SEQUENCE:3",
      "DTSTAMP:20261121T010203Z",
      "DTSTART:20261128T033000Z",
      "DTEND:20261128T043000Z",
      "SUMMARY:Collect: Reid city bike",
      "LOCATION:Brunswick\\, Melbourne",
      "DESCRIPTION:From Maya R.",
      "URL:https://goodstreet.example/MyOrders/ord_a",
      "STATUS:CONFIRMED",
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      "DESCRIPTION:Collect: Reid city bike",
      "TRIGGER:-PT120M",
      "END:VALARM",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ]);
  });

  it("escapes a seller's text, so that line breaks cannot add properties", () => {
    const hostile = "Lamp\r\nATTACH:https://evil.example/x\nEND:VEVENT\u2028BEGIN:VEVENT\\;,\u0007";
    const words = { summary: hostile, location: hostile, description: hostile, url: "https://a.example/\r\nATTACH:x" };
    const lines = unfolded(calendarFile({ ...event, ...words }));
    expect(lines).toContain("URL:https://a.example/ATTACH:x");
    expect(lines.filter((line) => /^(ATTACH|BEGIN:VEVENT|END:VEVENT)/.test(line))).toEqual([
      "BEGIN:VEVENT",
      "END:VEVENT",
    ]);
    expect(lines.find((line) => line.startsWith("SUMMARY"))).toBe(
      "SUMMARY:Lamp\\nATTACH:https://evil.example/x\\nEND:VEVENT\\nBEGIN:VEVENT\\\\\\;\\, ",
    );
  });

  it("folds lines at 75 octets without splitting a character", () => {
    const long = "Grüße 🚲 aus der Straße – ".repeat(12).trim();
    const file = calendarFile({ ...event, summary: long });
    for (const line of file.split("\r\n")) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      expect(line).not.toContain("\ufffd");
    }
    expect(unfolded(file).find((line) => line.startsWith("SUMMARY:"))).toBe(`SUMMARY:${long}`);
  });

  it("folds no earlier than necessary, for characters of any byte length", () => {
    for (const last of ["a", "\u00a0", "\u07ff", "\u0800", "\uffee", "\u{10000}"]) {
      const room = 75 - "SUMMARY:".length - new TextEncoder().encode(last).length;
      const full = `${"a".repeat(room)}${last}`;
      expect(calendarFile({ ...event, summary: full })).toContain(`\r\nSUMMARY:${full}\r\n`);
      expect(calendarFile({ ...event, summary: `a${full}` })).toContain(
        `\r\nSUMMARY:a${"a".repeat(room)}\r\n ${last}\r\n`,
      );
    }
  });
});
