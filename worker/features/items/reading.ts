import type { Ctx } from "../../http/context.ts";
import type { Reading } from "./present.ts";

/** Returns the viewer and the time of this request. */
export function readingOf(c: Ctx): Reading {
  return { readerId: c.get("actor")?.id ?? null, now: c.get("services").now() };
}
