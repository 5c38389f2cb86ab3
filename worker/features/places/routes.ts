import { Hono } from "hono";
import { FindPlaces, type PlacesReply } from "#contract/browse";
import { suggestPlaces } from "#domain/places";
import type { AppContext } from "../../http/context.ts";
import { validate } from "../../http/validate.ts";

const SUGGESTIONS = 8;

/** Mounted at /api/places. */
export const placeRoutes = new Hono<AppContext>()
  /** Suburbs by the beginning of a name or postcode, for the radius search. The table never changes between releases. */
  .get("/", validate("query", FindPlaces), (c) => {
    c.header("Cache-Control", "public, max-age=86400");
    return c.json<PlacesReply, 200>({ items: suggestPlaces(c.req.valid("query").q, SUGGESTIONS) }, 200);
  });
