import { describe, expect, it } from "vitest";
import { emailDocument, linked } from "../../worker/domain/notifications/email-html.ts";

const TOKEN = "https://goodstreet.example/Unsubscribe?token=eyJ.a-b_c&x=1";
const LINK = `<a href="${TOKEN.replace("&", "&amp;")}">${TOKEN.replace("&", "&amp;")}</a>`;

describe("linked", () => {
  it.each([
    ["an address at the end", `Turn them off: ${TOKEN}`, `Turn them off: ${LINK}`],
    ["an address before a full stop", `See ${TOKEN}.`, `See ${LINK}.`],
    ["an address in brackets", `(${TOKEN})`, `(${LINK})`],
    ["two addresses", `${TOKEN} ${TOKEN}`, `${LINK} ${LINK}`],
    ["no address", "Tom & Ann's <desk>", "Tom &amp; Ann&#39;s &lt;desk&gt;"],
    [
      "a quote that would leave the attribute",
      'https://x.example/"onload=',
      '<a href="https://x.example/">https://x.example/</a>&quot;onload=',
    ],
    ["another scheme", "javascript:alert(1)", "javascript:alert(1)"],
  ])("of %s", (_, line, html) => {
    expect(linked(line)).toBe(html);
  });
});

it("an email is a document in which long words break", () => {
  const html = emailDocument("Tom & Ann", ["<p>Hi</p>"]);
  expect(html).toMatch(/^<!doctype html><html lang="en-AU">.*<title>Tom &amp; Ann<\/title>/);
  expect(html).toContain("overflow-wrap:anywhere");
});
