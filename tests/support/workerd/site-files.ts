/** Static files of a build, for tests that run before the app is built. */
const SHELL = `<!doctype html><html lang="en-AU"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width" />
<title>Goodstreet</title><meta name="photo-origin" content="" /><meta name="description" content="Second-hand." />
<script src="/theme-init.js"></script><script type="module" crossorigin src="/assets/index-1.js"></script></head><body><div id="root"></div></body></html>`;

/** Returns an ASSETS binding with the manifest and the HTML parts that the Worker fills (tests/unit/pages.test.ts). */
export function siteFiles(manifest?: object): Fetcher {
  return {
    fetch: async (input: RequestInfo | URL) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input));
      // The Worker caches the first manifest it reads but not a missing one, so each test file can use its own.
      if (pathname === "/.vite/manifest.json" && manifest) return Response.json(manifest);
      if (pathname === "/") return new Response(SHELL, { headers: { "Content-Type": "text/html", ETag: '"shell"' } });
      return new Response("", { status: 404 });
    },
  } as unknown as Fetcher;
}
