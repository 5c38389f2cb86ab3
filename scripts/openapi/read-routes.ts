/** Reads what the router does not know from the source: the comment above each route, and the types of its replies. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface ReadRoute {
  summary: string;
  replies: { status: number; type: string }[];
}

const ROUTE =
  /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?\.(get|post|put|patch|delete|route)\(\s*"(\/[^"]*)"(?:,\s*(\w+)\s*\))?/g;
const REPLY = /c\.json<((?:[^<>;]|<(?:[^<>;]|<[^<>;]*>)*>)+?), ([\d |]+)>\(/g;

const words = (comment: string | undefined) =>
  (comment ?? "")
    .split("\n")
    .map((line) => line.replace(/^\s*\*? ?/, "").trim())
    .join(" ")
    .trim();

/** Returns the text of each `export const x = new Hono…`, up to the next top-level declaration. */
function routersOf(text: string): Map<string, { comment: string; text: string }> {
  const found = new Map<string, { comment: string; text: string }>();
  const start = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?(?:export )?(?:const (\w+) = new Hono|function (\w+)\()/g;
  for (const match of text.matchAll(start)) {
    const name = match[2] ?? match[3] ?? "";
    const body = text.slice(match.index + match[0].length);
    const end = body.search(/\n(?:export |const |function |async function |\/\*\*|\})/);
    found.set(name, { comment: words(match[1]), text: end < 0 ? body : body.slice(0, end) });
  }
  return found;
}

const repliesIn = (text: string) =>
  [...text.matchAll(REPLY)].flatMap(([, type = "", statuses = ""]) =>
    statuses.split("|").map((status) => ({ status: Number(status), type: type.trim().replace(/\s+/g, " ") })),
  );

/** Returns the replies of the file's own functions that a route calls, for a route that delegates its reply. */
function repliesOfHelpers(segment: string, source: string) {
  return [...source.matchAll(/\n(?:async )?function (\w+)[\s\S]*?\n\}/g)]
    .filter(([, name = ""]) => new RegExp(`\\b${name}\\b`).test(segment))
    .flatMap(([text]) => repliesIn(text));
}

/** Returns every route of the app by method and full path. */
export function readRoutes(appFile: string): Record<string, ReadRoute> {
  const app = readFileSync(appFile, "utf8");
  const files = new Map<string, string>();
  for (const [, names = "", from = ""] of app.matchAll(/import \{([^}]*)\} from "(\.\/features\/[^"]+)"/g)) {
    for (const name of names.split(",")) files.set(name.trim(), join(dirname(appFile), from));
  }
  const routes: Record<string, ReadRoute> = {};

  const add = (prefix: string, name: string, file: string) => {
    const source = readFileSync(file, "utf8");
    const routers = routersOf(source);
    const router = routers.get(name);
    if (!router) return;
    const found = [...router.text.matchAll(ROUTE)];
    for (const [index, match] of found.entries()) {
      const [, comment, method = "", path = "", inner] = match;
      const full = `${prefix}${path === "/" ? "" : path}` || "/";
      if (method === "route") {
        if (inner) add(full, inner, file);
        continue;
      }
      const segment = router.text.slice(match.index, found[index + 1]?.index);
      const named = repliesIn(segment);
      const replies = named.length > 0 ? named : repliesOfHelpers(segment, source);
      // A router with a single route has its comment above the router.
      const summary = words(comment) || (found.length === 1 ? router.comment : "");
      routes[`${method.toUpperCase()} ${full}`] = {
        summary,
        replies: replies.filter(
          ({ status, type }, at) => replies.findIndex((other) => other.status === status && other.type === type) === at,
        ),
      };
    }
  };

  for (const [, prefix = "", name = ""] of app.matchAll(/\.route\(\s*"([^"]*)",\s*(\w+)/g)) {
    const file = files.get(name);
    if (file) add(prefix === "/" ? "" : prefix, name, file);
  }
  return routes;
}
