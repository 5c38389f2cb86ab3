import { expect, it } from "vitest";
import { scrub } from "#domain/site/scrub";
import { casesOf } from "../support/repository.ts";

it.each([
  ...casesOf("tests/unit/scrub.tsv")("turns"),
  [String.raw`{\"password\":\"hunter2\",\"a\":1}`, String.raw`{\"password\":\"[removed]\",\"a\":1}`],
  [`#${"A".repeat(43)}`, "#[token]"],
])("scrub turns %s into %s (A110)", (line, clean) => {
  expect(scrub(line)).toBe(clean);
});

it.each([
  '{"level":"error","request_id":"cron-1795290045000","at":1795290045000,"order":"ord_0123456789abcdefghjk"}',
  '{"request_id":"8f14e45f-ceea-467f-a8f0-0123456789ab","status":200,"ms":12}',
  '{"request_id":"400681de-b550-4e48-b764-254f78236746","other":"1b041234-5678-4e48-b764-0412345678ab"}',
  `{"hash":"${"ab".repeat(32)}"}`,
  '{"error":"TypeError: x is not a function","stack":"at f (index.js:12034:17)"}',
  '{"ms":1234,"rows":"1 234567 89012","part":"a 1234 5 6"}',
  "+614005559012 is too long, 1-062-000 and 062-000-1 are parts of others",
])("scrub keeps ids, times, hashes and stack traces: %s", (line) => {
  expect(scrub(line)).toBe(line);
});
