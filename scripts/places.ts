/** The places of Australia for scripts and tests on Node, which cannot import a text file as the Worker does. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Places } from "#domain/places/places";

export const table = readFileSync(join(import.meta.dirname, "../worker/domain/places/places.txt"), "utf8");

export const places = new Places(table);
