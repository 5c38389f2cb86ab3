/** Writes a person's data as a ZIP file into the private bucket, in parts, so that it never fills the memory. */
import { sql } from "drizzle-orm";
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { type ExportQuery, exportQueries } from "#domain/account/personal-data/declaration";
import { csvLine } from "#domain/csv";
import type { Services } from "../../services.ts";

type Cell = string | number | null;
type Row = Record<string, Cell>;

/** R2 wants all parts of an upload but the last to be of one size, of at least 5 MB. */
const PART_BYTES = 8 * 1024 * 1024;
const ROWS_AT_ONCE = 500;

const README = (at: string) => `Your Goodstreet data, ${at}

json/    one file for each kind of data, for programs
csv/     the same data, for spreadsheets
photos/  the photos you uploaded; json/photos.json lists them

Files without entries are left out. Amounts are in cents. Times are in milliseconds since 1 January 1970 (UTC).
Identifiers such as acc_… and itm_… stand for people and items.
Not included: secrets such as your password's hash, other people's data, and notes of staff about decisions.
`;

/** Collects bytes and uploads them in parts; a small file becomes one part. */
class PartUpload {
  readonly #upload: R2MultipartUpload;
  readonly #parts: R2UploadedPart[] = [];
  #waiting: Uint8Array[] = [];
  #size = 0;
  bytes = 0;

  constructor(upload: R2MultipartUpload) {
    this.#upload = upload;
  }

  push(chunk: Uint8Array): void {
    this.#waiting.push(chunk);
    this.#size += chunk.length;
    this.bytes += chunk.length;
  }

  /** Uploads the full parts that are waiting; with `last` also the rest. */
  async drain(last = false): Promise<void> {
    while (this.#size >= PART_BYTES || (last && this.#size > 0)) {
      const all = new Uint8Array(this.#size);
      let at = 0;
      for (const chunk of this.#waiting) {
        all.set(chunk, at);
        at += chunk.length;
      }
      const rest = all.subarray(PART_BYTES);
      this.#waiting = rest.length > 0 ? [rest] : [];
      this.#size = rest.length;
      this.#parts.push(await this.#upload.uploadPart(this.#parts.length + 1, all.subarray(0, PART_BYTES)));
    }
  }

  async complete(): Promise<void> {
    await this.drain(true);
    await this.#upload.complete(this.#parts);
  }
}

async function* pagesOf({ db }: Pick<Services, "db">, accountId: string, query: ExportQuery): AsyncGenerator<Row[]> {
  let after = 0;
  for (;;) {
    const { results } = await db.$client
      .prepare(query.sql)
      .bind(accountId, after, ROWS_AT_ONCE)
      .all<Row & { export_row: number }>();
    const last = results.at(-1);
    if (!last) return;
    after = last.export_row;
    yield results.map(({ export_row: _, ...row }) => row);
    if (results.length < ROWS_AT_ONCE) return;
  }
}

/** How rows become the text of a file. */
interface Format {
  start: (query: ExportQuery) => string;
  row: (row: Row, query: ExportQuery, isFirst: boolean) => string;
  end: string;
}

const FORMATS: Record<"json" | "csv", Format> = {
  json: { start: () => "[", row: (row, _, isFirst) => `${isFirst ? "" : ","}\n${JSON.stringify(row)}`, end: "\n]\n" },
  csv: {
    start: ({ columns }) => csvLine(columns),
    row: (row, { columns }) => csvLine(columns.map((column) => row[column] ?? null)),
    end: "",
  },
};

/**
 * Writes the file under this key.
 * @returns its size.
 */
export async function writeExportFile(
  services: Pick<Services, "db" | "env" | "now">,
  accountId: string,
  key: string,
): Promise<number> {
  const { db, env, now } = services;
  const upload = await env.PRIVATE_FILES.createMultipartUpload(key, {
    httpMetadata: { contentType: "application/zip" },
  });
  try {
    const parts = new PartUpload(upload);
    const zip = new Zip((error, chunk) => {
      if (error) throw error;
      parts.push(chunk);
    });
    const readme = new ZipDeflate("README.txt");
    zip.add(readme);
    readme.push(strToU8(README(new Date(now()).toISOString().slice(0, 10))), true);
    for (const query of exportQueries()) {
      for (const [name, format] of Object.entries(FORMATS)) {
        let file: ZipDeflate | null = null;
        for await (const rows of pagesOf(services, accountId, query)) {
          const isFirst = file === null;
          if (file === null) {
            file = new ZipDeflate(`${name}/${query.name}.${name}`);
            zip.add(file);
            file.push(strToU8(format.start(query)));
          }
          file.push(strToU8(rows.map((row, index) => format.row(row, query, isFirst && index === 0)).join("")));
          await parts.drain();
        }
        file?.push(strToU8(format.end), true);
      }
    }
    const photos = await db.all<{ id: string; key: string }>(
      sql`SELECT id, key FROM images WHERE owner_id = ${accountId} ORDER BY created_at, id`,
    );
    for (const photo of photos) {
      const stored = await env.IMAGES.get(photo.key);
      if (!stored) continue;
      // Not compressed: a photo is already.
      const file = new ZipPassThrough(`photos/${photo.id}.${photo.key.split(".").at(-1)}`);
      zip.add(file);
      file.push(new Uint8Array(await stored.arrayBuffer()), true);
      await parts.drain();
    }
    zip.end();
    await parts.complete();
    return parts.bytes;
  } catch (error) {
    await upload.abort();
    throw error;
  }
}
