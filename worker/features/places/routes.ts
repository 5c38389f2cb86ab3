import { Hono } from "hono";
import { FindPlaces, type PlacesReply } from "#contract/items/marketplace";
import type { AppContext } from "../../http/context.ts";
import { validate } from "../../http/validate.ts";
import { places } from "./queries.ts";

const SUGGESTIONS = 8;

export const placeRoutes = new Hono<AppContext>()
  /** Suggest suburbs by the beginning of their name or postcode, for the radius search. Cacheable for a day. */
  .get("/", validate("query", FindPlaces), (c) => {
    c.header("Cache-Control", "public, max-age=86400");
    return c.json<PlacesReply, 200>({ items: places.suggest(c.req.valid("query").q, SUGGESTIONS) }, 200);
  });
