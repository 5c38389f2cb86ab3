/**
 * Creates the 800 and 400 pixel copies of the demo pictures. Run `npm run generate:pictures` after adding or changing a
 * picture; the copies are committed, so that `npm start` need not create them.
 *
 * With the folder `assets/images` of an unpacked `@vendure/create` (`npm pack @vendure/create@3.7`), it first creates the
 * originals of demo/photographs.json and lists their photographers in CREDITS.md.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import photographs from "./demo/photographs.json" with { type: "json" };
import { COPY_WIDTHS, PICTURE_FOLDER, PICTURE_SIZE, pictureFiles } from "./demo/pictures.ts";

const CREDITS = join(PICTURE_FOLDER, "CREDITS.md");

/** "tommy-bebo-600358 south": the photographer, the photograph's number at Unsplash, and the edge that a cut keeps. */
async function importPhotographs(folder: string): Promise<void> {
  const rows: string[] = [];
  for (const [name, source] of Object.entries(photographs)) {
    const [file = "", position = "centre"] = source.split(" ");
    const [, photographer = "", number] = /^(.+)-(\d+)$/.exec(file) ?? [];
    await sharp(join(folder, `${file}-unsplash.jpg`))
      .resize({ ...PICTURE_SIZE, fit: "cover", position })
      .webp({ quality: 72 })
      .toFile(join(PICTURE_FOLDER, `${name}.webp`));
    rows.push(`| ${name}.webp | ${photographer} | ${number} |`);
  }
  const text = readFileSync(CREDITS, "utf8").replace(/(?<=\|--\|--\|--\|\n)[\s\S]*/, `${rows.join("\n")}\n`);
  writeFileSync(CREDITS, text);
}

const [folder] = process.argv.slice(2);
if (folder) await importPhotographs(folder);

const files = pictureFiles();
for (const file of files) {
  const original = sharp(join(PICTURE_FOLDER, file));
  const { width, height } = await original.metadata();
  if (width !== PICTURE_SIZE.width || height !== PICTURE_SIZE.height) {
    throw new Error(
      `${file} is ${width} × ${height}; demo pictures are ${PICTURE_SIZE.width} × ${PICTURE_SIZE.height}.`,
    );
  }
  for (const copyWidth of COPY_WIDTHS) {
    const folder = join(PICTURE_FOLDER, String(copyWidth));
    mkdirSync(folder, { recursive: true });
    await original.clone().resize(copyWidth).webp({ quality: 78 }).toFile(join(folder, file));
  }
}
console.log(`${files.length} pictures resized.`);
