import { expect, it } from "vitest";
import { initials } from "../../web/lib/format.ts";

it.each([
  ["Maya Reyes", "MR"],
  ["maya", "M"],
  ["Ana María de la Cruz", "AC"],
  ["Kim 🦊", "K"],
  ["(Smith) O’Neil", "SO"],
  ["sam.lee@example.com", "SC"],
  ["李 小龙", "李小"],
  ["🦊", "?"],
  ["", "?"],
])("the avatar of %j shows %s", (name, shown) => expect(initials(name)).toBe(shown));
