/** Creates the app icons from the favicon. Run `npm run generate:icons` after changing it. */
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import sharp from "sharp";

const folder = resolve(import.meta.dirname, "../web/public");
const drawing = readFileSync(join(folder, "favicon.svg"), "utf8");
const ROUNDED = ' rx="9.6"';
if (!drawing.includes(ROUNDED)) throw new Error("The favicon has no rounded ground any more: say here what it has.");

/**
 * Icon for systems that crop it to their own shape: the background fills the square, and the drawing stays within the
 * safe circle of four fifths.
 */
const fullBleed = drawing.replace(ROUNDED, "");
const GROUND = "#0b5d4b";

async function draw(name: string, svg: string, size: number): Promise<void> {
  const density = (72 * size) / 32;
  const image = sharp(Buffer.from(svg), { density }).resize(size, size);
  // No transparent edge where the background fills the square.
  if (svg === fullBleed) image.flatten({ background: GROUND });
  await image.png({ compressionLevel: 9 }).toFile(join(folder, name));
}

mkdirSync(join(folder, "icons"), { recursive: true });
await draw("icons/icon-192.png", drawing, 192);
await draw("icons/icon-512.png", drawing, 512);
await draw("icons/maskable-512.png", fullBleed, 512);
await draw("icons/apple-touch-icon.png", fullBleed, 180);
