import { expect, it } from "vitest";
import { scrub } from "#domain/site/scrub";

it.each([
  ["mail to mia.reyes+shop@example.com failed", "mail to [email] failed"],
  ["Authorization: Bearer abc.def", "Authorization: Bearer [token]"],
  ["bearer   abc.def, then", "Bearer [token], then"],
  ["to jo@mail.shop.example.com.au now", "to [email] now"],
  ['{"token": "abc", "code" : "1"}', '{"token": "[removed]", "code" : "[removed]"}'],
  ["3782 822463 10005", "[card]"],
  ["3782-822463-10005", "[card]"],
  ["4242-4242-4242-4", "[card]"],
  ["paid 42424242424242: refused", "paid [card]: refused"],
  ["+61400555901", "[phone]"],
  ["+61-4-00-55-59-01", "[phone]"],
  ["062-000.", "[bsb]."],
  ["GET /reset?token=abc123&x=1", "GET /reset?token=[removed]&x=1"],
  [String.raw`{\"password\":\"hunter2\",\"a\":1}`, String.raw`{\"password\":\"[removed]\",\"a\":1}`],
  ["Invalid API Key provided: sk_live_51Habcdef", "Invalid API Key provided: [key]"],
  ["whsec_abcdef123456", "[key]"],
  ["pi_3abc_secret_XyZ", "pi_[secret]"],
  ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.c2ln", "[token]"],
  [`#${"A".repeat(43)}`, "#[token]"],
  ["card 4242 4242 4242 4242 and 4242424242424242", "card [card] and [card]"],
  ["call 0412 345 678 or +61 400 555 901", "call [phone] or [phone]"],
  ["BSB 062-000", "BSB [bsb]"],
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
