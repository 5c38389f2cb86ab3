import { describe, expect, it } from "vitest";
import { CHECKS, checksOf } from "#domain/account/checks";
import { mobileText, parseMobile, phoneCodeText } from "#domain/account/phone-number";

describe("parseMobile", () => {
  it.each(["0412345678", "+61 412 345 678", "٠٤١٢٣٤٥٦٧٨"])("reads %s", (typed) => {
    expect(parseMobile(typed)).toBe("+61412345678");
  });

  it.each(["", "0312345678", "1900123456", "1300 654 677", "041234567", "+64412345678", "+1 412 345 6789"])(
    "refuses %s, which is no Australian mobile number (A148)",
    (typed) => expect(parseMobile(typed)).toBeNull(),
  );

  it("is shown as people write it", () => {
    expect(mobileText("+61412345678")).toBe("0412 345 678");
  });
});

describe("the text message", () => {
  it("names the site and the code, and fits into one message", () => {
    const text = phoneCodeText("Goodstreet", "012345");
    expect(text).toMatch(/^012345 is your Goodstreet code\./);
    expect(text.length).toBeLessThanOrEqual(160);
  });
});

describe("checksOf", () => {
  it("names exactly what was checked", () => {
    const none = { email_verified: 0, phone_confirmed: 0, payouts_active: 0 };
    expect(checksOf(none)).toEqual([]);
    expect(checksOf({ ...none, phone_confirmed: 1 })).toEqual(["phone"]);
    expect(checksOf({ ...none, email_verified: 1 })).toEqual(["email"]);
    expect(checksOf({ ...none, payouts_active: 1 })).toEqual(["payouts"]);
    expect(checksOf({ email_verified: 1, phone_confirmed: 1, payouts_active: 1 })).toEqual([...CHECKS]);
  });
});
