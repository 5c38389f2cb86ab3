/** Lets Node import text files like the Worker: preload this with `--import`. */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

registerHooks({
  load: (url, context, next) =>
    /\.(txt|md)$/.test(url)
      ? {
          format: "module",
          shortCircuit: true,
          source: `export default ${JSON.stringify(readFileSync(fileURLToPath(url), "utf8"))};`,
        }
      : next(url, context),
});
