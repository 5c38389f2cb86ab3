/**
 * Creates the 800 and 400 pixel copies of the demo pictures. Run `npm run generate:pictures` after adding or changing a
 * picture; the copies are committed, so that `npm start` need not create them.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { COPY_WIDTHS, PICTURE_FOLDER, PICTURE_SIZE, pictureFiles } from "./demo/pictures.ts";

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
