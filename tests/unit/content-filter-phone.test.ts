import { describe, expect, it } from "vitest";
import { findPhone } from "#domain/safety/content-filter/phone";

const of = (lines: string) => lines.split(" / ").map((line) => line.trim().replace(/\s+/g, " "));

const PLAIN =
  of(`0412 345 678 / 0412345678 / 0412-345-678 / 04 12 34 56 78 / (04) 1234 5678 / +61 412 345 678 / +61412345678 /
  0061 412 345 678 / 61 412 345 678 / +61 0412 345 678 / 03 9123 4567 / 02 9123 4567 / 07 3123 4567 /
  08 8123 4567 / +61 3 9123 4567 / 0391234567 / 1300 123 456 / 1800 123 456 / 1300123456 / call 9123 4567 /
  ring 412 345 678 / my number is 91234567 / phone 3123 4567 / call 0412.345.678 / 0412,345,678 / 0412:345;678 /
  0412/345/678 / 0412+345+678 / number0412345678 / 0412345678thanks / zero in front 412345678 /
  0 in front 412345678 / landline 91234567 / txt 412345678 / reach me 412345678 / tel 91234567 / ph 91234567 /
  text 412345678 / sms 412345678 / mob 412345678 / mobile 412345678 / buzz 412345678 / bell 91234567 /
  telephone 91234567 / 0412 then 345 next 678 / 0412 and 345 and 678 /
  0412 345 the rest 678 / 0412 345 second half 678 / 0412 dash 345 space 678 / 0412 345 678 9 / a_b 0412345678 /
  call 91234567 for 3 kg`);

const HIDDEN =
  of(`zero four one two three four five six seven eight / oh four one two 345 678 / nought four one two 345 678 /
  naught four one two 345 678 / nil four one two 345 678 / zero four 12 345 nine nine nine / o412 345 678 /
  0412 345 67b / o4l2 345 678 / 04i2 345 678 / 041z 345 678 / 041s 345 678 / 0 4 1 2 3 4 5 6 7 8 /
  0_4_1_2_3_4_5_6_7_8 / 0412*345*678 / 0412_345_678 / 0412|345|678 / 0412~345~678 /
  double zero 61 412 345 678 / dbl 0 61 412 345 678 / zero four double two 345 678 / 0 4 triple two 345 67 /
  0 4 treble 2 345 67 / zerofouronetwothreefourfivesixseveneight / zer0 f0ur 0ne tw0 345 678 /
  04 one two three four five six seven eight / one three hundred 123 456 / one eight hundred 123 456 /
  1 3 hundred 123456 / 0412 thousand 345 / o 4 1 2 345 678 / l 300 123 456 / l300 123 456 / l 3 hundred 123 456 /
  04o2 345 678 / oh 4 12 345 678 / on o, 412 345 678 / o four 12 345 678 / 0,4,1,2,3,4,5,6,7,8 /
  0.4.1.2.3.4.5.6.7.8 / 0-4-1-2-3-4-5-6-7-8 / 0412345 double six 7`);

const NONE =
  of(`04/11/2026 12 / 04.11.2026 12 / 04-11-2026 12 / gate 0, 2026-11-12, 1 hour / between 04:10 and 12:30, 45 min /
  lot 0412, 345 3/12 at noon / lot 0412, 34 03/12 at noon / 0412 10:30 345 678 / 0412 345 / 0412 345 67 /
  0412 345 6789 / 1400 123 456 / 1300 123 45 / 0512 345 678 / 9123 4567 / 412 345 678 / 120391234567 /
  03912345678 / 211300123456 / 13001234567 / call 191234567 / call 912345678 / serial number 91234567 /
  order number 412345678 / model no 91234567 / part 9123 4567 call me / call about 91234567 kg /
  call, it costs $91234567 / call it is x 91234567 / call 91234567 km / call 2123 4567 /
  call 91234567x / 12 chairs and 4 tables / size 412 or 345, 678 left / o my, 412 345 678 / oh dear /
  hundred 412345678 / thousand times / double bed 140 190 / triple / 0412 is 345 then 678 / 0412 x 345 x 678 /
  my number / someone two threes / 0412 345 67 b / 0412 345 67 b. / 0412 345 67 b then 9 / 0412 345 so 8 of us /
  double trouble 0 412 345 67 / abn 91234567 call / tracking number 91234567 / isbn 9780412345678 / l / i b /
  nil left / w4a2b / 04123456789`);

describe("findPhone", () => {
  it.each(PLAIN)("finds a number in common formats: %s", (text) => {
    expect(findPhone(text)).toEqual({ disguised: false });
  });

  it.each(HIDDEN)("finds a disguised number: %s", (text) => {
    expect(findPhone(text)).toEqual({ disguised: true });
  });

  it.each(NONE)("ignores other digits: %s", (text) => {
    expect(findPhone(text)).toBeNull();
  });
});
