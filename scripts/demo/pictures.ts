import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Photo } from "#contract/items";
import { photoKey, photoUrl } from "#domain/items/photo-keys";
import { demoId } from "./rows.ts";

export const PICTURE_FOLDER = join(import.meta.dirname, "pictures");
/** Size of the originals in pixels. */
export const PICTURE_SIZE = { width: 1333, height: 1000 };
/** Widths of the smaller copies, one folder each, made by scripts/resize-demo-pictures.ts. */
export const COPY_WIDTHS = [800, 400];

export const pictureFiles = (): string[] => readdirSync(PICTURE_FOLDER).filter((name) => name.endsWith(".webp"));

const FILES: ReadonlySet<string> = new Set(pictureFiles());

interface Picture {
  photo: Photo;
  /** The original, then the copies. */
  files: { key: string; content: Buffer }[];
}

function readPicture(file: string): Picture {
  const files = [file, ...COPY_WIDTHS.map((width) => join(String(width), file))].map((path) => {
    const content = readFileSync(join(PICTURE_FOLDER, path));
    return { key: photoKey(createHash("sha256").update(content).digest("hex"), "image/webp"), content };
  });
  const [url = "", url_800 = "", url_400 = ""] = files.map(({ key }) => photoUrl(key));
  return { photo: { id: demoId("img", file), url, url_800, url_400, ...PICTURE_SIZE }, files };
}

/** Reads pictures when rows use them, so that only used ones are stored in the bucket. */
export class Pictures {
  readonly #read = new Map<string, Picture>();

  get(file: string): Picture {
    const picture = this.#read.get(file) ?? readPicture(file);
    this.#read.set(file, picture);
    return picture;
  }

  /** Up to two views of an object; of some there is only one. */
  of(object: string, views: 1 | 2): Picture[] {
    const files = [`${object}-1.webp`, `${object}-2.webp`].filter((file) => FILES.has(file));
    return files.slice(0, views).map((file) => this.get(file));
  }

  async store(bucket: R2Bucket): Promise<void> {
    const files = [...this.#read.values()].flatMap((picture) => picture.files).values();
    // More than eight at a time are no faster with the local bucket.
    const putAll = async () => {
      for (const { key, content } of files)
        await bucket.put(key, content, { httpMetadata: { contentType: "image/webp" } });
    };
    await Promise.all(Array.from({ length: 8 }, putAll));
  }
}
