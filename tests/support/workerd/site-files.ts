/** A build's static files. The Worker's own binding has none until the app is built. */
const SHELL = `<!doctype html><html lang="en-AU"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width" />
<title>Goodstreet</title><meta name="description" content="Second-hand." />
<script src="/theme-init.js"></script><script type="module" crossorigin src="/assets/index-1.js"></script></head><body><div id="root"></div></body></html>`;

/** The built HTML as far as the Worker fills it (that web/index.html has these parts, tests/unit/pages.test.ts says), and the manifest. */
export function siteFiles(manifest?: object): Fetcher {
  return {
    fetch: async (input: RequestInfo | URL) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input));
      // The Worker keeps the first manifest it reads, and forgets a missing one: other files of a run have their own.
      if (pathname === "/.vite/manifest.json" && manifest) return Response.json(manifest);
      if (pathname === "/") return new Response(SHELL, { headers: { "Content-Type": "text/html", ETag: '"shell"' } });
      return new Response("", { status: 404 });
    },
  } as unknown as Fetcher;
}
