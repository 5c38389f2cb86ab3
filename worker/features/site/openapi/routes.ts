import { Hono } from "hono";
import type { RouterRoute } from "hono/types";
import type { AppContext } from "../../../http/context.ts";
import { REPLY_SCHEMAS, ROUTE_DESCRIPTIONS } from "./descriptions.generated.ts";
import { openApiDocument } from "./document.ts";

/** The routes are passed as a function, because the route of the document is itself one of them. */
export function openApiRoutes(routes: () => readonly RouterRoute[]) {
  let text: string | undefined;
  return (
    new Hono<AppContext>()
      /** Get this OpenAPI document. */
      .get("/openapi.json", (c) => {
        text ??= JSON.stringify(openApiDocument(routes(), ROUTE_DESCRIPTIONS, REPLY_SCHEMAS));
        return c.body(text, 200, { "Content-Type": "application/json", "Cache-Control": "public, max-age=300" });
      })
  );
}
