import { expect, it } from "vitest";
import { initials } from "../../web/lib/format.ts";
import cases from "./initials.json" with { type: "json" };

it.each(cases.names)("the avatar of %j shows %s", (name, shown) => expect(initials(name)).toBe(shown));
