import type { Ctx } from "../../http/context.ts";
import type { Reading } from "./present.ts";

/** Who reads this request, and when. */
export function readingOf(c: Ctx): Reading {
  return { readerId: c.get("actor")?.id ?? null, now: c.get("services").now() };
}
